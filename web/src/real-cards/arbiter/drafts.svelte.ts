// What was laid out, game by game and task by task, for as long as the page is open: whoever comes back finds it again.
import { nothing, type Draft } from "./situation";

export class Held {
  draft: Draft = $state(nothing());
}

const held = new Map<string, Held>();

export function heldFor(game: string, task: string): Held {
  const key = `${game}/${task}`;
  const found = held.get(key) ?? new Held();
  held.set(key, found);
  return found;
}
