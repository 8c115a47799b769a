// The player's preferred order of a hand, for games without an order of their own. The ace is low in these
// games.
import { settings, type HandOrder } from "../kit/settings.svelte";

/** Black and red suits alternate. */
const SUITS = "shcd";
const RANKS = "A23456789TJQK";

export function inOrder(cards: readonly string[], order: HandOrder = settings.handOrder): string[] {
  if (order === "game") return [...cards];
  const suit = (card: string) => SUITS.indexOf(card[1]!);
  const rank = (card: string) => RANKS.indexOf(card[0]!);
  const value = order === "suits" ? (card: string) => suit(card) * RANKS.length + rank(card) : (card: string) => rank(card) * SUITS.length + suit(card);
  return cards.toSorted((a, b) => value(a) - value(b));
}
