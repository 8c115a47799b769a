// What the page asks of a house that keeps tables, wherever it runs: on a server, or in the page itself. Nothing above
// this file knows which.
import type { Command, Game, NewTable, Notice, Opened, Reach, Rejected, Replay, Resolved } from "./wire";

export interface House {
  /** Whether records of its matches say who asked for hints. */
  readonly notesHints: boolean;
  games(): Promise<Game[]>;
  /** What the options of a table come to; refused when they do not go together. */
  check(table: NewTable): Promise<Resolved>;
  open(table: NewTable): Promise<Opened>;
  replay(table: string, deal: number): Promise<Replay>;
  /** The record of a finished match, as text. */
  record(table: string): Promise<string>;
  /** Under which address friends in the same house find it. */
  reach(): Promise<Reach>;
  /** Watches a table until the link is closed: the whole table first, and again whenever the link was lost. */
  join(table: string, on: Listener): Link;
}

/** How the name of a table begins that is kept in this browser. */
export const LOCAL = "local-";
/** Whether a table is kept in this browser, and so nowhere else. */
export const isLocal = (table: string): boolean => table.startsWith(LOCAL);

export interface Listener {
  notice(notice: TableNotice): void;
  link(state: LinkState): void;
}

export type LinkState = "connecting" | "open" | "lost";

export interface Link {
  /** Whether it is on its way; what is sent while there is no way is lost. */
  send(command: TableCommand): boolean;
  /** Tries at once instead of waiting: the browser says the network is back. */
  reconnectNow(): void;
  close(): void;
}

/** What is done at a table. */
export type TableCommand = OfTable<Extract<Command, { type: "sit" | "play" | "command" | "continue" | "rematch" | "substitute" | "end" | "resign" | "stand" | "claim" | "wait" | "say" | "hint" | "undo" }>>;
type OfTable<C> = C extends unknown ? Omit<C, "table"> : never;

/** What is told of a table. */
export type TableNotice = Exclude<Notice, { type: "hello" | "opening" | "pong" }>;

/** How a house says no, with the status of the HTTP answer; 0 where nobody answered. */
export class RefusedError extends Error {
  constructor(readonly refused: Rejected, readonly status: number) {
    super(refused.message);
  }
}

/** Whatever went wrong as a refusal to be shown. */
export const refusedBy = (error: unknown): Rejected =>
  error instanceof RefusedError ? error.refused : { code: "unreachable", message: String(error) };
