// The rules in the form of a new table: which are shown, what changes, and the one that an error is about.
import type { ApiError, Game, Option, OptionValue } from "../backend/wire";
import { dropIdle, hasEffect, presetOptions, type Form } from "./new-table";

/** Sets an option. If it equals the preset again, it is no longer a change; nor are options that have no effect now. */
export function change(game: Game, form: Form, key: string, value: OptionValue): void {
  if (presetOptions(game, form)[key] === value) delete form.changes[key];
  else form.changes[key] = value;
  dropIdle(game, form);
}

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
