// The current times of a table's clocks, and their texts.
import type { PlayerClock, TableInfo } from "../backend/wire";
import { say } from "../words/words";

export interface Time {
  /**
   * Remaining delay of this action, in milliseconds. Null if it is used up, or if the clock is not in
   * use.
   */
  delay: number | null;
  /** Remaining bank of the clock, in milliseconds. */
  bank: number;
  /** Whether the clock is running. */
  runs: boolean;
}

/** Computes the time at `now` from a clock received at `told`. Both are times of this device. */
export function timeOf({ bank, delay, elapsed, runs }: PlayerClock, told: number, now: number): Time {
  if (elapsed === null) return { delay: null, bank, runs: false };
  const thought = elapsed + (runs ? Math.max(0, now - told) : 0);
  return { delay: thought < delay ? delay - thought : null, bank: Math.max(0, bank - Math.max(0, thought - delay)), runs };
}

/** Total time left for this action, in milliseconds. */
export const leftOf = ({ delay, bank }: Time): number => (delay ?? 0) + bank;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Formats a time: “1:05”, “2 d 3 h”, “3 h 20 min”. Seconds are rounded up. */
export function clockText(millis: number): string {
  const hours = Math.floor((millis % DAY) / HOUR);
  if (millis >= DAY) return say("clock.inDays", { days: Math.floor(millis / DAY), hours });
  if (millis >= HOUR) return say("clock.inHours", { hours, minutes: Math.floor((millis % HOUR) / MINUTE) });
  const seconds = Math.ceil(millis / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** Below this time, in milliseconds, a clock is shown as running out. */
const LOW = 10_000;

/** Whether the time is shown in hours or days. */
export const isLong = (time: Time): boolean => Math.max(time.delay ?? 0, time.bank) >= HOUR;

export const isLow = (time: Time): boolean => time.runs && leftOf(time) <= LOW;

/** Returns the seats whose clocks are shown: players without a substitute. */
export const timed = (info: TableInfo): number[] =>
  info.clocks.length === 0 ? [] : info.chairs.flatMap((chair, seat) => (chair.kind === "person" && chair.substitute === null ? [seat] : []));
