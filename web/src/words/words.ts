// The texts of the page in the chosen language: the page's own with typed keys, and those of the games,
// looked up by name.
import { settings, type Language } from "../kit/settings.svelte";
import type { OptionValue, ApiError } from "../backend/wire";
import type { texts as pageTexts } from "./en";

export type PageKey = keyof typeof pageTexts;
type Facts = Record<string, unknown>;
interface Catalogue { texts: Record<string, string>; rules: Record<string, string> }

const LANGUAGES: Record<Language, () => Promise<Catalogue>> = { en: () => import("./en"), it: () => import("./it") };
const loaded: Partial<Record<Language, Catalogue>> = {};

/** Loads the texts of a language. Call it before any other function for that language. */
export async function loadWords(language: Language): Promise<void> {
  loaded[language] ??= await LANGUAGES[language]();
}

/** Fills the placeholders of a sentence: `"{name} plays"`. */
export function fill(sentence: string, params: Facts): string {
  return sentence.replace(/\{(\w+)\}/g, (place, name: string) => (name in params ? String(params[name]) : place));
}

export function say(key: PageKey, params: Facts = {}): string {
  return fill(loaded[settings.language]?.texts[key] ?? key, params);
}

/** Returns a list: "Ada, Bo and Cy". */
export const listed = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? "") : say("player.and", { first: names.slice(0, -1).join(", "), last: names.at(-1)! });

/** Returns the words before an item of such a list. */
export const joint = (index: number, count: number): string => (index === 0 ? "" : index < count - 1 ? ", " : say("player.and", { first: "", last: "" }));

/** Returns the singular or plural sentence: `key.one` or `key.many`, with `{n}` and other placeholders. */
export function count(key: string, n: number, params: Facts = {}): string {
  return say(`${key}.${Math.abs(n) === 1 ? "one" : "many"}` as PageKey, { ...params, n });
}

/** Returns a text of the games, or null if there is none. */
export function rulesWord(key: string, params: Facts = {}): string | null {
  const word = loaded[settings.language]?.rules[key];
  return word === undefined ? null : fill(word, params);
}

/** Returns all texts of a language by key. */
export const texts = (language: Language): Record<string, string> => ({ ...loaded[language]?.texts, ...loaded[language]?.rules });

/** Converts an identifier to words: "captureObligation" → "Capture obligation". Used if a text is missing. */
export function plain(code: string): string {
  const words = code.replace(/([a-z])([A-Z])/g, "$1 $2").replace(/[-_.]/g, " ").toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export const gameName = (game: string) => rulesWord(`game.${game}`) ?? plain(game);
/** Names a deal by its number from 1, in the words of its game. */
export const dealName = (game: string, n: number) => rulesWord(`deal.${game}`, { n }) ?? say("table.deal", { n });
/** Returns what a player must keep in mind during every deal: "king = 7". */
export const dealNote = (game: string): string | null => rulesWord(`deal.note.${game}`);
export const gameHelp = (game: string) => rulesWord(`game.${game}.about`) ?? "";
export const presetName = (game: string, preset: string) =>
  rulesWord(`preset.${game}.${preset}`) ?? rulesWord(`preset.${preset}`) ?? plain(preset);
export const optionName = (game: string, key: string) => rulesWord(`option.${game}.${key}`) ?? plain(key);
export function optionValue(game: string, key: string, value: OptionValue): string {
  const word = rulesWord(`option.${game}.${key}.${value}`);
  if (word !== null) return word;
  if (typeof value === "boolean") return say(value ? "word.on" : "word.off");
  return typeof value === "number" ? halves(value) : plain(value);
}
export const countName = (game: string, category: string) =>
  rulesWord(`count.${game}.${category}`) ?? rulesWord(`count.${category}`) ?? plain(category);

/** Returns the name of a game's totals; "points" is the default. */
export const totalName = (game: string) => rulesWord(`total.${game}`) ?? say("counting.total");
/** Returns an explanation of totals that are kept rather than won. */
export const totalHelp = (game: string) => rulesWord(`total.help.${game}`);

/** Returns the description of a scoring category, such as "most coins". */
export const countHelp = (game: string, category: string) => rulesWord(`count.${game}.${category}.help`) ?? rulesWord(`count.${category}.help`);

/** Returns a text of the page by a key that is known only at run time. */
export function pageWord(key: string, params: Facts = {}): string | null {
  const word = loaded[settings.language]?.texts[key];
  return word === undefined ? null : fill(word, params);
}

/** Returns a refusal as a sentence in the player's language, or the server's message. */
export function refusalWords(refused: ApiError, params: Facts = refused.params ?? {}): string {
  const finer = refused.reason ? (rulesWord(`refusal.${refused.reason}`, params) ?? pageWord(`refusal.${refused.reason}`, params)) : null;
  const sentence = finer ?? rulesWord(`refusal.${refused.code}`, params) ?? pageWord(`refusal.${refused.code}`, params);
  // The server's message is better than a sentence with an unfilled placeholder.
  return sentence !== null && !/\{\w+\}/.test(sentence) && (finer !== null || !["illegal", "options"].includes(refused.code))
    ? capital(sentence)
    : capital(refused.message);
}

/** Formats a number with halves, such as 30½. */
export const halves = (value: number): string =>
  `${value < 0 ? "−" : ""}${Math.trunc(value) === 0 && value !== 0 ? "" : Math.abs(Math.trunc(value))}${Number.isInteger(value) ? "" : "½"}`;

/** Formats a total: "12", "−3". */
export const total = (points: number): string => (points < 0 ? `−${-points}` : String(points));

/** Formats points that are added: "+3", "−2". */
export const signed = (points: number): string => (points === 0 ? "0" : points > 0 ? `+${points}` : `−${-points}`);

/** Formats an amount of money in hundredths, such as "8.35", with a sign if asked for. */
export function money(hundredths: number, withSign = false): string {
  const shown = new Intl.NumberFormat(settings.language, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(Math.abs(hundredths) / 100);
  const sign = hundredths < 0 ? "−" : withSign && hundredths > 0 ? "+" : "";
  return `${sign}${shown}`;
}

export const capital = (sentence: string) => sentence.charAt(0).toUpperCase() + sentence.slice(1);
