// The players on this device's pads: suggestions for a new match, and statistics.
import { isRefused, type PadsClient, type Pad, type Sheet } from "./client";
import { padText, shelf } from "./shelf";

const PEOPLE = "parlour.people";
/** Maximum number of suggestions. The player whose last match is oldest is dropped first. */
const MOST = 40;

/**
 * Returns the saved players, the last active first. If none are saved, it returns the players of all pads.
 */
export function savedPeople(store: Storage = localStorage): string[] {
  try {
    const kept: unknown = JSON.parse(store.getItem(PEOPLE) ?? "null");
    if (Array.isArray(kept)) return kept.filter((name) => typeof name === "string");
  } catch {
    // Invalid data counts as none.
  }
  return [...new Set(shelf(store).flatMap(({ players }) => players))].slice(0, MOST);
}

function keepPeople(names: readonly string[], store: Storage): void {
  try {
    store.setItem(PEOPLE, JSON.stringify([...new Set(names)].slice(0, MOST)));
  } catch {
    // If storage fails, names must be typed again.
  }
}
/**
 * Saves the players of a new match. `unnamed`: placeholders for players without a name, which are not saved.
 */
export const savePeople = (names: readonly string[], unnamed: readonly string[] = [], store: Storage = localStorage): void =>
  keepPeople([...names.map((name) => name.trim()).filter((name) => name !== "" && !unnamed.includes(name)), ...savedPeople(store)], store);
export const forgetPerson = (name: string, store: Storage = localStorage): void => keepPeople(savedPeople(store).filter((other) => other !== name), store);

/** A finished match on a pad. */
export interface Played {
  readonly game: string;
  /** The evening of its start, such as `2026-11-23`; null if no time is stored. */
  readonly day: string | null;
  readonly players: readonly string[];
  /** The total of each player's side. */
  readonly totals: readonly number[];
  readonly winners: readonly number[];
}

/** End of an evening after midnight, in milliseconds. */
const PAST_MIDNIGHT = 5 * 3_600_000;
/** Returns the evening of a time. A match before five in the morning belongs to the day before. */
export function dayOf(at: string | null): string | null {
  const time = at === null ? NaN : Date.parse(at);
  if (Number.isNaN(time)) return null;
  const date = new Date(time - PAST_MIDNIGHT);
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
}

/** Returns the finished matches of a pad. */
export const playedOn = (pad: Pick<Pad, "operations">, sheets: readonly Pick<Sheet, "id" | "game" | "players" | "columns" | "totals" | "winners" | "over">[]): Played[] => {
  const begun = new Map(pad.operations.map(({ id, at }) => [id, at ?? null]));
  return sheets.filter(({ over }) => over).map(({ id, game, players, columns, totals, winners }) => ({
    game,
    day: dayOf(begun.get(id) ?? null),
    players,
    totals: players.map((_, seat) => totals[columns.findIndex(({ seats }) => seats.includes(seat))] ?? 0),
    winners,
  }));
};

/** Returns the finished matches of all pads on this device. */
export function playedHere(client: Pick<PadsClient, "view">, store: Storage = localStorage): Played[] {
  return shelf(store).flatMap(({ key }) => {
    const answer = client.view(JSON.parse(padText(key, store) ?? "{}") as Pad);
    return isRefused(answer) ? [] : playedOn(answer.pad, answer.view.matches);
  });
}

/** Statistics of a player. */
export interface Person { readonly name: string; readonly evenings: number; readonly matches: number; readonly won: number; /** Average total at the end of a match. */ readonly average: number }

/** Returns the statistics of all players with a finished match, the one with the most wins first. */
export function people(played: readonly Played[]): Person[] {
  const found = new Map<string, { days: Set<string>; matches: number; won: number; sum: number }>();
  for (const { day, players, totals, winners } of played) {
    players.forEach((player, seat) => {
      const name = player.trim();
      const person = found.get(name) ?? { days: new Set(), matches: 0, won: 0, sum: 0 };
      found.set(name, person);
      if (day !== null) person.days.add(day);
      person.matches += 1;
      person.won += Number(winners.includes(seat));
      person.sum += totals[seat] ?? 0;
    });
  }
  return [...found]
    .map(([name, { days, matches, won, sum }]) => ({ name, evenings: days.size, matches, won, average: sum / matches }))
    .toSorted((one, other) => other.won - one.won || one.matches - other.matches || one.name.localeCompare(other.name));
}

/** Returns the months with matches, the last first, such as `2026-11`. */
export const months = (played: readonly Played[]): string[] => [...new Set(played.flatMap(({ day }) => day?.slice(0, 7) ?? []))].sort().reverse();
