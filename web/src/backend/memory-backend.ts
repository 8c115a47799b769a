// Backend in memory, for tests. Every table is one deal of two cards, for a player and an absent one.
import { RefusedError, type Backend, type Listener } from "./backend";
import type { Snapshot, Notice, ApiError, TableInfo } from "./wire";

const COMMITMENT = "0".repeat(64);

class Table {
  readonly #id: string;
  readonly #game: string;
  readonly #listeners = new Set<Listener>();
  #version = 1;
  #name: string | null = null;
  #hand = ["7d", "Kc"];
  #laid: string[] = [];

  constructor(id: string, game: string) {
    this.#id = id;
    this.#game = game;
  }

  join(on: Listener): void {
    this.#listeners.add(on);
    on.notice(this.#whole());
  }
  leave(on: Listener): void {
    this.#listeners.delete(on);
  }

  sit(name: string): void {
    this.#name = name;
    this.#notify(this.#whole());
  }

  play(action: string, version: number, id: string, on: Listener): void {
    if (version !== this.#version) return this.#refuse(on, id, { code: "stale", message: "the table has moved on" });
    if (!this.#hand.includes(action)) return this.#refuse(on, id, { code: "illegal", reason: "not-held", rule: "SC-R8", message: `${action} is not in your hand` });
    this.#hand = this.#hand.filter((card) => card !== action);
    this.#laid.push(action);
    this.#version += 1;
    this.#notify({ type: "played", table: this.#id, seat: 0, action, events: [{ event: "laid", seat: 0, card: action }], snapshot: this.#snapshot(), id });
  }

  #refuse(on: Listener, id: string, refused: ApiError): void {
    on.notice({ type: "refused", table: this.#id, id, ...refused });
  }

  // Each listener gets its own copy, as over a socket or from a worker.
  #notify(notice: Extract<Notice, { type: "table" | "played" }>): void {
    for (const on of this.#listeners) on.notice(structuredClone(notice));
  }

  #whole(): Extract<Notice, { type: "table" }> {
    return { type: "table", info: this.#info(), snapshot: this.#snapshot(), log: [] };
  }

  #info(): TableInfo {
    return {
      table: this.#id, game: this.#game, preset: "classic", options: {}, seats: 2, ready: [], you: this.#name === null ? null : 0, commitment: COMMITMENT, restarts: 0,
      window: 3000, stake: null, payments: null, countdown: null, absence: 60_000, ending: [], ended: null, next: null, diverged: null, timeControl: null, clocks: [], host: null, day: null, unverifiedDeals: 0,
      chairs: [this.#name === null ? { kind: "open" } : { kind: "person", name: this.#name, connected: true, away: null, substitute: null, left: false }, { kind: "bot", bot: "greedy", name: "Carla" }],
    };
  }

  #snapshot(): Snapshot {
    const seated = this.#name !== null;
    return {
      version: this.#version, phase: seated ? "playing" : "waiting", deal: 0, dealer: 1, actors: [0], legal: seated ? this.#hand : [],
      totals: [0, 0], sides: [0, 1], dealScore: null, bonuses: [], winners: [],
      view: seated
        ? {
            hands: [{ open: this.#hand }, { closed: 2 }], table: this.#laid, stock: 36, turn: 0, dealer: 1, playing: [0, 1],
            piles: [[], []], sweeps: [[], []], lastCapture: null, lastCapturer: null,
          }
        : null,
    };
  }
}

export class MemoryBackend implements Backend {
  readonly notesHints = false;
  readonly #tables = new Map<string, Table>();

  games = () => Promise.resolve([]);
  check = () => Promise.resolve({ options: {}, overrides: {} });
  reach = () => Promise.resolve({ address: null });
  replay = () => Promise.reject(new RefusedError({ code: "unfinished", message: "the match is not over" }, 409));
  record = this.replay;

  open: Backend["open"] = async ({ game, seats }) => {
    if (seats !== 2) throw new RefusedError({ code: "options", message: "a table in memory is for two" }, 422);
    const table = `table-${this.#tables.size}`;
    this.#tables.set(table, new Table(table, game));
    return { table, seat: 0 };
  };

  join: Backend["join"] = (id, on) => {
    const table = this.#tables.get(id);
    // Deferred until the caller holds the link.
    queueMicrotask(() => {
      on.link("open");
      if (table === undefined) on.notice({ type: "refused", table: id, code: "no-table", message: "there is no such table" });
      else table.join(on);
    });
    return {
      send(command) {
        queueMicrotask(() => {
          if (command.type === "sit") table?.sit(command.name);
          else if (command.type === "play") table?.play(command.action, command.version, command.id, on);
        });
        return true;
      },
      reconnectNow() {},
      close: () => table?.leave(on),
    };
  };
}
