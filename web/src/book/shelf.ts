// The rule books, one text for each game and language, loaded with the list of games on first use.
import { base } from "../kit/base";
import type { Language } from "../kit/settings.svelte";
import type { Game, Options } from "../backend/wire";
import { readBook, type Passage } from "./read";

const TEXTS = import.meta.glob<string>("../../../text/*/book/*.md", { query: "?raw", import: "default" });

/** The book of a game, or of no game. */
export interface Reading { game: Game | null; passages: Passage[] }
/** The book about decks of real cards. */
export const DECKS = "decks";
/** The books of no game: that about decks, and that about playing with people. */
export const GENERAL = [DECKS, "people"] as const;
export const isGeneral = (book: string): book is (typeof GENERAL)[number] => (GENERAL as readonly string[]).includes(book);

/** The games as of the build of the page. */
export const games = async (): Promise<Game[]> => (await import("./games.json")).default as unknown as Game[];

/** Returns the book of a game, or one of the general books. Returns null if there is no such game or no book. */
export async function book(game: string, language: Language): Promise<Reading | null> {
  const load = TEXTS[`../../../text/${language}/book/${game}.md`];
  const known = (await games()).find(({ id }) => id === game) ?? null;
  return load === undefined || (known === null && !isGeneral(game)) ? null : { game: known, passages: readBook(await load()) };
}

/** A rule set: a preset at a number of seats, and the changed options. */
export interface Manner { preset: string; seats: number; changes: Options }

/** Returns every option with its value, and the number of seats. */
export function played(game: Game, { preset, seats, changes }: Manner): Options {
  const { tables } = game.presets.find(({ id }) => id === preset) ?? game.presets[0]!;
  const table = tables.find((table) => table.seats === seats) ?? tables[0]!;
  return { ...table.options, ...changes, seats };
}

/** Returns the options that differ from the preset. */
export function differing(game: Game, manner: Manner): Options {
  const plain = played(game, { ...manner, changes: {} });
  return Object.fromEntries(Object.entries(manner.changes).filter(([key, value]) => key in plain && plain[key] !== value));
}

/** Returns the address of the rule book under these options. */
export function address(game: Game, manner: Manner): string {
  const query = new URLSearchParams({ preset: manner.preset, seats: String(manner.seats) });
  for (const [key, value] of Object.entries(differing(game, manner))) query.set(key, String(value));
  return `${base}rules/${game.id}?${query}`;
}

/** Parses the rule set of an address. Invalid parts are ignored. */
export function mannerOf(game: Game, search: string): Manner {
  const query = new URLSearchParams(search);
  const preset = game.presets.find(({ id }) => id === query.get("preset")) ?? game.presets[0]!;
  const asked = Number(query.get("seats"));
  const { seats } = preset.tables.find((table) => table.seats === asked) ?? preset.tables[0]!;
  const changes: Options = {};
  for (const { key, values } of game.options) {
    const text = query.get(key);
    if (text === null) continue;
    const [least, most] = "range" in values ? values.range : [0, 0];
    const value = "oneOf" in values ? values.oneOf.find((one) => String(one) === text) : Number(text);
    if (value === undefined || ("range" in values && !(Number.isInteger(value) && Number(value) >= least && Number(value) <= most))) continue;
    changes[key] = value;
  }
  return { preset: preset.id, seats, changes };
}
