// What score pads answer; docs/pads.md explains it.
// Made from the types in crates/pads: to change it, change those and run
//     cargo xtask wire
import type { OptionValue, Rejected, ScoreLine, Source, Stake, Values } from "../../house/wire";

/**
 * A pad as it is drawn: every match of the evening, and what the evening comes to.
 */
export type View = { matches: Array<Sheet>, evening: Evening, operations: number, undoable: OperationId | null };

/**
 * The sheet of one match.
 */
export type Sheet = { id: OperationId, game: string, preset: string, options: { [key in string]: OptionValue }, players: Array<string>, columns: Array<Column>, rows: Array<Row>, totals: Array<number>, bonuses: Array<ScoreLine>, pieces: Array<Piece>, winners: Array<number>, over: boolean, dealer: number | null, playing: Array<number>, nextLine: number, form: Array<Field>, stake: Stakes | null, payments: Array<number> | null, withdrawn: Array<Written>, deck: Watch };

/**
 * The name of an operation, and its place among all: written later means greater, wherever it was written.
 *
 * A device writes with a clock that is greater than any it has seen, so that no two of its operations share a name and
 * whatever answers an operation comes after it. Written `12@kitchen`.
 */
export type OperationId = string;

/**
 * A side.
 */
export type Column = { name: string, seats: Array<number> };

/**
 * A hand on the sheet.
 */
export type Row = { line: number, dealer: number | null, scoreLines: Array<ScoreLine>, points: Array<number>, totals: Array<number>, notes: Array<Note>, corrected: Array<Written>, conflicts: Array<Written>, refused: Rejected | null, id: OperationId, at: string | null, entry: Record<string, unknown> };

/**
 * A sentence about a hand: a text key and what goes into its places.
 */
export type Note = { key: string, params: { [key in string]: string } };

/**
 * Figures, and who wrote them.
 */
export type Written = { id: OperationId, at: string | null, entry: Record<string, unknown> };

/**
 * What the sheet of one game has and that of another has not.
 */
export type Piece = { "piece": "lives", max: number, left: Array<number>, free: boolean }
  | { "piece": "rubber", entries: Array<RubberEntry>, games: [number, number], below: [number, number], vulnerable: [boolean, boolean], backScore: number }
  | { "piece": "games", games: Array<GameColumn> }
  | { "piece": "playOff", seats: Array<number> }
  | { "piece": "target", points: number };

/**
 * One entry on the sheet of bridge.
 */
export type RubberEntry = { side: number, category: string, amount: number | null, points: number, below: boolean, game: number, line: number | null };

/**
 * One game of Gin Rummy.
 */
export type GameColumn = { points: Array<number>, boxes: Array<number>, winner: number | null, entries: Array<[number, Array<number>]> };

/**
 * One thing that is asked. Its value in an entry stands under its `name`.
 */
export type Field = { name: string, who: Who, optional: boolean, sum: number | null, when: When | null, unless: string | null, late: boolean } & ({ "kind": "number", min: number, max: number }
  | { "kind": "oneOf", of: Array<number> }
  | { "kind": "half", min: number, max: number }
  | { "kind": "flag" }
  | { "kind": "choice", words: Array<string> }
  | { "kind": "side", sides: number }
  | { "kind": "seat", of: Array<number> }
  | { "kind": "someSeats", of: Array<number> }
  | { "kind": "order", sides: number }
  | { "kind": "values", of: Array<number> }
  | { "kind": "ranks" }
  | { "kind": "card" }
  | { "kind": "contract" }
  | { "kind": "text" });

/**
 * Of whom something is asked.
 */
export type Who = "hand" | "sides" | "seats";

/**
 * An answer that makes a field worth asking.
 */
export type When = { field: string, is: Array<string> };

/**
 * What is agreed where people play for stakes.
 */
export type Stakes = { amount: number, unit: string };

/**
 * What the cards ask for now.
 */
export type Watch = { deck: string, frozen: Frozen | null, unverified: boolean, notices: Array<Notice>, miscounted: Count | null, voided: Array<number>, countDue: boolean, back: string | null, finishing: number | null, log: Array<Logged> };

/**
 * A hand that rests.
 */
export type Frozen = { line: number, agreed: Array<number>, objected: Array<number>, proposed: Ruling };

/**
 * What becomes of a hand.
 */
export type Ruling = "void" | "stands" | "playOn" | "restore";

/**
 * What everybody has to know about a card.
 */
export type Notice = { card: string, mark: string, line: number };

/**
 * What a fast count says.
 */
export type Count = { given: number, expected: number, right: boolean };

/**
 * An incident, where it stands.
 */
export type Logged = { id: OperationId, at: string | null, line: number, incident: Incident };

/**
 * Something happened to the cards.
 */
export type Incident = { "what": "incorrect", found: Found, seat?: number, missing?: Array<string>, extra?: Array<string> }
  | { "what": "answer", seat: number, agrees: boolean }
  | { "what": "ruling", ruling: Ruling }
  | { "what": "imperfect", card: string, mark: string }
  | { "what": "counted", cards: number }
  | { "what": "verified" }
  | { "what": "fault", detail: string };

/**
 * When an incorrect deck was found.
 */
export type Found = "beforePlay" | "duringPlay" | "afterPlay" | "afterScore";

/**
 * Everybody's evening.
 */
export type Evening = { players: Array<Guest>, debts: Array<Debt> };

/**
 * A player's evening.
 */
export type Guest = { name: string, played: number, won: number, points: { [key in string]: number }, money: Record<string, number> };

/**
 * Somebody pays somebody.
 */
export type Debt = { from: string, to: string, amount: number, unit: string };

/**
 * What a game can be asked for on a pad.
 */
export type Description = { id: string, seats: Array<number>, presets: Array<PresetChoice>, options: Array<OptionChoice>, stake: Stake, dealt: boolean, deck: string, form: Array<Field> };

/**
 * A preset that can be chosen.
 */
export type PresetChoice = { id: string, source: Source, seats: Array<number> };

/**
 * An option that can be chosen, with what it is.
 */
export type OptionChoice = { key: string, rule: string, values: Values, value: OptionValue };

/**
 * One thing that was written on a pad. It is never changed and never taken away.
 */
export type Operation = { id: OperationId, at?: string } & ({ "do": "open" } & Opening | { "do": "enter", match: OperationId, line: number, entry: Record<string, unknown> }
  | { "do": "correct", of: OperationId, line: number, entry: Record<string, unknown> }
  | { "do": "undo", of: OperationId }
  | { "do": "rename", match: OperationId, seat: number, name: string }
  | { "do": "incident", match: OperationId, line: number, incident: Incident });

/**
 * A match as it is begun on a pad.
 */
export type Opening = { game: string, preset?: string, options?: { [key in string]: OptionValue }, players: Array<string>, dealer: number, stake?: Stakes, countEvery?: number, backs?: [string, string] };

/**
 * What somebody wants written.
 */
export type Change = { "type": "open", opening: Opening }
  | { "type": "enter", match: OperationId, line?: number, entry: Record<string, unknown> }
  | { "type": "correct", of: OperationId, line?: number, entry?: Record<string, unknown> }
  | { "type": "undo", of?: OperationId }
  | { "type": "withdraw", of: OperationId }
  | { "type": "rename", match: OperationId, seat: number, name: string }
  | { "type": "incident", match: OperationId, line?: number, incident: Incident };
