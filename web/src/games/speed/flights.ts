// Flights of cards at Speed. Play does not wait for them.
import type { Flight } from "../../motion/flights";
import type { Snapshot, Seat, SpeedEvent, SpeedView } from "../../backend/wire";
import { playOf, type Play } from "./actions";

export function flights(event: SpeedEvent): Flight[] {
  switch (event.event) {
    case "dealt":
      return [{ flight: "deal", seat: event.seat, hand: event.hand }];
    case "played":
      return away(event, event.seat);
    case "flipped":
      return [
        { flight: "carry", seat: 0, card: event.cards[0], from: "talon-left", to: "pile-left" },
        { flight: "carry", seat: 0, card: event.cards[1], from: "talon-right", to: "pile-right" },
      ];
    case "refilled":
      return [{ flight: "carry", seat: event.seat, card: event.card, from: `stock-${event.seat}`, to: `hand-${event.seat}` }];
    case "recycled":
      return [{ flight: "carry", seat: 0, card: null, from: `pile-${event.pile}`, to: `talon-${event.pile}` }];
    case "agreed":
    case "blocked":
    case "ended":
      return [];
  }
}

/** Moves a card from the hand to a pile. */
export const away = ({ card, pile }: Play, seat: Seat): Flight[] => [{ flight: "carry", seat, card, from: `hand-${seat}`, to: `pile-${pile}` }];

/** Returns a rejected card to the hand. */
export function back(action: string, seat: Seat): Flight[] {
  const play = playOf(action);
  return play === null ? [] : [{ flight: "carry", seat, card: play.card, from: `pile-${play.pile}`, to: `hand-${seat}` }];
}

/** Returns the flights of the deal, if no card was turned up yet. */
export function asDealt({ phase, view: shown }: Snapshot): Flight[] {
  const view = shown as SpeedView | null;
  if (phase !== "playing" || view === null || !view.starting) return [];
  return view.hands.map((hand, seat): Flight => ({ flight: "deal", seat, hand }));
}
