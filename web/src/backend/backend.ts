// The interface of a backend, which runs the tables. There are two: the server, and one in this browser. The
// page does not know which one it uses.
import type { Command, Game, NewTable, Notice, Opened, LanAddress, ApiError, Replay, Resolved } from "./wire";

export interface Backend {
  /** Whether the records of the backend's matches list the hints that players asked for. */
  readonly notesHints: boolean;
  games(): Promise<Game[]>;
  /** Returns the resolved options of a new card table. Rejects if they do not go together. */
  check(table: NewTable): Promise<Resolved>;
  open(table: NewTable): Promise<Opened>;
  replay(table: string, deal: number): Promise<Replay>;
  /** Returns the record of a finished match, as text. */
  record(table: string): Promise<string>;
  /** Returns the address for friends in the same local network. */
  reach(): Promise<LanAddress>;
  /**
   * Subscribes to a card table until the link is closed. Sends the whole table first, and again after each
   * reconnect.
   */
  join(table: string, on: Listener): Link;
}

/** Prefix of the ids of tables stored in this browser. */
export const LOCAL = "local-";
/** Whether a card table is stored in this browser only. */
export const isLocal = (table: string): boolean => table.startsWith(LOCAL);

export interface Listener {
  notice(notice: TableNotice): void;
  link(state: LinkState): void;
}

export type LinkState = "connecting" | "open" | "lost";

export interface Link {
  /** Returns whether the command was sent. While the connection is down, commands are dropped. */
  send(command: TableCommand): boolean;
  /** Reconnects at once instead of waiting, because the browser is back online. */
  reconnectNow(): void;
  close(): void;
}

/** A command to a card table. */
export type TableCommand = OfTable<Extract<Command, { type: "sit" | "play" | "textAction" | "continue" | "rematch" | "substitute" | "end" | "resign" | "stand" | "claim" | "wait" | "say" | "hint" | "undo" }>>;
type OfTable<C> = C extends unknown ? Omit<C, "table"> : never;

/** A notice from a card table. */
export type TableNotice = Exclude<Notice, { type: "hello" | "opening" | "pong" | "lobby" | "seeking" | "paired" | "challenged" }>;

/** A notice from the lobby. */
export type LobbyNotice = Extract<Notice, { type: "lobby" | "seeking" | "paired" | "challenged" }>;

/** A refusal by a backend, with its HTTP status; 0 if the server could not be reached. */
export class RefusedError extends Error {
  constructor(readonly refused: ApiError, readonly status: number) {
    super(refused.message);
  }
}

/** Converts any error to a refusal that can be shown. */
export const refusedBy = (error: unknown): ApiError =>
  error instanceof RefusedError ? error.refused : { code: "unreachable", message: String(error) };
