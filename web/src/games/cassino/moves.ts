// What the cards of Cassino do when something happens.
import type { Move } from "../../motion";
import type { CassinoEvent, CassinoView, Frame } from "../../wire";

export function moves(event: CassinoEvent): Move[] {
  switch (event.event) {
    case "dealt":
      return [{ move: "deal", seat: event.seat, hand: event.hand }];
    case "laidOut":
      return [{ move: "layOut", cards: event.cards }];
    case "trailed":
    // What was on the table already goes to its new place beside the story.
    case "built":
      return [{ move: "lay", seat: event.seat, card: event.card }];
    case "captured":
      return [{ move: "capture", seat: event.seat, card: event.card, taken: event.taken, sweep: event.sweep }];
    case "restTaken":
      return [{ move: "gather", side: event.side, cards: event.cards }];
  }
}

/** Before anything was taken or built, the whole table is dealt. */
export function asDealt({ phase, view: shown }: Frame): Move[] {
  const view = shown as CassinoView | null;
  if (phase !== "playing" || view === null || view.builds.length > 0 || view.piles.some((pile) => pile.length > 0)) return [];
  const hands = view.hands.map((hand, seat): Move => ({ move: "deal", seat, hand }));
  return [...hands, { move: "layOut", cards: view.loose }];
}
