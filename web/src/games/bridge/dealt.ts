// The four hands as dealt, from the remaining and the played cards of a finished deal.
import type { BridgeEvent, BridgeView } from "../../backend/wire";
import { openCards } from "../../table/holding";

/** Returns null if cards are unknown: the deal is in progress, or its beginning was not seen. */
export function dealtHands(view: BridgeView, events: readonly BridgeEvent[]): string[][] | null {
  if (!view.over) return null;
  const hands = view.hands.map((hand) => [...openCards(hand)]);
  for (const event of events) if (event.event === "played") hands[event.seat]?.push(event.card);
  return hands.every((hand) => new Set(hand).size === 13 && hand.length === 13) ? hands : null;
}
