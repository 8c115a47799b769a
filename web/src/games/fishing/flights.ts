// Flights of cards at the fishing games.
import type { Flight } from "../../motion/flights";
import type { ScopaEvent, FishingView, Snapshot } from "../../backend/wire";

export function flights(event: ScopaEvent): Flight[] {
  switch (event.event) {
    case "dealt":
      return [{ flight: "deal", seat: event.seat, hand: event.hand }];
    case "laidOut":
      return [{ flight: "layOut", cards: event.cards }];
    case "laid":
      return [{ flight: "lay", seat: event.seat, card: event.card }];
    case "captured":
      return [{ flight: "capture", seat: event.seat, card: event.card, taken: event.taken, sweep: event.sweep }];
    case "restTaken":
      return [{ flight: "gather", side: event.side, cards: event.cards }];
    case "thrownIn":
    case "claimed":
      return [];
  }
}

/** Returns the flights of the deal, if no card was captured yet. */
export function asDealt({ phase, view: shown }: Snapshot): Flight[] {
  const view = shown as FishingView | null;
  if (phase !== "playing" || view === null || view.piles.some((pile) => pile.length > 0)) return [];
  const hands = view.hands.map((hand, seat): Flight => ({ flight: "deal", seat, hand }));
  return [...hands, { flight: "layOut", cards: view.table }];
}
