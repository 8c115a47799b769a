// A hand as a view tells it: its cards, or only how many.

type Held<Card> = { readonly open: readonly Card[] } | { readonly closed: number } | undefined;

/** The cards of a hand that may be seen. */
export const openCards = <Card>(held: Held<Card>): readonly Card[] => (held !== undefined && "open" in held ? held.open : []);

export const cardCount = (held: Held<unknown>): number => (held === undefined ? 0 : "open" in held ? held.open.length : held.closed);
