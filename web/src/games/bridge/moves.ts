// What the cards of bridge do when something happens.
import type { Move } from "../../motion";
import type { BridgeEvent, BridgeView, Frame } from "../../wire";

export function moves(event: BridgeEvent): Move[] {
  switch (event.event) {
    case "dealt":
      return [{ move: "deal", seat: event.seat, hand: event.hand }];
    case "played":
      return [{ move: "lay", seat: event.seat, card: event.card, to: `slot-${event.seat}` }];
    case "trickWon":
      // Each seat gathers by itself here: its place is named like a side's.
      return [{ move: "gather", side: event.seat, cards: event.cards }];
    default:
      return [];
  }
}

/** Before anybody has called, the cards are dealt. */
export function asDealt({ phase, view: shown }: Frame): Move[] {
  const view = shown as BridgeView | null;
  if (phase !== "playing" || view === null || view.auction.length > 0) return [];
  return view.hands.map((hand, seat): Move => ({ move: "deal", seat, hand }));
}
