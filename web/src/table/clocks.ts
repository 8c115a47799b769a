// What the clocks of a table say by now, and in which words.
import type { PlayerClock, TableInfo } from "../house/wire";
import { say } from "../words/words";

export interface Time {
  /** What is left of the free time of this action, in milliseconds; null when it is used up, or nobody waits. */
  free: number | null;
  /** What is left beyond that. */
  bank: number;
  /** Whether it runs now. */
  runs: boolean;
}

/** `told` is when the clocks were told of, `now` is now, both by this machine's clock. */
export function timeOf({ bank, free, took, runs }: PlayerClock, told: number, now: number): Time {
  if (took === null) return { free: null, bank, runs: false };
  const thought = took + (runs ? Math.max(0, now - told) : 0);
  return { free: thought < free ? free - thought : null, bank: Math.max(0, bank - Math.max(0, thought - free)), runs };
}

/** All that is left for this action. */
export const leftOf = ({ free, bank }: Time): number => (free ?? 0) + bank;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** “1:05”, “2 d 3 h”, “3 h 20 min”: a second counts until it is over. */
export function clockText(millis: number): string {
  const hours = Math.floor((millis % DAY) / HOUR);
  if (millis >= DAY) return say("clock.inDays", { days: Math.floor(millis / DAY), hours });
  if (millis >= HOUR) return say("clock.inHours", { hours, minutes: Math.floor((millis % HOUR) / MINUTE) });
  const seconds = Math.ceil(millis / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** From so little on a clock is shown as running out. */
const LOW = 10_000;

export const isLow = (time: Time): boolean => time.runs && leftOf(time) <= LOW;

/** The seats whose clocks are shown: those of people. */
export const timed = (info: TableInfo): number[] =>
  info.clocks.length === 0 ? [] : info.chairs.flatMap((chair, seat) => (chair.kind === "person" && chair.standIn === null ? [seat] : []));
