// Answers of score pads. docs/pads.md explains them.
// Generated from the types in crates/pads. Change those, then run
//     cargo xtask wire
import type { ApiError, OptionValue, ScoreLine, Source, Stake, Values } from "../../backend/wire";

/**
 * View of a pad: every match of the evening, and its summary.
 */
export type View = { matches: Array<Sheet>, evening: Evening, operations: number, undoable: OperationId | null };

/**
 * Sheet of one match.
 */
export type Sheet = { id: OperationId, game: string, preset: string, options: { [key in string]: OptionValue }, players: Array<string>, columns: Array<Column>, rows: Array<Row>, totals: Array<number>, bonuses: Array<ScoreLine>, pieces: Array<Piece>, winners: Array<number>, over: boolean, dealer: number | null, playing: Array<number>, nextLine: number, form: Array<Field>, stake: Stakes | null, payments: Array<number> | null, withdrawn: Array<Written>, deck: Watch };

/**
 * Id of an operation, and its position in the order of all operations.
 *
 * A device uses a clock greater than any it has seen. So its ids are unique, and a reply comes
 * after the operation it refers to. The text form is `12@kitchen`.
 */
export type OperationId = string;

/**
 * Column of a side.
 */
export type Column = { name: string, seats: Array<number> };

/**
 * Hand on the sheet.
 */
export type Row = { line: number, dealer: number | null, scoreLines: Array<ScoreLine>, points: Array<number>, totals: Array<number>, notes: Array<Note>, corrected: Array<Written>, conflicts: Array<Written>, refused: ApiError | null, id: OperationId, at: string | null, entry: Record<string, unknown> };

/**
 * Sentence about a hand: a text key and its parameters.
 */
export type Note = { key: string, params: { [key in string]: string } };

/**
 * Figures of an entry, with their origin.
 */
export type Written = { id: OperationId, at: string | null, entry: Record<string, unknown> };

/**
 * Game-specific part of a sheet.
 */
export type Piece = { "piece": "lives", max: number, left: Array<number>, free: boolean }
  | { "piece": "rubber", entries: Array<RubberEntry>, games: [number, number], below: [number, number], vulnerable: [boolean, boolean], backScore: number }
  | { "piece": "games", games: Array<GameColumn> }
  | { "piece": "playOff", seats: Array<number> }
  | { "piece": "target", points: number };

/**
 * Entry on a bridge score sheet.
 */
export type RubberEntry = { side: number, category: string, amount: number | null, points: number, below: boolean, game: number, line: number | null };

/**
 * One game of Gin Rummy.
 */
export type GameColumn = { points: Array<number>, boxes: Array<number>, winner: number | null, entries: Array<[number, Array<number>]> };

/**
 * Field of a form. Its value in an entry is under its `name`.
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
 * Number of times that a form asks for the field.
 */
export type Who = "hand" | "sides" | "seats";

/**
 * Condition on another field.
 */
export type When = { field: string, is: Array<string> };

/**
 * Stake of a match.
 */
export type Stakes = { amount: number, unit: string };

/**
 * Consequences of the incidents so far.
 */
export type Watch = { deck: string, frozen: Frozen | null, unverified: boolean, notices: Array<Notice>, miscounted: Count | null, voided: Array<number>, countDue: boolean, back: string | null, finishing: number | null, log: Array<Logged> };

/**
 * Hand that is suspended because of an incident.
 */
export type Frozen = { line: number, agreed: Array<number>, objected: Array<number>, proposed: Ruling };

/**
 * Ruling on a hand.
 */
export type Ruling = "void" | "stands" | "playOn" | "restore";

/**
 * Notice about a card.
 */
export type Notice = { card: string, mark: string, line: number };

/**
 * Result of a count.
 */
export type Count = { given: number, expected: number, right: boolean };

/**
 * Incident with its context.
 */
export type Logged = { id: OperationId, at: string | null, line: number, incident: Incident };

/**
 * Incident with the cards.
 */
export type Incident = { "what": "incorrect", found: Found, seat?: number, missing?: Array<string>, extra?: Array<string> }
  | { "what": "answer", seat: number, agrees: boolean }
  | { "what": "ruling", ruling: Ruling }
  | { "what": "imperfect", card: string, mark: string }
  | { "what": "counted", cards: number }
  | { "what": "verified" }
  | { "what": "fault", detail: string };

/**
 * Time at which an incorrect deck was discovered.
 */
export type Found = "beforePlay" | "duringPlay" | "afterPlay" | "afterScore";

/**
 * Summary of an evening.
 */
export type Evening = { players: Array<Guest>, debts: Array<Debt> };

/**
 * Summary of a player.
 */
export type Guest = { name: string, played: number, won: number, points: { [key in string]: number }, money: Record<string, number> };

/**
 * Payment from one player to another.
 */
export type Debt = { from: string, to: string, amount: number, unit: string };

/**
 * Description of a game's pad.
 */
export type Description = { id: string, seats: Array<number>, presets: Array<PresetChoice>, options: Array<OptionChoice>, stake: Stake, dealt: boolean, deck: string, form: Array<Field> };

/**
 * Preset: the rules as one source gives them.
 */
export type PresetChoice = { id: string, source: Source, seats: Array<number> };

/**
 * Option for a form, with its current value.
 */
export type OptionChoice = { key: string, rule: string, values: Values, value: OptionValue };

/**
 * Operation on a pad. It is never changed or removed.
 */
export type Operation = { id: OperationId, at?: string } & ({ "do": "open" } & Opening | { "do": "enter", match: OperationId, line: number, entry: Record<string, unknown> }
  | { "do": "correct", of: OperationId, line: number, entry: Record<string, unknown> }
  | { "do": "undo", of: OperationId }
  | { "do": "rename", match: OperationId, seat: number, name: string }
  | { "do": "incident", match: OperationId, line: number, incident: Incident });

/**
 * Start of a match.
 */
export type Opening = { game: string, preset?: string, options?: { [key in string]: OptionValue }, players: Array<string>, dealer: number, stake?: Stakes, countEvery?: number, backs?: [string, string] };

/**
 * Change that a user requests on a pad.
 */
export type Change = { "type": "open", opening: Opening }
  | { "type": "enter", match: OperationId, line?: number, entry: Record<string, unknown> }
  | { "type": "correct", of: OperationId, line?: number, entry?: Record<string, unknown> }
  | { "type": "undo", of?: OperationId }
  | { "type": "withdraw", of: OperationId }
  | { "type": "rename", match: OperationId, seat: number, name: string }
  | { "type": "incident", match: OperationId, line?: number, incident: Incident };
