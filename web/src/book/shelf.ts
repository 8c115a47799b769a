// Where the books stand: one text a game and language, and what the house offers, all loaded when somebody reads.
import { base } from "../kit/base";
import type { Language } from "../kit/settings.svelte";
import type { Game, Options } from "../house/wire";
import { readBook, type Passage } from "./read";

const TEXTS = import.meta.glob<string>("../../../text/*/book/*.md", { query: "?raw", import: "default" });

/** A book: of a game of the house, or of no game, as that of decks. */
export interface Reading { game: Game | null; passages: Passage[] }
/** The book that belongs to all games. */
export const DECKS = "decks";

/** The games of the house, as they were when the page was built. */
export const games = async (): Promise<Game[]> => (await import("./games.json")).default as unknown as Game[];

/** The book of a game or of decks, or null when the house has no such game or nobody has written it. */
export async function book(game: string, language: Language): Promise<Reading | null> {
  const load = TEXTS[`../../../text/${language}/book/${game}.md`];
  const known = (await games()).find(({ id }) => id === game) ?? null;
  return load === undefined || (known === null && game !== DECKS) ? null : { game: known, passages: readBook(await load()) };
}

/** How a game is played: a preset at a table of some size, and what was changed. */
export interface Manner { preset: string; seats: number; changes: Options }

/** Every option with its value, and the number of seats among them. */
export function played(game: Game, { preset, seats, changes }: Manner): Options {
  const { tables } = game.presets.find(({ id }) => id === preset) ?? game.presets[0]!;
  const table = tables.find((table) => table.seats === seats) ?? tables[0]!;
  return { ...table.options, ...changes, seats };
}

/** What really overrides from the preset. */
export function differing(game: Game, manner: Manner): Options {
  const plain = played(game, { ...manner, changes: {} });
  return Object.fromEntries(Object.entries(manner.changes).filter(([key, value]) => key in plain && plain[key] !== value));
}

/** The address of the page that shows a game as it is played like this. */
export function address(game: Game, manner: Manner): string {
  const query = new URLSearchParams({ preset: manner.preset, seats: String(manner.seats) });
  for (const [key, value] of Object.entries(differing(game, manner))) query.set(key, String(value));
  return `${base}rules/${game.id}?${query}`;
}

/** The manner an address asks for; what it says wrongly is as if it said nothing. */
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
