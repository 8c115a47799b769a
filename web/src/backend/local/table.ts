// A table in this browser: the module plays it, the database stores it, and notices are sent once it is
// stored.
import { LOCAL, type TableCommand, type TableNotice } from "../backend";
import type { Ask } from "../offline";
import type { Opened, ApiError } from "../wire";
import { WrittenElsewhere, type Database, type Kept } from "./database";

/** The effects of a request to the module. */
export interface Went {
  keep: Kept[];
  lines: string[];
  notices: TableNotice[];
  wake: number | null;
}

export interface Surroundings {
  /** Creates an instance of a game's module for this table alone. */
  module(game: string): Promise<Ask>;
  database: Database;
  tell(notice: TableNotice): void;
  /** Tells other tabs that the table has changed. */
  wrote(): void;
}

const base64url = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
const random = (bytes: number) => crypto.getRandomValues(new Uint8Array(bytes));

/** Creates a random id and a random seed. */
export const fresh = () => ({ id: LOCAL + base64url(random(16)), seed: [...random(32)].map((byte) => byte.toString(16).padStart(2, "0")).join("") });

/** Asks the module that runs a card table. Throws if it refuses. */
export function askTable<Answer extends object>(ask: Ask, what: unknown): Answer {
  const answer = ask<Answer | { refused: ApiError } | { error: string }>({ about: "table", now: Date.now(), what });
  if ("refused" in answer) throw new Refused(answer.refused);
  if ("error" in answer) throw new Error(answer.error);
  return answer;
}

export class Refused extends Error {
  constructor(readonly refused: ApiError) {
    super(refused.message);
  }
}

export interface OpenedHere {
  kept: Kept;
  seat: Opened["seat"];
}

/** Maximum number of faults before the table is abandoned. From the second fault on, the deal is voided. */
const MAX_FAULTS = 4;

export class LocalTable {
  readonly #id: string;
  readonly #around: Surroundings;
  #ask: Ask | null = null;
  /** Number of stored match lines. */
  #kept = 0;
  #faults = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #queue: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(id: string, around: Surroundings) {
    this.#id = id;
    this.#around = around;
  }

  /** Restores the table from storage, and sends the whole table. */
  revive(): Promise<void> {
    return this.#then(() => this.#revive());
  }

  send(command: TableCommand): Promise<void> {
    const whole = { ...command, table: this.#id };
    return this.#then(() => this.#go({ do: "command", command: whole, fresh: command.type === "rematch" ? fresh() : null }, "id" in command ? command.id : undefined));
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  /** Runs asynchronous steps one after another. */
  #then(does: () => Promise<void>): Promise<void> {
    return (this.#queue = this.#queue.then(async () => {
      if (this.#closed) return;
      try {
        await does();
      } catch (error) {
        this.#refuse(error instanceof Refused ? error.refused : { code: "damaged", message: String(error) });
      }
    }));
  }

  async #revive(): Promise<void> {
    clearTimeout(this.#timer);
    const found = await this.#around.database.read(this.#id);
    if (found === null) return this.#refuse({ code: "no-table", message: "there is no such table in this browser" });
    this.#ask ??= await this.#around.module(found.kept.table.game);
    this.#kept = found.lines.length;
    await this.#go({ do: "revive", ...found, broken: this.#faults > 1 });
    await this.#go({ do: "command", command: { type: "watch", table: this.#id }, fresh: null });
  }

  /** Asks the module, stores the result, and then sends the notices. */
  async #go(what: unknown, id?: string): Promise<void> {
    clearTimeout(this.#timer);
    if (this.#ask === null) return this.#revive();
    let went: Went;
    try {
      went = askTable<Went>(this.#ask, what);
    } catch (error) {
      if (error instanceof Refused) throw error;
      return this.#mend(error);
    }
    if (went.lines.length + went.keep.length > 0) {
      try {
        await this.#around.database.write(went.keep, this.#id, this.#kept, went.lines);
      } catch (error) {
        // Storing failed, so the table returns to its stored state.
        await this.#revive();
        if (!(error instanceof WrittenElsewhere)) this.#refuse({ code: "not-saved", message: "this browser could not store it, so it does not count" }, id);
        return;
      }
      this.#kept += went.lines.length;
      if (went.lines.length > 0) this.#faults = 0;
      this.#around.wrote();
    }
    if (this.#closed) return;
    for (const notice of went.notices) this.#around.tell(notice);
    // No timer runs while the table waits only for the player.
    if (went.wake !== null) this.#timer = setTimeout(() => void this.#then(() => this.#go({ do: "time" })), Math.max(0, went.wake - Date.now()));
  }

  /** Restarts a module that has crashed, from what is stored. */
  async #mend(error: unknown): Promise<void> {
    this.#ask = null;
    this.#faults += 1;
    if (this.#faults > MAX_FAULTS) throw error;
    await this.#revive();
  }

  #refuse(refused: ApiError, id?: string): void {
    if (!this.#closed) this.#around.tell({ type: "refused", table: this.#id, ...(id === undefined ? {} : { id }), ...refused });
  }
}
