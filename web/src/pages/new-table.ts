// The form of a new table: the choices, the preset's values, and the request it becomes.
import { GAMES } from "../games";
import { isTimeControlName, offeredTimeControls, TIME_CONTROLS, type TimeControlName } from "../table/time-control";
import type { Game, NewChair, NewTable, Option, OptionValue, Options, Preset, ApiError } from "../backend/wire";
import { settings } from "../kit/settings.svelte";

/** A chair of the form, which offers no open chairs of bots. */
export type FormChair = Exclude<NewChair, { openBot: string }>;

export interface Form {
  preset: string;
  seats: number;
  chairs: FormChair[];
  /** The options that differ from the preset. */
  changes: Options;
  /** Stake in hundredths; null without a stake. */
  stake?: number | null;
  /** Time control; without it there is no limit. */
  time?: TimeControlName;
}

const KEY = "parlour.form.";

/** Returns the default bot: the middle one, and of two the weaker. */
export const usualBot = (game: Game): string => game.bots[Math.floor((game.bots.length - 1) / 2)] ?? "random";

export function firstForm(game: Game): Form {
  const preset = game.presets[0]!;
  const seats = preset.tables[0]?.seats ?? game.seats[0] ?? 2;
  return { preset: preset.id, seats, chairs: chairsFor(game, seats, []), changes: {} };
}

/** Returns chairs for `seats` players. Keeps those already chosen. Exactly one is this player's. */
export function chairsFor(game: Game, seats: number, chosen: readonly FormChair[]): FormChair[] {
  const usual = (GAMES[game.id]?.chairs?.mine ?? 0) % seats;
  const chairs = Array.from({ length: seats }, (_, seat): FormChair => chosen[seat] ?? (seat === usual ? "me" : { bot: usualBot(game) }));
  const chosenFirst = chairs.indexOf("me");
  const mine = chosenFirst < 0 ? usual : chosenFirst;
  return chairs.map((chair, seat) => (seat === mine ? "me" : chair === "me" ? { bot: usualBot(game) } : chair));
}

/**
 * Returns the seat for an invited friend. At a table for four it is the one across, where a partner sits if
 * the game has partners. At any other table it is the last other seat.
 */
export function friendsSeat(chairs: readonly FormChair[]): number {
  const mine = chairs.indexOf("me");
  return chairs.length === 4 ? (mine + 2) % 4 : chairs.findLastIndex((_, seat) => seat !== mine);
}

/** Returns the form with the friend's seat open, and bots in all other chairs. */
export function withFriend(game: Game, form: Form): Form {
  const alone = withBots(game, form);
  const friend = friendsSeat(alone.chairs);
  return { ...alone, chairs: alone.chairs.map((chair, seat) => (seat === friend ? "open" : chair)) };
}

/** Returns the form with bots instead of open chairs. */
export const withBots = (game: Game, form: Form): Form => ({ ...form, chairs: form.chairs.map((chair) => (chair === "open" ? { bot: usualBot(game) } : chair)) });

export const presetOf = (game: Game, form: Form): Preset => game.presets.find(({ id }) => id === form.preset) ?? game.presets[0]!;

/**
 * Returns the preset's options at this number of seats; at its first number if it has no options for this
 * one.
 */
export function presetOptions(game: Game, form: Form): Options {
  const { tables } = presetOf(game, form);
  return (tables.find(({ seats }) => seats === form.seats) ?? tables[0])?.options ?? {};
}

export const valueOf = (game: Game, form: Form, key: string): OptionValue | undefined =>
  form.changes[key] ?? presetOptions(game, form)[key];

/** Whether an option has an effect: another one may have to have certain values. */
function hasEffect(game: Game, form: Form, { needs }: Option): boolean {
  return needs === undefined || !("oneOf" in needs.values) || needs.values.oneOf.includes(valueOf(game, form, needs.key)!);
}

/** Sets an option. If it equals the preset again, it is no longer a change; nor are options that have no effect now. */
export function change(game: Game, form: Form, key: string, value: OptionValue): void {
  if (presetOptions(game, form)[key] === value) delete form.changes[key];
  else form.changes[key] = value;
  dropIdle(game, form);
}

function dropIdle(game: Game, form: Form): void {
  for (const option of game.options) if (!hasEffect(game, form, option)) delete form.changes[option.key];
}

/**
 * Adapts the form to another preset or size. Changes that are unknown there, or equal the preset, are
 * dropped.
 */
export function tidy(game: Game, form: Form): void {
  form.chairs = chairsFor(game, form.seats, form.chairs);
  const options = presetOptions(game, form);
  for (const [key, value] of Object.entries(form.changes)) {
    if (!(key in options) || options[key] === value) delete form.changes[key];
  }
  dropIdle(game, form);
}

export function asNewTable(game: Game, form: Form, name: string): NewTable {
  const stake = game.stake === null ? null : (form.stake ?? null);
  const timeControl = TIME_CONTROLS[form.time ?? "none"];
  return { game: game.id, options: { preset: form.preset, ...form.changes }, seats: form.seats, chairs: [...form.chairs], name, stake, timeControl };
}

/**
 * Parses an amount, "0.05" or "0,05", in hundredths. Returns null for an empty text, undefined for an invalid
 * one.
 */
export function readSum(text: string): number | null | undefined {
  if (text.trim() === "") return null;
  const parts = /^(\d{1,4})(?:[.,](\d{1,2}))?$/.exec(text.trim());
  if (parts === null) return undefined;
  const sum = Number(parts[1]) * 100 + Number((parts[2] ?? "").padEnd(2, "0"));
  return sum === 0 ? null : sum;
}

/** Formats an amount so that `readSum` parses it again, without thousands separators. */
export const writtenSum = (sum: number | null): string =>
  sum === null ? "" : new Intl.NumberFormat(settings.language, { minimumFractionDigits: 2, maximumFractionDigits: 2, useGrouping: false }).format(sum / 100);

/** The typed text of an amount, and its value. */
export interface TypedSum { text: string; sum: number | null }

/**
 * Returns the text of an amount's field. While the value is unchanged, it is the typed text: formatted after
 * every key, the "1" of "15" would become "1.00" before the "5" comes. Other values are formatted.
 */
export const sumText = (typed: TypedSum | null, sum: number | null): string => (typed?.sum === sum ? typed.text : writtenSum(sum));

/** Returns the options that a player may set. Those that only change the drawing come last. */
export const settable = (game: Game): Option[] =>
  game.options.filter(({ key }) => key !== "preset").toSorted((a, b) => Number(a.display) - Number(b.display));

/** Number of options shown at first. A game with hardly more shows them all. */
const AT_ONCE = 6;
const FEW = AT_ONCE + 2;

/** Splits the options that have an effect, which are in reading order: the first ones, and the rest to unfold. */
export function offeredRules(game: Game, form: Form): { usual: Option[]; rare: Option[] } {
  const all = settable(game).filter((option) => hasEffect(game, form, option));
  const cut = all.length <= FEW ? all.length : AT_ONCE;
  return { usual: all.slice(0, cut), rare: all.slice(cut) };
}

/** Returns the field that a refusal is about, or null. */
export function fieldOf(game: Game, refused: ApiError): string | null {
  const named = refused.params?.option ?? refused.params?.key;
  if (named === "seats" || named === "preset" || named === "chairs") return named;
  if (typeof named === "string" && game.options.some(({ key }) => key === named)) return named;
  const ruled = game.options.filter(({ rule }) => refused.rule != null && rule === refused.rule);
  return ruled.length === 1 ? ruled[0]!.key : null;
}

/**
 * Stores the form for the next table. After a table with a friend the old form stays, because its rules were
 * agreed on with that friend.
 */
export function keepForm(game: Game, form: Form): void {
  const kept = form.chairs.includes("open") ? keptForm(game) : form;
  localStorage.setItem(KEY + game.id, JSON.stringify(kept));
}

/** Whether this browser has ever opened this game. */
export const wasOpened = (game: string): boolean => localStorage.getItem(KEY + game) !== null;

export function keptForm(game: Game, kept: string | null = localStorage.getItem(KEY + game.id)): Form {
  const fresh = firstForm(game);
  try {
    const form = JSON.parse(kept ?? "null") as Form | null;
    if (form === null || typeof form !== "object") return fresh;
    const known =
      game.presets.some(({ id }) => id === form.preset) && game.seats.includes(form.seats) && Array.isArray(form.chairs) &&
      typeof form.changes === "object" && form.chairs.every((chair) => typeof chair === "string" || game.bots.includes(chair.bot));
    if (!known) return fresh;
    if (!isTimeControlName(form.time) || !offeredTimeControls(game).includes(form.time)) delete form.time;
    tidy(game, form);
    return form;
  } catch {
    return fresh;
  }
}
