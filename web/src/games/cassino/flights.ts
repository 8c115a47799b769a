// Flights of cards at Cassino.
import type { Flight } from "../../motion/flights";
import type { CassinoEvent, CassinoView, Snapshot } from "../../backend/wire";

export function flights(event: CassinoEvent): Flight[] {
  switch (event.event) {
    case "dealt":
      return [{ flight: "deal", seat: event.seat, hand: event.hand }];
    case "laidOut":
      return [{ flight: "layOut", cards: event.cards }];
    case "trailed":
    // Cards already on the table move to their new place in parallel.
    case "built":
      return [{ flight: "lay", seat: event.seat, card: event.card }];
    case "captured":
      return [{ flight: "capture", seat: event.seat, card: event.card, taken: event.taken, sweep: event.sweep }];
    case "restTaken":
      return [{ flight: "gather", side: event.side, cards: event.cards }];
  }
}

/** Returns the flights of the deal, if no card was captured or built with yet. */
export function asDealt({ phase, view: shown }: Snapshot): Flight[] {
  const view = shown as CassinoView | null;
  if (phase !== "playing" || view === null || view.builds.length > 0 || view.piles.some((pile) => pile.length > 0)) return [];
  const hands = view.hands.map((hand, seat): Flight => ({ flight: "deal", seat, hand }));
  return [...hands, { flight: "layOut", cards: view.loose }];
}
