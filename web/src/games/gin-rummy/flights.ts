// Flights of cards at gin.
import type { Flight } from "../../motion/flights";
import type { Snapshot, GinEvent, GinView } from "../../backend/wire";

export function flights(event: GinEvent): Flight[] {
  switch (event.event) {
    case "dealt":
      return [{ flight: "deal", seat: event.seat, hand: event.hand }];
    case "turnedUp":
      return [{ flight: "carry", seat: 0, card: event.card, from: "stock", to: "pile" }];
    case "drew": {
      const card = "open" in event.card ? (event.card.open[0] ?? null) : null;
      return [{ flight: "carry", seat: event.seat, card, from: "stock", to: `hand-${event.seat}` }];
    }
    case "took":
      return [{ flight: "carry", seat: event.seat, card: event.card, from: "pile", to: `hand-${event.seat}` }];
    case "discarded":
      return [{ flight: "carry", seat: event.seat, card: event.card, from: `hand-${event.seat}`, to: "pile" }];
    case "wentOut":
      return event.discard === null ? [] : [{ flight: "carry", seat: event.seat, card: null, from: `hand-${event.seat}`, to: "pile" }];
    case "laidOff":
      return event.cards.map((card): Flight => ({ flight: "carry", seat: event.seat, card, from: `hand-${event.seat}`, to: "melds" }));
    case "passed":
    case "shown":
    case "turnedOver":
    case "stockEnded":
      return [];
  }
}

/** Returns the flights of the deal, if no card was drawn yet. */
export function asDealt({ phase, view: shown }: Snapshot): Flight[] {
  const view = shown as GinView | null;
  if (phase !== "playing" || view === null || view.discards !== 1 || view.hands.some((hand) => "open" in hand && hand.open.length > 10)) return [];
  const hands = view.hands.map((hand, seat): Flight => ({ flight: "deal", seat, hand }));
  return view.upcard === null ? hands : [...hands, { flight: "carry", seat: 0, card: view.upcard, from: "stock", to: "pile" }];
}
