// The order of a hand: trumps at the left, alternating colours, high cards first.

export type Suit = "s" | "h" | "d" | "c";

const ROUND: readonly Suit[] = ["s", "h", "c", "d"];
const RED = new Set<Suit>(["h", "d"]);
const RANKS = "AKQJT98765432";

const suitOf = (card: string) => card[1] as Suit;

/** Returns the suits of a hand from left to right: trumps first, red and black alternating if possible. */
export function suitOrder(held: ReadonlySet<Suit>, trumps: Suit | null): Suit[] {
  const start = trumps === null ? 0 : ROUND.indexOf(trumps);
  const suits = [...ROUND.slice(start), ...ROUND.slice(0, start)].filter((suit) => held.has(suit));
  if (suits.length !== 3) return suits;
  const [first, second, third] = suits as [Suit, Suit, Suit];
  if (RED.has(first) === RED.has(second)) return [first, third, second];
  // The suit of the odd colour goes between the two others, unless it is trumps.
  return RED.has(second) === RED.has(third) && first !== trumps ? [second, first, third] : suits;
}

/** Returns the hand by suits, each from the ace down. */
export function bySuit(cards: readonly string[], trumps: Suit | null): { suit: Suit; cards: string[] }[] {
  const order = suitOrder(new Set(cards.map(suitOf)), trumps);
  return order.map((suit) => ({
    suit,
    cards: cards.filter((card) => suitOf(card) === suit).toSorted((a, b) => RANKS.indexOf(a[0]!) - RANKS.indexOf(b[0]!)),
  }));
}

/** Returns the cards from left to right, with the suits in `order` if it is given. */
export function arranged(cards: readonly string[], trumps: Suit | null, order?: readonly Suit[]): string[] {
  const suits = bySuit(cards, trumps);
  return (order === undefined ? suits : suits.toSorted((a, b) => order.indexOf(a.suit) - order.indexOf(b.suit))).flatMap((suit) => suit.cards);
}
