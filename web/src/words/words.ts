// The words of the page in the chosen language: its own catalogue and what it says like the terminal, typed, and the games' catalogue, by name.
import { settings, type Language } from "../kit/settings.svelte";
import type { OptionValue, Rejected } from "../house/wire";
import type { texts as pageTexts } from "./en";

export type PageKey = keyof typeof pageTexts;
type Facts = Record<string, unknown>;
interface Catalogue { texts: Record<string, string>; rules: Record<string, string> }

const LANGUAGES: Record<Language, () => Promise<Catalogue>> = { en: () => import("./en"), it: () => import("./it") };
const loaded: Partial<Record<Language, Catalogue>> = {};

/** Brings the words of a language; nothing is said in it before. */
export async function loadWords(language: Language): Promise<void> {
  loaded[language] ??= await LANGUAGES[language]();
}

/** Puts params into the places of a sentence: `"{name} plays"`. */
export function fill(sentence: string, params: Facts): string {
  return sentence.replace(/\{(\w+)\}/g, (place, name: string) => (name in params ? String(params[name]) : place));
}

export function say(key: PageKey, params: Facts = {}): string {
  return fill(loaded[settings.language]?.texts[key] ?? key, params);
}

/** "Ada, Bo and Cy". */
export const listed = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? "") : say("player.and", { first: names.slice(0, -1).join(", "), last: names.at(-1)! });

/** The sentence for one or for many: `key.one` or `key.many`, with `{n}` and whatever else it has places for. */
export function count(key: string, n: number, params: Facts = {}): string {
  return say(`${key}.${Math.abs(n) === 1 ? "one" : "many"}` as PageKey, { ...params, n });
}

/** A word of the games, or nothing when nobody has written it. */
export function rulesWord(key: string, params: Facts = {}): string | null {
  const word = loaded[settings.language]?.rules[key];
  return word === undefined ? null : fill(word, params);
}

/** Every text there is in a language, by its key. */
export const texts = (language: Language): Record<string, string> => ({ ...loaded[language]?.texts, ...loaded[language]?.rules });

/** "captureObligation" → "Capture obligation": what is left when a word is missing. */
export function plain(code: string): string {
  const words = code.replace(/([a-z])([A-Z])/g, "$1 $2").replace(/[-_.]/g, " ").toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export const gameName = (game: string) => rulesWord(`game.${game}`) ?? plain(game);
export const gameHelp = (game: string) => rulesWord(`game.${game}.about`) ?? "";
export const presetName = (game: string, preset: string) =>
  rulesWord(`preset.${game}.${preset}`) ?? rulesWord(`preset.${preset}`) ?? plain(preset);
/** What is particular about a preset, in a sentence. */
export const presetHelp = (game: string, preset: string) => rulesWord(`preset.${game}.${preset}.help`) ?? rulesWord(`preset.${preset}.help`);
export const optionName = (game: string, key: string) => rulesWord(`option.${game}.${key}`) ?? plain(key);
export const optionHelp = (game: string, key: string) => rulesWord(`option.${game}.${key}.help`);
export function optionValue(game: string, key: string, value: OptionValue): string {
  const word = rulesWord(`option.${game}.${key}.${value}`);
  if (word !== null) return word;
  if (typeof value === "boolean") return say(value ? "word.on" : "word.off");
  return typeof value === "number" ? halves(value) : plain(value);
}
export const countName = (game: string, category: string) =>
  rulesWord(`count.${game}.${category}`) ?? rulesWord(`count.${category}`) ?? plain(category);

/** What the totals of a game are: points, unless it says otherwise. */
export const totalName = (game: string) => rulesWord(`total.${game}`) ?? say("counting.total");
/** What has to be known of a total that is not won but kept. */
export const totalHelp = (game: string) => rulesWord(`total.help.${game}`);

/** What a category counts: "most coins". */
export const countHelp = (game: string, category: string) => rulesWord(`count.${game}.${category}.help`) ?? rulesWord(`count.${category}.help`);

/** A word of the page under a name that is only known while running. */
export function pageWord(key: string, params: Facts = {}): string | null {
  const word = loaded[settings.language]?.texts[key];
  return word === undefined ? null : fill(word, params);
}

/** A refusal as a sentence in the reader's language, or the server's own. */
export function refusalWords(refused: Rejected, params: Facts = refused.params ?? {}): string {
  const finer = refused.reason ? (rulesWord(`refusal.${refused.reason}`, params) ?? pageWord(`refusal.${refused.reason}`, params)) : null;
  const sentence = finer ?? rulesWord(`refusal.${refused.code}`, params) ?? pageWord(`refusal.${refused.code}`, params);
  // A sentence with an unfilled place is worse than the server's own.
  return sentence !== null && !/\{\w+\}/.test(sentence) && (finer !== null || !["illegal", "options"].includes(refused.code))
    ? capital(sentence)
    : capital(refused.message);
}

/** A number as people write it: 30½. */
export const halves = (value: number): string =>
  `${value < 0 ? "−" : ""}${Math.trunc(value) === 0 && value !== 0 ? "" : Math.abs(Math.trunc(value))}${Number.isInteger(value) ? "" : "½"}`;

/** Points that somebody has: "12", "−3". */
export const total = (points: number): string => (points < 0 ? `−${-points}` : String(points));

/** Points as they are added: "+3", "−2". */
export const signed = (points: number): string => (points === 0 ? "0" : points > 0 ? `+${points}` : `−${-points}`);

/** A sum of money, from hundredths: "8.35"; what is won or lost has its sign. */
export function money(hundredths: number, withSign = false): string {
  const shown = new Intl.NumberFormat(settings.language, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(Math.abs(hundredths) / 100);
  const sign = hundredths < 0 ? "−" : withSign && hundredths > 0 ? "+" : "";
  return `${sign}${shown}`;
}

export const capital = (sentence: string) => sentence.charAt(0).toUpperCase() + sentence.slice(1);
