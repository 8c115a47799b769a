// The actions of Cassino, as the server lists them, and the meaning of a drop.
import { rank } from "../../cards/names";
import { exact, narrow, type Act } from "../capture/acts";
import type { CassinoView } from "../../backend/wire";

/** Returns the item of a build: its cards in brackets, as in a record. */
export const itemOf = (build: { cards: readonly string[] }): string => `[${build.cards.join(" ")}]`;

/** Returns the cards of an item: those of a build, or the single card. */
export const cardsOf = (item: string): string[] => item.replace(/[[\]]/g, "").split(" ");

export interface CassinoAct extends Act { sign: "" | "x" | "+"; announced: string }

/**
 * Parses an action: "2d + 5c [4h 3s] = sum 7" has a hand card, joined items and an announcement; "4c" is
 * trailed.
 */
export function readAction(action: string): CassinoAct {
  const [left = "", announced = ""] = action.split(" = ");
  const [, card = "", sign = "", rest = ""] = /^(\S*)(?: ([x+])(.*))?$/.exec(left.trim()) ?? [];
  const items = rest.match(/\[[^\]]*\]|\S+/g) ?? [];
  return { action, card, items: sign === "" ? null : items, sign: sign as CassinoAct["sign"], announced };
}

export const actsOf = (legal: readonly string[], card: string): CassinoAct[] => legal.map(readAction).filter((act) => act.card === card);

/** Maximum number of buttons. The player can tap cards for other actions. */
const MAX_OFFERED = 6;

/** Returns the actions to offer: first those with exactly the tapped items, then the largest. */
export function offered(acts: readonly Act[], tapped: readonly string[]): Act[] {
  const done = exact(acts, tapped);
  const size = ({ items }: Act) => (items ?? []).flatMap(cardsOf).length;
  const others = narrow(acts, tapped).filter((act) => !done.includes(act)).sort((a, b) => size(b) - size(a));
  return [...done, ...others].slice(0, Math.max(done.length, MAX_OFFERED));
}

const LETTERS = "A23456789TJQK";

/** Returns the value of a card in a sum, or null if it has none. */
const counts = (card: string, view: CassinoView) => view.values[LETTERS.indexOf(rank(card))] ?? null;

/** Returns the sum of a card and items, or null if one of them has no value. */
export function sum(card: string, items: readonly string[], view: CassinoView): number | null {
  const values = [counts(card, view), ...items.map((item) => view.builds.find((build) => itemOf(build) === item)?.value ?? counts(item, view))];
  return values.some((value) => value === null) ? null : values.reduce<number>((total, value) => total + value!, 0);
}

/**
 * Returns the illegal action that the player probably means: capturing cards of the same rank, or building
 * their sum. The server gives the reason.
 */
export function attempt(card: string, items: readonly string[], view: CassinoView): string {
  const total = sum(card, items, view);
  const same = items.flatMap(cardsOf).every((other) => rank(other) === rank(card));
  const value = counts(card, view);
  const takes = total === null || same || (value !== null && total === 2 * value);
  return takes ? `${card} x ${items.join(" ")}` : `${card} + ${items.join(" ")} = sum ${total}`;
}

/** Returns the meaning of dropping `card` on `onto`, or on the table if null, after tapping `tapped`. */
export function dropped(legal: readonly string[], card: string, onto: string | null, tapped: readonly string[], view: CassinoView):
  { act: string } | { choose: string[] } | { ask: string } {
  const acts = actsOf(legal, card);
  const items = onto === null || tapped.includes(onto) ? [...tapped] : [...tapped, onto];
  if (items.length === 0) {
    const trail = acts.find((act) => act.items === null);
    return trail !== undefined ? { act: trail.action } : acts.length > 0 ? { choose: [] } : { ask: card };
  }
  const left = narrow(acts, items);
  const done = exact(acts, items);
  if (left.length === 0) return { ask: attempt(card, items, view) };
  // A drop on the table completes the combination. After a drop on a card more may follow.
  if (done.length === 1 && (left.length === 1 || onto === null)) return { act: done[0]!.action };
  return { choose: items };
}
