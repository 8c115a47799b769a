// The actions of games in which a card from the hand takes, or joins, things on the table: grouped by card and
// narrowed by what was tapped. Which games these are, and how they write an action, is theirs to say.

/** An action: a card from the hand, and the items of the table it is about; null when the card is just laid. */
export interface Act { action: string; card: string; items: string[] | null }

/** The acts that are about everything tapped so far. */
export function narrow<A extends Act>(acts: readonly A[], tapped: readonly string[]): A[] {
  return tapped.length === 0 ? [...acts] : acts.filter(({ items }) => items !== null && tapped.every((item) => items.includes(item)));
}

/** The items that can still be tapped. */
export function tappable(acts: readonly Act[], tapped: readonly string[]): Set<string> {
  return new Set(narrow(acts, tapped).flatMap(({ items }) => items ?? []));
}

/** The acts that are about just what was tapped. */
export function exact<A extends Act>(acts: readonly A[], tapped: readonly string[]): A[] {
  return narrow(acts, tapped).filter(({ items }) => (items ?? []).length === tapped.length);
}

/** What the tapping has come to: the one act left whose items are all tapped, with no larger one possible. */
export function settled<A extends Act>(acts: readonly A[], tapped: readonly string[]): A | null {
  const left = narrow(acts, tapped);
  const [only] = left;
  return tapped.length > 0 && left.length === 1 && only?.items?.length === tapped.length ? only : null;
}

/** Items every remaining act is about: they can be shown as chosen already. */
export function common(acts: readonly Act[], tapped: readonly string[]): Set<string> {
  const left = narrow(acts, tapped).map(({ items }) => new Set(items ?? []));
  const [first, ...others] = left;
  return new Set([...(first ?? [])].filter((item) => others.every((items) => items.has(item))));
}
