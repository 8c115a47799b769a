// A hand in a view: its cards, or their number.

type Held<Card> = { readonly open: readonly Card[] } | { readonly closed: number } | undefined;

/** Returns the visible cards of a hand. */
export const openCards = <Card>(held: Held<Card>): readonly Card[] => (held !== undefined && "open" in held ? held.open : []);

export const cardCount = (held: Held<unknown>): number => (held === undefined ? 0 : "open" in held ? held.open.length : held.closed);
