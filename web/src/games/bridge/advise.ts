// Hints of bridge. A call is explained by its contract and the hand.
import { cardName } from "../../cards/names";
import { openCards } from "../../table/holding";
import type { BridgeEvent, BridgeView, Said, Seat } from "../../backend/wire";
import { cardsIn, type Advise } from "../advice";
import { say } from "../hint-words";
import { callName, meaning } from "./calls";
import { saidInWords } from "./said";

const HONORS = ["J", "Q", "K", "A"];

/** Explains a call: what it tells the others, its contract, and the points and suits of the player's hand. */
function callNotes(action: string, told: Said | null, { auction, hands }: BridgeView, seat: Seat): string[] {
  const said = told === null ? "" : saidInWords(told);
  const hand = openCards(hands[seat]);
  const points = hand.reduce((sum, card) => sum + HONORS.indexOf(card[0]!) + 1, 0);
  const suits = ([["s", "♠"], ["h", "♥"], ["d", "♦"], ["c", "♣"]] as const).map(([suit, sign]) => `${hand.filter((card) => card[1] === suit).length}${sign}`).join(" ");
  return [...(said === "" ? [] : [say("hint.shows", { said })]), ...(action === "P" ? [] : [meaning(action, auction)]), say("hint.hand", { points, suits })];
}

const CALLS: Record<string, "hint.do.pass" | "hint.do.double" | "hint.do.redouble"> = { P: "hint.do.pass", X: "hint.do.double", XX: "hint.do.redouble" };

export const advise: Advise = ({ action, events, meaning: told = null }, { view, seat, style }) => {
  const event = events[0] as BridgeEvent | undefined;
  const cards = cardsIn(action);
  switch (event?.event) {
    case "called": {
      const key = CALLS[event.call];
      return { request: key === undefined ? say("hint.do.call", { call: callName(event.call) }) : say(key), notes: callNotes(action, told, view as BridgeView, seat), cards, others: [`[data-call="${action}"]`] };
    }
    case "played": return { request: say("hint.do.play", { card: cardName(event.card, style) }), cards };
    case "answered": return { request: say(event.accepts ? "hint.do.accept" : "hint.do.reject"), cards };
    default: return { request: null, cards };
  }
};
