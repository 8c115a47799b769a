// The four hands as they were dealt, once a deal is over: what is left in them and what was played.
import type { BridgeEvent, BridgeView } from "../../house/wire";
import { openCards } from "../../table/holding";

/** Null where not all is known: a deal that is still played, or one whose beginning was not seen. */
export function dealtHands(view: BridgeView, events: readonly BridgeEvent[]): string[][] | null {
  if (!view.over) return null;
  const hands = view.hands.map((hand) => [...openCards(hand)]);
  for (const event of events) if (event.event === "played") hands[event.seat]?.push(event.card);
  return hands.every((hand) => new Set(hand).size === 13 && hand.length === 13) ? hands : null;
}
