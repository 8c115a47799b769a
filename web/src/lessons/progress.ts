// The solved exercises, whether they were solved without help, and the streak; stored in this browser.
import type { Part } from "../kit/carried";
import { isObject } from "../kit/is-object";
import type { Exercise } from "./exercises";

/** How the learner solved an exercise: unaided, or after a mistake or a hint. */
export type Solved = "alone" | "helped";
/** Solved exercises, by game and by the id of the exercise. */
export type Progress = Record<string, Record<string, Solved>>;

const KEY = "parlour.exercises";
const STREAK = "parlour.puzzle-streak";

const isProgress = (value: unknown): value is Progress =>
  isObject(value) && Object.values(value).every((game) => isObject(game) && Object.values(game).every((solved) => solved === "alone" || solved === "helped"));

export function progress(): Progress {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return isProgress(kept) ? kept : {};
  } catch {
    return {};
  }
}

/** An exercise once solved alone stays so. */
function merged(before: Progress, more: Progress): Progress {
  const all = { ...before };
  for (const [game, solved] of Object.entries(more)) {
    const own = { ...all[game] };
    for (const [id, how] of Object.entries(solved)) if (own[id] !== "alone") own[id] = how;
    all[game] = own;
  }
  return all;
}

/** Notes a solved exercise. A puzzle counts for the streak the first time it is solved. */
export function noteSolved(game: string, { id, kind }: Pick<Exercise, "id" | "kind">, how: Solved): void {
  const before = progress();
  if (kind === "puzzle" && before[game]?.[id] === undefined) localStorage.setItem(STREAK, String(how === "alone" ? streak() + 1 : 0));
  localStorage.setItem(KEY, JSON.stringify(merged(before, { [game]: { [id]: how } })));
}

/** Number of puzzles solved in a row without help. */
export function streak(): number {
  const kept = Number(localStorage.getItem(STREAK) ?? 0);
  return Number.isSafeInteger(kept) && kept > 0 ? kept : 0;
}

/** The part for another device. */
export const exercisesPart: Part<Progress> = {
  name: "exercises",
  carry: () => (Object.keys(progress()).length === 0 ? undefined : progress()),
  read: (found) => (isProgress(found) ? { value: found } : { wrong: "exercises" }),
  take: (value) => localStorage.setItem(KEY, JSON.stringify(merged(progress(), value))),
};
