// Everything the page knows of one table, and how a notice changes it. Plain data, replaced and never changed; the frame is the truth.
import type { Event, Frame, Happened, Notice, Phrase, Rejected, Seat, TableInfo } from "../house/wire";
import { openCards } from "./holding";

/** What was sent: an action, or a typed line, which the house has yet to read. */
export interface Pending { id: string; action: string; line?: string | undefined; version: number; since: number }
export interface Sent { id: string; action: string; shown: boolean }
/** What a hint is called; nothing else is called so. */
export const HINT = "hint";
export type Hint = Extract<Notice, { type: "hint" }> | { type: "refused"; refused: Rejected };

/** What somebody said, or, without a seat, that we have said too much to be heard. */
export type Said = { serial: number; seat: Seat; phrase: Phrase } | { serial: number; seat: null };
export interface LogLine { serial: number; version: number; deal: number; event: Event }

export interface TableState {
  readonly table: string;
  /** Null until the server has told of the table. */
  readonly info: TableInfo | null;
  readonly frame: Frame | null;
  /** Why the table cannot be shown at all. */
  readonly problem: Rejected | null;
  /** The action sent and not yet answered. */
  readonly pending: Pending | null;
  /** In a race: everything sent and not yet answered, in order; `shown` is already seen where it is to go. */
  readonly sent: readonly Sent[];
  /** When the table will have counted to three, by this machine's clock. */
  readonly countedAt: number | null;
  /** Our sealed answer, as long as the table waits for the others. */
  readonly sealed: { action: string; version: number } | null;
  /** The last action that was refused, until the next one. */
  readonly refusal: { refused: Rejected; action: string; serial: number } | null;
  /** The hand card to be played as soon as it is our turn. */
  readonly queued: string | null;
  /** A deal was voided because of a fault of the software, and nobody has played since; whether it is dealt again. */
  readonly voided: { again: boolean } | null;
  /** Whether we said "continue" and the server has not yet said so itself. */
  readonly continued: boolean;
  /** When the chairs were told of, by this machine's clock: who was away then has been away longer by now. */
  readonly chairsAt: number;
  /** When the clocks were told of, by this machine's clock. */
  readonly clocksAt: number;
  /** Who asked last to play again. */
  readonly rematch: Seat | null;
  /** Whether somebody waits for a hint that has not been answered yet. */
  readonly awaitsHint: boolean;
  /** What would be good at which version, or why we are not told. */
  readonly hint: Hint | null;
  /** What was said last. */
  readonly said: Said | null;
  /** What happened lately, oldest first. */
  readonly log: readonly LogLine[];
  /** Grows with everything logged or refused, so that lists have keys and repeats are told apart. */
  readonly serial: number;
}

export const newTable = (table: string): TableState => ({
  table,
  info: null,
  frame: null,
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
  awaitsHint: false,
  hint: null,
  said: null,
  log: [],
  serial: 0,
});

const LOG_LENGTH = 400;

/** What is known after a notice. */
export function apply(state: TableState, notice: Notice): TableState {
  switch (notice.type) {
    case "table":
      if (notice.info.table !== state.table) return state;
      return withFrame(
        {
          ...withHistory(state, notice.log),
          // Who was ready for the next deal was not asked whether to go on without what is lost.
          continued: notice.info.lost === null && state.continued,
          info: notice.info,
          chairsAt: Date.now(),
          clocksAt: Date.now(),
          problem: null,
          // Whatever was under way when the connection broke has arrived or is lost: the frame says which.
          sent: [],
          countedAt: notice.info.counting === null ? null : Date.now() + notice.info.counting,
        },
        notice.frame,
      );
    case "played":
    case "dealt": {
      if (notice.table !== state.table || state.info === null) return state;
      if (state.frame !== null && notice.frame.version < state.frame.version) return state;
      const known =
        notice.type === "dealt"
          ? { ...state, info: { ...state.info, ready: [] } }
          : { ...state, voided: null, sent: state.sent.filter(({ id }) => id !== notice.id) };
      return withEvents(withFrame({ ...known, countedAt: null }, notice.frame), { version: notice.frame.version, deal: notice.frame.deal, events: notice.events });
    }
    case "counting":
      return notice.table === state.table ? { ...state, countedAt: Date.now() + notice.millis } : state;
    case "sealed":
      if (notice.table !== state.table || state.frame === null) return state;
      return {
        ...state,
        sealed: { action: notice.action, version: state.frame.version },
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

function withFrame(state: TableState, frame: Frame): TableState {
  return {
    ...state,
    frame,
    // An action that was not answered before the connection broke is settled by the version: while that is the same, the
    // caller sends it again. A later one means that the table has moved on; an earlier one, that the server has lost the
    // position the action was meant for.
    pending: state.pending?.version === frame.version ? state.pending : null,
    refusal: state.frame?.version === frame.version ? state.refusal : null,
    sealed: state.sealed?.version === frame.version ? state.sealed : null,
    continued: frame.phase === "scored" && frame.deal === state.frame?.deal && state.continued,
    queued: frame.phase === "playing" && holds(state, frame, state.queued) ? state.queued : null,
  };
}

function holds(state: TableState, frame: Frame, card: string | null): boolean {
  const hand = state.info?.you == null ? undefined : frame.view?.hands[state.info.you];
  return card !== null && openCards<unknown>(hand).includes(card);
}

function withRefusal(state: TableState, notice: Rejected & { table?: string | null; id?: string | null }): TableState {
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
  if (state.frame === null) return { ...state, problem: notice };
  if (notice.id != null || notice.code === "stale") return state;
  return { ...state, serial, refusal: { refused: notice, action: "", serial }, continued: false };
}

/** What happened while nobody listened here, or before this page was opened. */
function withHistory(state: TableState, history: readonly Happened[]): TableState {
  // What the house does not tell any more was taken back, or was voided; older lines it has forgotten.
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

/** Whether we may act now: our seat is among the actors and nothing of ours is on its way. */
export function mayAct(state: TableState): boolean {
  const { info, frame, pending } = state;
  return info?.you != null && info.ended === null && frame?.phase === "playing" && frame.actors.includes(info.you) && pending === null;
}

/** The seat shown at the bottom: ours, or the first for somebody who only watches. */
export const bottomSeat = (info: TableInfo): Seat => info.you ?? 0;
