// What the cards of Speed do when something happens. Nothing waits for any of it.
import type { Move } from "../../motion";
import type { Frame, Seat, SpeedEvent, SpeedView } from "../../wire";
import { playOf, type Play } from "./actions";

export function moves(event: SpeedEvent): Move[] {
  switch (event.event) {
    case "dealt":
      return [{ move: "deal", seat: event.seat, hand: event.hand }];
    case "played":
      return away(event, event.seat);
    case "flipped":
      return [
        { move: "carry", seat: 0, card: event.cards[0], from: "talon-left", to: "pile-left" },
        { move: "carry", seat: 0, card: event.cards[1], from: "talon-right", to: "pile-right" },
      ];
    case "refilled":
      return [{ move: "carry", seat: event.seat, card: event.card, from: `stock-${event.seat}`, to: `hand-${event.seat}` }];
    case "recycled":
      return [{ move: "carry", seat: 0, card: null, from: `pile-${event.place}`, to: `talon-${event.place}` }];
    case "agreed":
    case "blocked":
    case "ended":
      return [];
  }
}

/** A card leaves the hand for a pile. */
export const away = ({ card, place }: Play, seat: Seat): Move[] => [{ move: "carry", seat, card, from: `hand-${seat}`, to: `pile-${place}` }];

/** A card that came too late comes back. */
export function back(action: string, seat: Seat): Move[] {
  const play = playOf(action);
  return play === null ? [] : [{ move: "carry", seat, card: play.card, from: `pile-${play.place}`, to: `hand-${seat}` }];
}

/** Before the first flip the hands are dealt. */
export function asDealt({ phase, view: shown }: Frame): Move[] {
  const view = shown as SpeedView | null;
  if (phase !== "playing" || view === null || !view.starting) return [];
  return view.hands.map((hand, seat): Move => ({ move: "deal", seat, hand }));
}
