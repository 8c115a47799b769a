// Everything the page knows of one table, and how a notice changes it. Plain data; the frame is the truth.
import type { Event, Frame, Notice, Refused, Seat, TableInfo } from "./wire";

export interface Pending { id: string; action: string; version: number; since: number }
export interface Sent { id: string; action: string; shown: boolean }
export interface LogLine { serial: number; deal: number; event: Event }

export interface TableState {
  table: string;
  /** Null until the server has told of the table. */
  info: TableInfo | null;
  frame: Frame | null;
  /** Why the table cannot be shown at all. */
  problem: Refused | null;
  /** The action sent and not yet answered. */
  pending: Pending | null;
  /** In a race: everything sent and not yet answered, in order; `shown` is already seen where it is to go. */
  sent: Sent[];
  /** When the table will have counted to three, by this machine's clock. */
  countedAt: number | null;
  /** The last action that was refused, until the next one. */
  refusal: { refused: Refused; action: string; serial: number } | null;
  /** The hand card to be played as soon as it is our turn. */
  queued: string | null;
  /** A deal was voided because of a fault of the software, and nobody has played since; whether it is dealt again. */
  voided: { again: boolean } | null;
  /** Whether we said "continue" and the server has not yet said so itself. */
  continued: boolean;
  /** What happened since the table was opened here, oldest first. */
  log: LogLine[];
  /** Grows with everything logged or refused, so that lists have keys and repeats are told apart. */
  serial: number;
}

export const newTable = (table: string): TableState => ({
  table,
  info: null,
  frame: null,
  problem: null,
  pending: null,
  sent: [],
  countedAt: null,
  refusal: null,
  queued: null,
  voided: null,
  continued: false,
  log: [],
  serial: 0,
});

const LOG_LENGTH = 400;

/** Takes in one notice. */
export function tell(state: TableState, notice: Notice): void {
  switch (notice.tell) {
    case "table":
      if (notice.info.table !== state.table) return;
      state.info = notice.info;
      state.problem = null;
      // Whatever was under way when the connection broke has arrived or is lost: the frame says which.
      state.sent = [];
      state.countedAt = notice.info.counting === null ? null : Date.now() + notice.info.counting;
      takeFrame(state, notice.frame);
      return;
    case "played":
    case "dealt":
      if (notice.table !== state.table || state.info === null) return;
      if (state.frame !== null && notice.frame.version < state.frame.version) return;
      if (notice.tell === "dealt") state.info.ready = [];
      else if (notice.id != null) state.sent = state.sent.filter(({ id }) => id !== notice.id);
      if (notice.tell === "played") state.voided = null;
      state.countedAt = null;
      takeFrame(state, notice.frame);
      for (const event of notice.events) log(state, notice.frame.deal, event);
      return;
    case "voided":
      if (notice.table === state.table) state.voided = { again: notice.again };
      return;
    case "counting":
      if (notice.table === state.table) state.countedAt = Date.now() + notice.millis;
      return;
    case "chairs":
      if (notice.table !== state.table || state.info === null) return;
      state.info.chairs = notice.chairs;
      state.info.ready = notice.ready;
      return;
    case "refused":
      refuse(state, notice);
      return;
  }
}

function takeFrame(state: TableState, frame: Frame): void {
  // An action that was not answered before the connection broke is settled by the version: either the
  // table has moved on, or the caller sends it again.
  if (state.pending !== null && frame.version > state.pending.version) state.pending = null;
  if (state.frame?.version !== frame.version) state.refusal = null;
  if (frame.phase !== "counted" || frame.deal !== state.frame?.deal) state.continued = false;
  if (frame.phase !== "playing" || !holds(state, frame, state.queued)) state.queued = null;
  state.frame = frame;
}

function holds(state: TableState, frame: Frame, card: string | null): boolean {
  const hand = state.info?.you == null ? undefined : frame.view?.hands[state.info.you];
  return card !== null && hand !== undefined && "open" in hand && hand.open.includes(card);
}

function refuse(state: TableState, notice: Refused & { table?: string | null; id?: string | null }): void {
  if (notice.table != null && notice.table !== state.table) return;
  if (notice.id != null && notice.id === state.pending?.id) {
    state.serial += 1;
    state.refusal = { refused: notice, action: state.pending.action, serial: state.serial };
    state.pending = null;
    state.queued = null;
    return;
  }
  const raced = notice.id == null ? undefined : state.sent.find(({ id }) => id === notice.id);
  if (raced !== undefined) {
    state.serial += 1;
    state.sent = state.sent.filter(({ id }) => id !== raced.id);
    state.refusal = { refused: notice, action: raced.action, serial: state.serial };
    return;
  }
  if (state.frame === null) state.problem = notice;
  else if (notice.id == null && notice.code !== "stale") {
    state.serial += 1;
    state.refusal = { refused: notice, action: "", serial: state.serial };
    state.continued = false;
  }
}

function log(state: TableState, deal: number, event: Event): void {
  state.serial += 1;
  state.log.push({ serial: state.serial, deal, event });
  if (state.log.length > LOG_LENGTH) state.log.splice(0, state.log.length - LOG_LENGTH);
}

/** Whether we may act now: our seat is among the actors and nothing of ours is on its way. */
export function mayAct(state: TableState): boolean {
  const { info, frame, pending } = state;
  return info?.you != null && frame?.phase === "playing" && frame.actors.includes(info.you) && pending === null;
}

/** The seat shown at the bottom: ours, or the first for somebody who only watches. */
export const bottomSeat = (info: TableInfo): Seat => info.you ?? 0;
