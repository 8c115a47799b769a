// What the cards of a fishing game do when something happens.
import type { Move } from "../../motion";
import type { FishingEvent, FishingView, Frame } from "../../wire";

export function moves(event: FishingEvent): Move[] {
  switch (event.event) {
    case "dealt":
      return [{ move: "deal", seat: event.seat, hand: event.hand }];
    case "laidOut":
      return [{ move: "layOut", cards: event.cards }];
    case "laid":
      return [{ move: "lay", seat: event.seat, card: event.card }];
    case "captured":
      return [{ move: "capture", seat: event.seat, card: event.card, taken: event.taken, sweep: event.sweep }];
    case "restTaken":
      return [{ move: "gather", side: event.side, cards: event.cards }];
    case "thrownIn":
    case "claimed":
      return [];
  }
}

/** Before anything was taken, the whole table is dealt. */
export function asDealt({ phase, view: shown }: Frame): Move[] {
  const view = shown as FishingView | null;
  if (phase !== "playing" || view === null || view.piles.some((pile) => pile.length > 0)) return [];
  const hands = view.hands.map((hand, seat): Move => ({ move: "deal", seat, hand }));
  return [...hands, { move: "layOut", cards: view.table }];
}
