// Situations in progress by game and task, kept while the page is open.
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
