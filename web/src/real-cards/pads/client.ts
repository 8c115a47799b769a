// What the pads answer: the types of what crates/pads says, and the asking. The rules are behind it, not here.
import { opened } from "../../house/offline";
import type { ScoreLine, OptionValue, Rejected, Values } from "../../house/wire";

/** A pad as it is kept and sent: operations that are only ever added. */
export interface Pad { format: string; operations: Operation[] }
export interface Operation { id: string; at?: string; do: string; [part: string]: unknown }

export type { Rejected };

export interface View { matches: Sheet[]; evening: Evening; operations: number; undoable: string | null }
export interface Sheet {
  id: string;
  game: string;
  preset: string;
  options: Record<string, OptionValue>;
  players: string[];
  columns: { name: string; seats: number[] }[];
  rows: Row[];
  totals: number[];
  bonuses: ScoreLine[];
  pieces: Piece[];
  winners: number[];
  over: boolean;
  /** Nobody, where there is no dealer. */
  dealer: number | null;
  playing: number[];
  nextLine: number;
  form: Field[];
  stake: Stakes | null;
  payments: number[] | null;
  withdrawn: Written[];
  deck: Watch;
}
export interface Stakes { amount: number; unit: string }
export interface Written { id: string; at: string | null; entry: Entry }
export interface Row extends Written {
  line: number;
  dealer: number | null;
  counted: ScoreLine[];
  points: number[];
  totals: number[];
  notes: { key: string; params: Record<string, string> }[];
  corrected: Written[];
  conflicts: Written[];
  refused: Rejected | null;
}
export type Entry = Record<string, unknown>;

export type Piece =
  | { piece: "lives"; max: number; left: number[]; free: boolean }
  | { piece: "rubber"; entries: RubberEntry[]; games: number[]; below: number[]; vulnerable: boolean[]; back_score: number }
  | { piece: "games"; games: GameColumn[] }
  | { piece: "playOff"; seats: number[] }
  | { piece: "target"; points: number };
export interface RubberEntry { side: number; category: string; amount: number | null; points: number; below: boolean; game: number; line: number | null }
export interface GameColumn { points: number[]; boxes: number[]; winner: number | null; entries: [number, number[]][] }

export interface Evening {
  players: { name: string; played: number; won: number; points: Record<string, number>; money: Record<string, number> }[];
  debts: { from: string; to: string; amount: number; unit: string }[];
}

/** What the cards ask for. */
export interface Watch {
  deck: string;
  frozen: { line: number; agreed: number[]; objected: number[]; proposed: Ruling } | null;
  unverified: boolean;
  notices: { card: string; mark: string; line: number }[];
  miscounted: { given: number; expected: number; right: boolean } | null;
  voided: number[];
  countDue: boolean;
  back: string | null;
  finishing: number | null;
  log: { id: string; at: string | null; line: number; incident: Incident }[];
}
export const RULINGS = ["void", "stands", "playOn", "restore"] as const;
export type Ruling = (typeof RULINGS)[number];
export const FOUND = ["beforePlay", "duringPlay", "afterPlay", "afterScore"] as const;
export type Found = (typeof FOUND)[number];
export type Incident =
  | { what: "incorrect"; found: Found; seat?: number; missing?: string[]; extra?: string[] }
  | { what: "answer"; seat: number; agrees: boolean }
  | { what: "ruling"; ruling: Ruling }
  | { what: "imperfect"; card: string; mark: string }
  | { what: "counted"; cards: number }
  | { what: "verified" }
  | { what: "fault"; detail: string };

export type Kind =
  | { kind: "number" | "half"; min: number; max: number }
  | { kind: "choice"; words: string[] }
  | { kind: "side" | "order"; sides: number }
  | { kind: "seat" | "someSeats" | "values"; of: number[] }
  | { kind: "flag" | "ranks" | "card" | "contract" | "text" };
export type Field = Kind & {
  name: string;
  who: "hand" | "sides" | "seats";
  optional: boolean;
  /** What the figures of all add up to. */
  sum: number | null;
  /** It is asked only if that field was answered; with one of these, if any is named. */
  when?: { field: string; is: string[] } | null;
  /** It is needless if that field was answered. */
  unless?: string | null;
  /** It is asked only once a refusal names it. */
  late: boolean;
};

export interface Described {
  id: string;
  seats: number[];
  presets: { id: string; source: { title: string; at: string }; seats: number[] }[];
  options: { key: string; rule: string; values: Values; value: OptionValue }[];
  stake: "point" | "pot";
  /** Whether somebody deals. */
  dealt: boolean;
  deck: string;
  form: Field[];
}
export interface Opening {
  game: string;
  preset?: string;
  options?: Record<string, OptionValue>;
  players: string[];
  dealer: number;
  stake?: Stakes;
  countEvery?: number;
  backs?: [string, string];
}
export interface Shown { pad: Pad; view: View; wrote?: string }

/** What was asked for, or why not. */
export type Answered<What> = What | { refused: Rejected };
export const isRefused = <What>(answer: Answered<What>): answer is { refused: Rejected } =>
  typeof answer === "object" && answer !== null && "refused" in answer;

/** How many cards, and what to take out of a full pack to have them, where they can be made of one. */
export interface Deck { size: number; strip: string[] | null }

export interface PadsClient {
  games(): string[];
  describe(game: string, preset?: string, seats?: number, options?: Record<string, OptionValue>): Answered<Described>;
  view(pad: Pad | null): Answered<Shown>;
  merge(pad: Pad | null, other: Pad): Answered<Shown>;
  /** Writes something: `what` is one of the requests that write, with its params. */
  write(what: string, pad: Pad | null, device: string, params: object): Answered<Shown>;
  text(pad: Pad, texts: Record<string, string>): string;
  deck(id: string): Deck | null;
}

/** The pads, once the module is there; from then on every answer comes at once. */
export async function openClient(): Promise<PadsClient> {
  const ask = await opened();
  const request = <Answer>(params: object) => ask<Answer>({ about: "pads", request: params });
  return {
    games: () => request<{ games: string[] }>({ ask: "games" }).games,
    describe(game, preset, seats, options) {
      const answer = request<Answered<{ game: Described }>>({ ask: "describe", game, preset, seats, options: options ?? {} });
      return isRefused(answer) ? answer : answer.game;
    },
    view: (pad) => request({ ask: "view", pad }),
    merge: (pad, other) => request({ ask: "merge", pad, other }),
    write: (what, pad, device, params) => request({ ask: what, pad, device, at: new Date().toISOString(), ...params }),
    text: (pad, texts) => request<{ text?: string }>({ ask: "text", pad, texts }).text ?? "",
    deck: (id) => request<{ decks: (Deck & { id: string })[] }>({ ask: "decks" }).decks.find((deck) => deck.id === id) ?? null,
  };
}
