// The actions of the fishing games as the server lists them, and what dropping a card means.
import { narrow, type Act } from "../capture/acts";

/** "7d x 3c 4h" → what it plays and takes; "Kc" takes nothing; "Ad x" takes only itself. */
export function readAction(action: string): Act {
  const [card = "", mark, ...taken] = action.trim().split(/\s+/);
  return { action, card, items: mark === "x" ? taken : null };
}

export function actsOf(legal: readonly string[], card: string): Act[] {
  return legal.map(readAction).filter((act) => act.card === card);
}

/**
 * What dropping `card` on the table card `onto` means (beside all cards, when null): an act, a choice still
 * open, or an action that is not legal, which the server will refuse with its reason.
 */
export function dropped(legal: readonly string[], card: string, onto: string | null):
  { act: string } | { choose: string[] } {
  const acts = actsOf(legal, card);
  if (onto === null) {
    const lays = acts.find(({ items }) => items === null);
    if (lays !== undefined) return { act: lays.action };
    if (acts.length === 1) return { act: acts[0]!.action };
    return acts.length === 0 ? { act: card } : { choose: [] };
  }
  const fitting = narrow(acts, [onto]);
  if (fitting.length === 1) return { act: fitting[0]!.action };
  if (fitting.length > 1) return { choose: [onto] };
  // Laying a card anywhere on the table is still laying it.
  if (acts.length === 1 && acts[0]!.items === null) return { act: acts[0]!.action };
  return { act: `${card} x ${onto}` };
}
