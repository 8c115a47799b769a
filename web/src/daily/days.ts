// The deals of the day that this browser has played. The first try of each counts and is stored.
import { isLocal } from "../backend/backend";
import type { Part } from "../kit/carried";
import { isObject } from "../kit/is-object";

/**
 * A try: its table, and this player's points with the best of the others. `result` is null while it is in
 * progress.
 */
export interface Try { table: string; result: readonly [number, number] | null }
/** Tries at the deals of the day, by game and by day, such as `2026-11-23`. */
export type Tries = Record<string, Record<string, Try>>;

const KEY = "parlour.days";
/** Number of days that can be played, including today. */
export const DAYS = 30;

const isTry = (value: unknown): boolean =>
  isObject(value) && typeof value.table === "string" && (value.result === null || (Array.isArray(value.result) && value.result.length === 2 && value.result.every(Number.isSafeInteger)));
const isTries = (value: unknown): value is Tries =>
  isObject(value) && Object.values(value).every((game) => isObject(game) && Object.entries(game).every(([day, one]) => /^\d{4}-\d\d-\d\d$/.test(day) && isTry(one)));

export function tries(): Tries {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return isTries(kept) ? kept : {};
  } catch {
    return {};
  }
}
const keep = (all: Tries) => localStorage.setItem(KEY, JSON.stringify(all));

/** Stores the first try of a day. Later tries do not count. */
export function noteBegun(game: string, day: string, table: string): void {
  const all = tries();
  if (all[game]?.[day] === undefined) keep({ ...all, [game]: { ...all[game], [day]: { table, result: null } } });
}
/** Stores the result if the table is that of the first try, and returns whether it is. */
export function noteOver(game: string, day: string, table: string, result: readonly [number, number]): boolean {
  const all = tries();
  if (all[game]?.[day]?.table !== table) return false;
  keep({ ...all, [game]: { ...all[game], [day]: { table, result } } });
  return true;
}

/** Formats a local date as the backend does. */
export function dayOf(date: Date): string {
  const two = (number: number) => String(number).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
/** Returns the days that can be played, today first. */
export function lastDays(today: Date = new Date()): string[] {
  return Array.from({ length: DAYS }, (_, ago) => dayOf(new Date(today.getFullYear(), today.getMonth(), today.getDate() - ago, 12)));
}
/** Converts a day to a date. */
export const dateOf = (day: string): Date => new Date(`${day}T12:00:00`);

/** Whether another device can use a try. A try in progress in this browser cannot be finished there. */
const isForOthers = ({ table, result }: Try): boolean => result !== null || !isLocal(table);

/** The part for another device. The first tries of the file count. */
export const daysPart: Part<Tries> = {
  name: "days",
  carry() {
    const games = Object.entries(tries()).map(([game, days]) => [game, Object.fromEntries(Object.entries(days).filter(([, one]) => isForOthers(one)))] as const);
    const carried = games.filter(([, days]) => Object.keys(days).length > 0);
    return carried.length === 0 ? undefined : Object.fromEntries(carried);
  },
  read: (found) => (isTries(found) ? { value: found } : { wrong: "days" }),
  take(value) {
    const all = tries();
    for (const [game, days] of Object.entries(value)) all[game] = { ...days, ...all[game] };
    keep(all);
  },
};
