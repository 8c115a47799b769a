// The actions of Cassino as the server lists them, and what dropping a card means.
import { rank } from "../../cards/names";
import { exact, narrow, type Act } from "../capture/acts";
import type { CassinoView } from "../../house/wire";

/** A build is an item of the table like a loose card: its cards in brackets, as a record writes them. */
export const itemOf = (build: { cards: readonly string[] }): string => `[${build.cards.join(" ")}]`;

/** The cards of an item: of a build, or just the one. */
export const cardsOf = (item: string): string[] => item.replace(/[[\]]/g, "").split(" ");

export interface CassinoAct extends Act { sign: "" | "x" | "+"; announced: string }

/** "2d + 5c [4h 3s] = sum 7" → the hand card, the items joined to it, and what is announced; "4c" is trailed. */
export function readAction(action: string): CassinoAct {
  const [left = "", announced = ""] = action.split(" = ");
  const [, card = "", sign = "", rest = ""] = /^(\S*)(?: ([x+])(.*))?$/.exec(left.trim()) ?? [];
  const items = rest.match(/\[[^\]]*\]|\S+/g) ?? [];
  return { action, card, items: sign === "" ? null : items, sign: sign as CassinoAct["sign"], announced };
}

export const actsOf = (legal: readonly string[], card: string): CassinoAct[] => legal.map(readAction).filter((act) => act.card === card);

/** No more buttons than this at once; whoever wants something else taps the cards for it. */
const MAX_OFFERED = 6;

/** First what is about just the items tapped, then what takes most. */
export function offered(acts: readonly Act[], tapped: readonly string[]): Act[] {
  const done = exact(acts, tapped);
  const size = ({ items }: Act) => (items ?? []).flatMap(cardsOf).length;
  const others = narrow(acts, tapped).filter((act) => !done.includes(act)).sort((a, b) => size(b) - size(a));
  return [...done, ...others].slice(0, Math.max(done.length, MAX_OFFERED));
}

const LETTERS = "A23456789TJQK";

/** What a card counts when it is added; null for one that never is. */
const counts = (card: string, view: CassinoView) => view.values[LETTERS.indexOf(rank(card))] ?? null;

/** What a card and the items put to it come to; null when one of them counts nothing. */
export function sum(card: string, items: readonly string[], view: CassinoView): number | null {
  const values = [counts(card, view), ...items.map((item) => view.builds.find((build) => itemOf(build) === item)?.value ?? counts(item, view))];
  return values.some((value) => value === null) ? null : values.reduce<number>((total, value) => total + value!, 0);
}

/**
 * The action somebody seems to mean who puts the card to these items, though it is not legal: taking what is of its
 * rank, or building what it comes to. The server says why not.
 */
export function attempt(card: string, items: readonly string[], view: CassinoView): string {
  const total = sum(card, items, view);
  const same = items.flatMap(cardsOf).every((other) => rank(other) === rank(card));
  const value = counts(card, view);
  const takes = total === null || same || (value !== null && total === 2 * value);
  return takes ? `${card} x ${items.join(" ")}` : `${card} + ${items.join(" ")} = sum ${total}`;
}

/** What dropping `card` on `onto` (or on the table, when null) means, after `tapped` was put to it. */
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
  // Dropped on the table, what was put together is meant as it is; dropped on a card, more may follow.
  if (done.length === 1 && (left.length === 1 || onto === null)) return { act: done[0]!.action };
  return { choose: items };
}
