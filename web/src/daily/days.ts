// The deals of the day this browser has played: the first try of each counts, and is kept.
import { isLocal } from "../house/house";
import type { Part } from "../kit/carried";
import { isObject } from "../kit/is-object";

/** A try: at which table, and how it ended for us and for the best of the others; nothing while it goes on. */
export interface Try { table: string; result: readonly [number, number] | null }
/** By game, and by the day as `2026-11-23`. */
export type Tries = Record<string, Record<string, Try>>;

const KEY = "parlour.days";
/** So many days can be played, today's among them. */
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

/** Somebody sits down; if they had before, that try is the one that counts. */
export function noteBegun(game: string, day: string, table: string): void {
  const all = tries();
  if (all[game]?.[day] === undefined) keep({ ...all, [game]: { ...all[game], [day]: { table, result: null } } });
}
/** It is over; of another table than that of the first try nothing is kept. Whether it counts. */
export function noteOver(game: string, day: string, table: string, result: readonly [number, number]): boolean {
  const all = tries();
  if (all[game]?.[day]?.table !== table) return false;
  keep({ ...all, [game]: { ...all[game], [day]: { table, result } } });
  return true;
}

/** A day as the house writes it, where we are. */
export function dayOf(date: Date): string {
  const two = (number: number) => String(number).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
/** The days that can be played, today first. */
export function lastDays(today: Date = new Date()): string[] {
  return Array.from({ length: DAYS }, (_, ago) => dayOf(new Date(today.getFullYear(), today.getMonth(), today.getDate() - ago, 12)));
}
/** As a date of the calendar. */
export const dateOf = (day: string): Date => new Date(`${day}T12:00:00`);

/** Whether another device has a use for it: what goes on at a table of this browser could not be finished there. */
const isForOthers = ({ table, result }: Try): boolean => result !== null || !isLocal(table);

/** Carried to another device: what was played first there is what counts. */
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
