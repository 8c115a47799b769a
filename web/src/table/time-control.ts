// Time controls: the offered ones, and their texts.
import type { Game, TimeControl } from "../backend/wire";
import { count as howMany, say } from "../words/words";

const DAY = 86_400;

/** Time controls for a new card table, by name. */
export const TIME_CONTROLS = {
  none: null,
  quick: { delay: 8, bank: 60, increment: 0 },
  normal: { delay: 20, bank: 120, increment: 2 },
  slow: { delay: 45, bank: 300, increment: 5 },
  day: { delay: DAY, bank: 0, increment: 0 },
  days: { delay: 3 * DAY, bank: 0, increment: 0 },
  week: { delay: 7 * DAY, bank: 0, increment: 0 },
} satisfies Record<string, TimeControl | null>;

export type TimeControlName = keyof typeof TIME_CONTROLS;

export const isTimeControlName = (name: unknown): name is TimeControlName => typeof name === "string" && name in TIME_CONTROLS;

/** Whether a player has days for an action, instead of a clock that runs on. */
export const takesDays = (control: TimeControl | null): boolean => control !== null && control.delay >= DAY;

/** Returns the time controls of a game. A race has none, and games with sealed answers have none in days. */
export function offeredTimeControls(game: Game): TimeControlName[] {
  if (game.turns === "race") return [];
  const names = Object.keys(TIME_CONTROLS) as TimeControlName[];
  return names.filter((name) => game.turns === "taken" || !takesDays(TIME_CONTROLS[name]));
}

/** Describes a time control, such as “8 s for each action and 60 s beyond”. */
export function timeControlWords(control: TimeControl): string {
  if (takesDays(control)) return howMany("clock.days", control.delay / DAY);
  const words = say("clock.seconds", { free: control.delay, bank: control.bank });
  return control.increment === 0 ? words : `${words} ${say("clock.increment", { n: control.increment })}`;
}
