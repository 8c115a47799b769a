// The actions of gin, as the server lists them, sorted by kind: draw, discard, go out, lay off.
import type { GinArrangement } from "../../backend/wire";

export interface LayOff { action: string; card: string; meld: string[] }
export interface Way { action: string; kind: "discard" | "knock" | "gin" }

export interface Choices {
  /** Actions without a card: "stock", "upcard", "pass", "gin" (big gin), "done". */
  plain: string[];
  /** Actions with each card of the hand, in the order in which they are offered. */
  ways: Map<string, Way[]>;
  layOffs: LayOff[];
}

export function sortActions(legal: readonly string[]): Choices {
  const choices: Choices = { plain: [], ways: new Map(), layOffs: [] };
  for (const action of legal) {
    const [verb = "", card, ...rest] = action.split(" ");
    if (card === undefined) choices.plain.push(action);
    else if (verb === "layoff") choices.layOffs.push({ action, card, meld: rest.slice(1) });
    else if (verb === "discard" || verb === "knock" || verb === "gin") {
      choices.ways.set(card, [...(choices.ways.get(card) ?? []), { action, kind: verb }]);
    }
  }
  const order = ["discard", "knock", "gin"];
  for (const ways of choices.ways.values()) ways.sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
  return choices;
}

/** Returns the lay-offs of a card, on the meld it was dropped on if there is one. */
export function layOffsOf({ layOffs }: Choices, card: string, onto: readonly string[] | null): LayOff[] {
  const same = (meld: readonly string[]) => onto === null || (meld.length === onto.length && meld.every((one) => onto.includes(one)));
  return layOffs.filter((layOff) => layOff.card === card && same(layOff.meld));
}

/** Returns the cards of the hand that have an action. */
export const usable = ({ ways, layOffs }: Choices): Set<string> => new Set([...ways.keys(), ...layOffs.map(({ card }) => card)]);

/**
 * Returns the deadwood that is left without an unmelded card, which takes nothing from a meld. Null for a melded
 * card, because the rest of the hand would be arranged anew.
 */
export const deadwoodWithout = ({ unmelded, deadwood }: GinArrangement, card: string): number | null =>
  unmelded.includes(card) ? deadwood - ("A23456789".indexOf(card[0]!) + 1 || 10) : null;

/** Returns the hand card that an action moves. */
export const cardOf = (action: string): string | null => /^(?:discard|knock|gin|layoff) (\S+)/.exec(action)?.[1] ?? null;
