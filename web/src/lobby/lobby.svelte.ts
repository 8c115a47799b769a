// The connection of Home to the lobby, and the player's seek. A hidden page is not connected, unless it looks
// for players.
import type { LobbyNotice, TableNotice } from "../backend/backend";
import { leaveAccount, token } from "../backend/identity";
import { connect, dial, type Socket } from "../backend/socket";
import type { ApiError, LobbyPool } from "../backend/wire";
import { settings } from "../kit/settings.svelte";

export interface Seek {
  id: string;
  pool: LobbyPool;
  /** Time of the start, on the clock of `performance`. */
  from: number;
  /** Number of players in the pool, with this one. */
  waiting: number;
  /** Whether bots can fill the table now. */
  bots: boolean;
}

export type State = Extract<LobbyNotice, { type: "lobby" }>;

export type Challenged = Extract<LobbyNotice, { type: "challenged" }>;

export class Lobby {
  /** The players in the lobby, or null before the first answer and without a lobby. */
  state: State | null = $state.raw(null);
  /** Challenges by friends, the last first. */
  challenges: Challenged[] = $state.raw([]);
  seek: Seek | null = $state.raw(null);
  refused: ApiError | null = $state.raw(null);
  /** Whether the connection is open. */
  isOpen = $state(false);
  /** Whether the server tells devices of players who look for others. */
  hasBells = $state(false);
  /** Whether the server answered that it has no lobby. */
  isAbsent = $state(false);
  #socket: Socket | null = null;

  /** `onPaired` is called with the table of a seek and its game, or of the player's own challenge, whose game is not known. */
  constructor(private readonly onPaired: (table: string, game: string | null) => void) {}

  /** Connects the page while it is seen or looks for players, and disconnects it otherwise. */
  look(isSeen: boolean): void {
    if (!isSeen && this.seek === null) this.close();
    else if (this.#socket === null && !this.isAbsent) this.#open();
  }

  /** Ends the connection for good: the server has no lobby, or none for this player. */
  #end(): void {
    this.isAbsent = true;
    this.state = null;
    this.close();
  }

  #open(): void {
    this.#socket = connect({
      dial,
      token,
      onSignedOut: leaveAccount,
      onConnection: (connection, features) => {
        this.isOpen = connection === "open";
        if (!this.isOpen) return;
        if (features?.includes("lobby") !== true) {
          this.#end();
          return;
        }
        this.hasBells = features.includes("bells");
        this.#socket?.send({ type: "lobby", on: true });
        if (this.seek !== null) this.#ask(this.seek);
      },
      onNotice: (notice: TableNotice | LobbyNotice) => {
        if (notice.type === "lobby" || notice.type === "seeking" || notice.type === "paired" || notice.type === "challenged") return this.#hear(notice);
        if (notice.type === "ruled" || (notice.type === "refused" && notice.code === "banned")) {
          void import("../account/rulings").then(({ showRulings }) => showRulings(notice));
          if (notice.type === "refused") this.#end();
          return;
        }
        if (notice.type !== "refused" || notice.id !== this.seek?.id) return;
        this.refused = notice;
        // Bots that are not offered yet do not end the seek.
        if (notice.code !== "unavailable") this.seek = null;
      },
    });
  }

  #hear(notice: LobbyNotice): void {
    if (notice.type === "lobby") {
      this.state = notice;
      return;
    }
    if (notice.type === "challenged") {
      this.challenges = [notice, ...this.challenges.filter(({ code }) => code !== notice.code)];
      return;
    }
    const seek = this.seek;
    // Another player accepted a challenge of this one.
    if (notice.type === "paired" && seek === null) return this.onPaired(notice.table, null);
    if (seek === null || notice.id !== seek.id) return;
    if (notice.type === "seeking") {
      this.seek = { ...seek, from: performance.now() - notice.waited, waiting: notice.waiting, bots: notice.bots };
      return;
    }
    this.seek = null;
    this.onPaired(notice.table, seek.pool.game);
  }

  #ask({ id, pool }: Seek): void {
    this.#socket?.send({ type: "seek", id, pool: pool.id, name: settings.name.trim() });
  }

  start(pool: LobbyPool): void {
    if (this.seek !== null) return;
    this.refused = null;
    this.seek = { id: Math.random().toString(36).slice(2, 12), pool, from: performance.now(), waiting: pool.waiting + 1, bots: false };
    this.#ask(this.seek);
  }

  cancel(): void {
    if (this.seek !== null) this.#socket?.send({ type: "unseek", id: this.seek.id });
    this.seek = null;
  }

  fill(): void {
    if (this.seek !== null) this.#socket?.send({ type: "fill", id: this.seek.id });
  }

  close(): void {
    this.#socket?.close();
    this.#socket = null;
    this.isOpen = false;
  }
}
