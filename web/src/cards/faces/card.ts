// A card code such as "7d" or "Th", taken apart into rank and suit.

export const ranks = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K"] as const;
export const suits = ["c", "d", "h", "s"] as const;

export type Rank = (typeof ranks)[number];
export type Suit = (typeof suits)[number];
export type Card = { readonly rank: Rank; readonly suit: Suit };

/** Parses a card code. Throws an error that names the code if it is invalid. */
export function parseCard(code: string): Card {
  const rank = ranks.find((known) => known === code[0]);
  const suit = suits.find((known) => known === code[1]);
  if (code.length !== 2 || rank === undefined || suit === undefined) {
    throw new Error(`"${code}" is not a card: expected a rank of ${ranks.join("")} and a suit of ${suits.join("")}`);
  }
  return { rank, suit };
}

/** Returns the number of pips on a card: 1 to 10, or 0 for a court card. */
export function pipCount(rank: Rank): number {
  const value = ranks.indexOf(rank) + 1;
  return value <= 10 ? value : 0;
}
