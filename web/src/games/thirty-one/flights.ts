// Flights of cards at Thirty-One.
import type { Flight } from "../../motion/flights";
import type { Snapshot, ThirtyOneEvent, ThirtyOneView } from "../../backend/wire";

export function flights(event: ThirtyOneEvent): Flight[] {
  switch (event.event) {
    case "dealt":
      return [{ flight: "deal", seat: event.seat, hand: event.hand }];
    case "turnedUp":
      return [{ flight: "carry", seat: 0, card: event.card, from: "stock", to: "pile" }];
    case "drew":
      return [{ flight: "carry", seat: event.seat, card: event.card, from: "stock", to: `hand-${event.seat}` }];
    case "tookUpcard":
      return [{ flight: "carry", seat: event.seat, card: event.card, from: "pile", to: `hand-${event.seat}` }];
    case "discarded":
      return [{ flight: "carry", seat: event.seat, card: event.card, from: `hand-${event.seat}`, to: "pile" }];
    case "reshuffled":
      return [{ flight: "carry", seat: 0, card: null, from: "pile", to: "stock" }];
    case "knocked":
    case "shown":
    case "out":
      return [];
  }
}

/** Returns the flights of the deal, if no card was drawn yet. */
export function asDealt({ phase, view: shown }: Snapshot): Flight[] {
  const view = shown as ThirtyOneView | null;
  const begun = view === null || view.discards !== 1 || view.knocker !== null || view.turn !== next(view);
  if (phase !== "playing" || begun || view.upcard === null) return [];
  const hands = view.playing.map((seat): Flight => ({ flight: "deal", seat, hand: view.hands[seat]! }));
  return [...hands, { flight: "carry", seat: 0, card: view.upcard, from: "stock", to: "pile" }];
}

/** Returns the first active seat after the dealer. */
const next = ({ dealer, playing }: ThirtyOneView) => playing.find((seat) => seat > dealer) ?? playing[0];
