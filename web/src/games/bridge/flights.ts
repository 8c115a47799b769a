// Flights of cards at bridge.
import type { Flight } from "../../motion/flights";
import type { BridgeEvent, BridgeView, Snapshot } from "../../backend/wire";

export function flights(event: BridgeEvent): Flight[] {
  switch (event.event) {
    case "dealt":
      return [{ flight: "deal", seat: event.seat, hand: event.hand }];
    case "played":
      return [{ flight: "lay", seat: event.seat, card: event.card, to: `slot-${event.seat}` }];
    case "trickWon":
      // At bridge each seat gathers its own tricks, so the seat serves as the side.
      return [{ flight: "gather", side: event.seat, cards: event.cards }];
    default:
      return [];
  }
}

/** Returns the flights of the deal, if no call has been made yet. */
export function asDealt({ phase, view: shown }: Snapshot): Flight[] {
  const view = shown as BridgeView | null;
  if (phase !== "playing" || view === null || view.auction.length > 0) return [];
  return view.hands.map((hand, seat): Flight => ({ flight: "deal", seat, hand }));
}
