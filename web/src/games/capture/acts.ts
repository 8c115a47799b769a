// Actions of games in which a card captures or joins items on the table, grouped by card and narrowed by
// taps. Each game defines how it writes an action.

/** An action: a card of the hand, and its items on the table; null if the card is only laid. */
export interface Act { action: string; card: string; items: string[] | null }

/** Returns the actions that include all tapped items. */
export function narrow<A extends Act>(acts: readonly A[], tapped: readonly string[]): A[] {
  return tapped.length === 0 ? [...acts] : acts.filter(({ items }) => items !== null && tapped.every((item) => items.includes(item)));
}

/** Returns the items that can still be tapped. */
export function tappable(acts: readonly Act[], tapped: readonly string[]): Set<string> {
  return new Set(narrow(acts, tapped).flatMap(({ items }) => items ?? []));
}

/** Returns the actions with exactly the tapped items. */
export function exact<A extends Act>(acts: readonly A[], tapped: readonly string[]): A[] {
  return narrow(acts, tapped).filter(({ items }) => (items ?? []).length === tapped.length);
}

/** Returns the only remaining action if all its items are tapped. */
export function settled<A extends Act>(acts: readonly A[], tapped: readonly string[]): A | null {
  const left = narrow(acts, tapped);
  const [only] = left;
  return tapped.length > 0 && left.length === 1 && only?.items?.length === tapped.length ? only : null;
}

/** Returns the items of all remaining actions, which can be shown as selected. */
export function common(acts: readonly Act[], tapped: readonly string[]): Set<string> {
  const left = narrow(acts, tapped).map(({ items }) => new Set(items ?? []));
  const [first, ...others] = left;
  return new Set([...(first ?? [])].filter((item) => others.every((items) => items.has(item))));
}
