// What the cards of Thirty-One do when something happens.
import type { Move } from "../../motion";
import type { Frame, ThirtyOneEvent, ThirtyOneView } from "../../wire";

export function moves(event: ThirtyOneEvent): Move[] {
  switch (event.event) {
    case "dealt":
      return [{ move: "deal", seat: event.seat, hand: event.hand }];
    case "turnedUp":
      return [{ move: "carry", seat: 0, card: event.card, from: "stock", to: "pile" }];
    case "drew":
      return [{ move: "carry", seat: event.seat, card: event.card, from: "stock", to: `hand-${event.seat}` }];
    case "tookUpcard":
      return [{ move: "carry", seat: event.seat, card: event.card, from: "pile", to: `hand-${event.seat}` }];
    case "discarded":
      return [{ move: "carry", seat: event.seat, card: event.card, from: `hand-${event.seat}`, to: "pile" }];
    case "reshuffled":
      return [{ move: "carry", seat: 0, card: null, from: "pile", to: "stock" }];
    case "knocked":
    case "shown":
    case "out":
      return [];
  }
}

/** Before anybody drew, the whole table is dealt. */
export function asDealt({ phase, view: shown }: Frame): Move[] {
  const view = shown as ThirtyOneView | null;
  const begun = view === null || view.discards !== 1 || view.knocker !== null || view.turn !== next(view);
  if (phase !== "playing" || begun || view.upcard === null) return [];
  const hands = view.playing.map((seat): Move => ({ move: "deal", seat, hand: view.hands[seat]! }));
  return [...hands, { move: "carry", seat: 0, card: view.upcard, from: "stock", to: "pile" }];
}

/** The seat after the dealer, of those who are in. */
const next = ({ dealer, playing }: ThirtyOneView) => playing.find((seat) => seat > dealer) ?? playing[0];
