// Ticking off cards. A card that turns up twice is counted twice, because the checker must find duplicates.

export type Found = Readonly<Record<string, number>>;
export type How = "more" | "less";

export const tapped = (found: Found, card: string, how: How): Found => ({ ...found, [card]: Math.max(0, (found[card] ?? 0) + (how === "more" ? 1 : -1)) });

/** Returns a complete deck, from which missing cards are tapped away. */
export const whole = (cards: readonly { card: string; count: number }[]): Found => Object.fromEntries(cards.map(({ card, count }) => [card, count]));
