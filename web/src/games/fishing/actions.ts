// The actions of the fishing games, as the server lists them, and the meaning of a drop.
import { narrow, type Act } from "../capture/acts";

/**
 * Parses an action: "7d x 3c 4h" captures two cards; "Kc" captures nothing; "Ad x" captures only the played card.
 */
export function readAction(action: string): Act {
  const [card = "", mark, ...taken] = action.trim().split(/\s+/);
  return { action, card, items: mark === "x" ? taken : null };
}

export function actsOf(legal: readonly string[], card: string): Act[] {
  return legal.map(readAction).filter((act) => act.card === card);
}

/**
 * Returns the meaning of dropping `card` on the table card `onto`, or beside all cards if null: an action, an
 * open choice, or an illegal action that the server will refuse with its reason.
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
  // A card that can only be laid is laid wherever it is dropped.
  if (acts.length === 1 && acts[0]!.items === null) return { act: acts[0]!.action };
  return { act: `${card} x ${onto}` };
}
