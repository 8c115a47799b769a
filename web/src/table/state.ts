// State of one table, and its changes by notices. It is plain data, replaced and never modified. The snapshot is
// authoritative.
import type { Event, Snapshot, Happened, Notice, Phrase, ApiError, RatingChange, Seat, TableInfo } from "../backend/wire";
import { openCards } from "./holding";

/** An action that was sent, or a typed command that the backend has yet to parse. */
export interface Pending { id: string; action: string; line?: string | undefined; version: number; since: number }
export interface Sent { id: string; action: string; shown: boolean }
/** Id of a request for a hint. No other request uses it. */
export const HINT = "hint";
export type Hint = Extract<Notice, { type: "hint" }> | { type: "refused"; refused: ApiError };

/** A player's phrase, or, without a seat, the note that this player is sending too fast. */
export type Said = { serial: number; seat: Seat; phrase: Phrase } | { serial: number; seat: null };
export interface LogLine { serial: number; version: number; deal: number; event: Event }

export interface TableState {
  readonly table: string;
  /** Table without its match. Null until the first notice of the table. */
  readonly info: TableInfo | null;
  readonly snapshot: Snapshot | null;
  /** Reason why the card table cannot be shown at all. */
  readonly problem: ApiError | null;
  /** The action sent and not yet answered. */
  readonly pending: Pending | null;
  /**
   * Actions that were sent and not yet answered, in order. Used in a race only. `shown` means the card is
   * already at its target.
   */
  readonly sent: readonly Sent[];
  /** Time at which the countdown of the table ends, by this device's clock. */
  readonly countedAt: number | null;
  /** Sealed answer of this player, while the table waits for the others. */
  readonly sealed: { action: string; version: number } | null;
  /** The last refused action, until the next action. */
  readonly refusal: { refused: ApiError; action: string; serial: number } | null;
  /** The card to be played as soon as it is this player's turn. */
  readonly queued: string | null;
  /**
   * Set if a deal was voided because of a software fault, until the next action. `again`: the deal is dealt
   * again.
   */
  readonly voided: { again: boolean } | null;
  /** Whether "continue" was sent and the server has not confirmed it. */
  readonly continued: boolean;
  /** Time at which the chairs were received, by this device's clock. Absences have grown by the time since then. */
  readonly chairsAt: number;
  /** Time at which the clocks were received, by this device's clock. */
  readonly clocksAt: number;
  /** The seat that last asked for a rematch. */
  readonly rematch: Seat | null;
  /** Changes of the players' ratings by the finished match. */
  readonly rated: readonly RatingChange[];
  /** Whether a hint was requested and not yet answered. */
  readonly awaitsHint: boolean;
  /** The hint and its version, or the reason why there is none. */
  readonly hint: Hint | null;
  /** Last phrase that a player said. */
  readonly said: Said | null;
  /** Recent events, oldest first. */
  readonly log: readonly LogLine[];
  /** Grows with every log line and refusal, so that lists have keys and repeats can be told apart. */
  readonly serial: number;
}

export const newTable = (table: string): TableState => ({
  table,
  info: null,
  snapshot: null,
  problem: null,
  pending: null,
  sent: [],
  countedAt: null,
  sealed: null,
  refusal: null,
  queued: null,
  voided: null,
  continued: false,
  chairsAt: 0,
  clocksAt: 0,
  rematch: null,
  rated: [],
  awaitsHint: false,
  hint: null,
  said: null,
  log: [],
  serial: 0,
});

const LOG_LENGTH = 400;

/** Returns the state after a notice. */
export function apply(state: TableState, notice: Notice): TableState {
  switch (notice.type) {
    case "table":
      if (notice.info.table !== state.table) return state;
      return withSnapshot(
        {
          ...withHistory(state, notice.log),
          // Being ready for the next deal does not answer whether to continue after a data loss.
          continued: notice.info.diverged === null && state.continued,
          info: notice.info,
          chairsAt: Date.now(),
          clocksAt: Date.now(),
          problem: null,
          // Actions that were pending when the connection broke have arrived or are lost; the snapshot tells.
          sent: [],
          countedAt: notice.info.countdown === null ? null : Date.now() + notice.info.countdown,
        },
        notice.snapshot,
      );
    case "played":
    case "dealt": {
      if (notice.table !== state.table || state.info === null) return state;
      if (state.snapshot !== null && notice.snapshot.version < state.snapshot.version) return state;
      const known =
        notice.type === "dealt"
          ? { ...state, info: { ...state.info, ready: [] } }
          : { ...state, voided: null, sent: state.sent.filter(({ id }) => id !== notice.id) };
      return withEvents(withSnapshot({ ...known, countedAt: null }, notice.snapshot), { version: notice.snapshot.version, deal: notice.snapshot.deal, events: notice.events });
    }
    case "countdown":
      return notice.table === state.table ? { ...state, countedAt: Date.now() + notice.millis } : state;
    case "sealed":
      if (notice.table !== state.table || state.snapshot === null) return state;
      return {
        ...state,
        sealed: { action: notice.action, version: state.snapshot.version },
        pending: notice.id === state.pending?.id ? null : state.pending,
      };
    case "voided":
      return notice.table === state.table ? { ...state, voided: { again: notice.again } } : state;
    case "chairs":
      if (notice.table !== state.table || state.info === null) return state;
      return { ...state, chairsAt: Date.now(), info: { ...state.info, chairs: notice.chairs, ready: notice.ready, ending: notice.ending } };
    case "clocks":
      if (notice.table !== state.table || state.info === null) return state;
      return { ...state, clocksAt: Date.now(), info: { ...state.info, clocks: notice.clocks } };
    case "rematch":
      if (notice.table !== state.table || state.info === null) return state;
      return { ...state, rematch: notice.seat, info: { ...state.info, next: notice.next } };
    case "rated":
      return notice.table === state.table ? { ...state, rated: notice.changes } : state;
    case "hint":
      return notice.table === state.table ? { ...state, awaitsHint: false, hint: notice } : state;
    case "said":
      return notice.table === state.table ? { ...state, serial: state.serial + 1, said: { serial: state.serial, seat: notice.seat, phrase: notice.phrase } } : state;
    case "refused":
      return withRefusal(state, notice);
    default:
      return state;
  }
}

function withSnapshot(state: TableState, snapshot: Snapshot): TableState {
  return {
    ...state,
    snapshot,
    // The version settles an action that was unanswered when the connection broke. If it is the same, the
    // caller sends the action again. If it is later, the table has moved on. If it is earlier, the server has
    // lost that position.
    pending: state.pending?.version === snapshot.version ? state.pending : null,
    refusal: state.snapshot?.version === snapshot.version ? state.refusal : null,
    sealed: state.sealed?.version === snapshot.version ? state.sealed : null,
    continued: snapshot.phase === "scored" && snapshot.deal === state.snapshot?.deal && state.continued,
    queued: snapshot.phase === "playing" && holds(state, snapshot, state.queued) ? state.queued : null,
  };
}

function holds(state: TableState, snapshot: Snapshot, card: string | null): boolean {
  const hand = state.info?.you == null ? undefined : snapshot.view?.hands[state.info.you];
  return card !== null && openCards<unknown>(hand).includes(card);
}

function withRefusal(state: TableState, notice: ApiError & { table?: string | null; id?: string | null }): TableState {
  if (notice.table != null && notice.table !== state.table) return state;
  const serial = state.serial + 1;
  if (notice.id === HINT) return { ...state, awaitsHint: false, hint: { type: "refused", refused: notice } };
  if (notice.reason === "said-enough") return { ...state, serial, said: { serial, seat: null } };
  if (notice.id != null && notice.id === state.pending?.id) {
    return { ...state, serial, refusal: { refused: notice, action: state.pending.action, serial }, pending: null, queued: null };
  }
  const raced = notice.id == null ? undefined : state.sent.find(({ id }) => id === notice.id);
  if (raced !== undefined) {
    return { ...state, serial, sent: state.sent.filter((sent) => sent !== raced), refusal: { refused: notice, action: raced.action, serial } };
  }
  // A spectator of a table for its players is sent away when all chairs are taken.
  if (state.snapshot === null || notice.reason === "players-only") return { ...state, problem: notice };
  if (notice.id != null || notice.code === "stale") return state;
  return { ...state, serial, refusal: { refused: notice, action: "", serial }, continued: false };
}

/** Adds the events that happened while this page was not connected. */
function withHistory(state: TableState, history: readonly Happened[]): TableState {
  // Lines missing from the server's history were undone or voided. Lines older than the history stay.
  const told = new Set(history.map(({ version }) => version));
  const oldest = history[0]?.version ?? Infinity;
  const log = state.log.filter(({ version }) => version < oldest || told.has(version));
  const known = log.at(-1)?.version ?? -1;
  return history.filter(({ version }) => version > known).reduce(withEvents, { ...state, log });
}

function withEvents(state: TableState, { version, deal, events }: Happened): TableState {
  const lines = events.map((event, index) => ({ serial: state.serial + index + 1, version, deal, event }));
  return { ...state, serial: state.serial + events.length, log: [...state.log, ...lines].slice(-LOG_LENGTH) };
}

/** Whether this player may act: the seat is among the actors, and no action is pending. */
export function mayAct(state: TableState): boolean {
  const { info, snapshot, pending } = state;
  return info?.you != null && info.ended === null && snapshot?.phase === "playing" && snapshot.actors.includes(info.you) && pending === null;
}

/** The seat at the bottom: this player's, or the first one for a spectator. */
export const bottomSeat = (info: TableInfo): Seat => info.you ?? 0;
