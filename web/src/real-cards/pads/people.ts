// The people of the house: who is suggested when a match is begun, and what each has done on the pads of this device.
import { isRefused, type PadsClient, type Pad, type Sheet } from "./client";
import { padText, shelf } from "./shelf";

const PEOPLE = "parlour.people";
/** So many are suggested; who has not played for longest is forgotten first. */
const MOST = 40;

/** Who has played, the last first. Before anybody was saved: whoever stands on a pad. */
export function savedPeople(store: Storage = localStorage): string[] {
  try {
    const kept: unknown = JSON.parse(store.getItem(PEOPLE) ?? "null");
    if (Array.isArray(kept)) return kept.filter((name) => typeof name === "string");
  } catch {
    // Broken storage is the same as none.
  }
  return [...new Set(shelf(store).flatMap(({ players }) => players))].slice(0, MOST);
}

function keepPeople(names: readonly string[], store: Storage): void {
  try {
    store.setItem(PEOPLE, JSON.stringify([...new Set(names)].slice(0, MOST)));
  } catch {
    // Then they are typed again.
  }
}
/** These sit down now. `unnamed`: what is written for somebody without a name, which is nobody's. */
export const savePeople = (names: readonly string[], unnamed: readonly string[] = [], store: Storage = localStorage): void =>
  keepPeople([...names.map((name) => name.trim()).filter((name) => name !== "" && !unnamed.includes(name)), ...savedPeople(store)], store);
export const forgetPerson = (name: string, store: Storage = localStorage): void => keepPeople(savedPeople(store).filter((other) => other !== name), store);

/** A match on a pad that was played to its end. */
export interface Played {
  readonly game: string;
  /** The evening on which it was begun, as `2026-11-23`; nothing if no time was written down. */
  readonly day: string | null;
  readonly players: readonly string[];
  /** The total of each player's side. */
  readonly totals: readonly number[];
  readonly winners: readonly number[];
}

/** So long an evening goes on after midnight, in ms. */
const PAST_MIDNIGHT = 5 * 3_600_000;
/** The evening to which a time belongs: what is played before five in the morning is of the day before. */
export function dayOf(at: string | null): string | null {
  const time = at === null ? NaN : Date.parse(at);
  if (Number.isNaN(time)) return null;
  const date = new Date(time - PAST_MIDNIGHT);
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
}

/** The finished matches of a pad. */
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

/** The finished matches of every pad on this device. */
export function playedHere(client: Pick<PadsClient, "view">, store: Storage = localStorage): Played[] {
  return shelf(store).flatMap(({ key }) => {
    const answer = client.view(JSON.parse(padText(key, store) ?? "{}") as Pad);
    return isRefused(answer) ? [] : playedOn(answer.pad, answer.view.matches);
  });
}

/** What somebody has done. */
export interface Person { readonly name: string; readonly evenings: number; readonly matches: number; readonly won: number; /** Their total at the end of a match. */ readonly average: number }

/** Everybody who has played to the end of a match, who won most first. */
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

/** The months in which something was played, the last first, as `2026-11`. */
export const months = (played: readonly Played[]): string[] => [...new Set(played.flatMap(({ day }) => day?.slice(0, 7) ?? []))].sort().reverse();
