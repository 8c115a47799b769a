// The actions of the fishing games as the server lists them: reading, grouping by card, narrowing by cards tapped.

export interface Act { action: string; card: string; taken: string[] | null }

/** "7d x 3c 4h" → what it plays and takes; "Kc" takes nothing; "Ad x" takes only itself. */
export function readAction(action: string): Act {
  const [card = "", mark, ...taken] = action.trim().split(/\s+/);
  return { action, card, taken: mark === "x" ? taken : null };
}

export function actsOf(legal: readonly string[], card: string): Act[] {
  return legal.map(readAction).filter((act) => act.card === card);
}

export const playable = (legal: readonly string[]): Set<string> => new Set(legal.map((action) => readAction(action).card));

/** The acts that take all the cards tapped so far. */
export function narrow(acts: readonly Act[], tapped: readonly string[]): Act[] {
  return tapped.length === 0 ? [...acts] : acts.filter(({ taken }) => taken !== null && tapped.every((card) => taken.includes(card)));
}

/** The table cards that can still be tapped. */
export function tappable(acts: readonly Act[], tapped: readonly string[]): Set<string> {
  return new Set(narrow(acts, tapped).flatMap(({ taken }) => taken ?? []));
}

/** What the tapping has come to: the one act left whose cards are all tapped, with no larger one possible. */
export function settled(acts: readonly Act[], tapped: readonly string[]): Act | null {
  const left = narrow(acts, tapped);
  const [only] = left;
  return tapped.length > 0 && left.length === 1 && only?.taken?.length === tapped.length ? only : null;
}

/** Cards every remaining act takes: they can be shown as chosen already. */
export function common(acts: readonly Act[], tapped: readonly string[]): Set<string> {
  const left = narrow(acts, tapped).map(({ taken }) => new Set(taken ?? []));
  const [first, ...others] = left;
  return new Set([...(first ?? [])].filter((card) => others.every((taken) => taken.has(card))));
}

/**
 * What dropping `card` on the table card `onto` means (or on the felt, when null): an act, a choice still
 * open, or an action that is not legal, which the server will refuse with its reason.
 */
export function dropped(legal: readonly string[], card: string, onto: string | null):
  { act: string } | { choose: string[] } {
  const acts = actsOf(legal, card);
  if (onto === null) {
    const lays = acts.find(({ taken }) => taken === null);
    if (lays !== undefined) return { act: lays.action };
    if (acts.length === 1) return { act: acts[0]!.action };
    return acts.length === 0 ? { act: card } : { choose: [] };
  }
  const fitting = narrow(acts, [onto]);
  if (fitting.length === 1) return { act: fitting[0]!.action };
  if (fitting.length > 1) return { choose: [onto] };
  // Laying a card anywhere on the table is still laying it.
  if (acts.length === 1 && acts[0]!.taken === null) return { act: acts[0]!.action };
  return { act: `${card} x ${onto}` };
}
