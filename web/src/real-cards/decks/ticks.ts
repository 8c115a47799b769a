// Ticking cards off: a card that turns up twice is counted twice, for that is what a checker is for.

export type Found = Readonly<Record<string, number>>;
export type How = "more" | "less";

export const tapped = (found: Found, card: string, how: How): Found => ({ ...found, [card]: Math.max(0, (found[card] ?? 0) + (how === "more" ? 1 : -1)) });

/** Where everything seems to be there, as it should be: from then on one taps what is not. */
export const whole = (cards: readonly { card: string; count: number }[]): Found => Object.fromEntries(cards.map(({ card, count }) => [card, count]));
