// The form of a new table: the choices, the preset's values, and the request it becomes.
import { GAMES } from "../games";
import { isTimeControlName, offeredTimeControls, TIME_CONTROLS, type TimeControlName } from "../table/time-control";
import type { Game, NewChair, NewTable, Option, OptionValue, Options, Preset } from "../backend/wire";

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
  /** Whether only the players of a table with friends can watch. */
  playersOnly?: boolean;
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
export function hasEffect(game: Game, form: Form, { needs }: Option): boolean {
  return needs === undefined || !("oneOf" in needs.values) || needs.values.oneOf.includes(valueOf(game, form, needs.key)!);
}

/** Drops changes of options that have no effect. */
export function dropIdle(game: Game, form: Form): void {
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
  const audience = form.playersOnly === true && form.chairs.includes("open") ? { audience: "players" as const } : {};
  return { game: game.id, options: { preset: form.preset, ...form.changes }, seats: form.seats, chairs: [...form.chairs], name, stake, timeControl, ...audience };
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
