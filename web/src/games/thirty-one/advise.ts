// Hints of Thirty-One.
import { cardName } from "../../cards/names";
import type { ThirtyOneEvent } from "../../backend/wire";
import { cardsIn, discardRequest, STOCK, type Advise } from "../advice";
import { say } from "../hint-words";

export const advise: Advise = ({ action, events }, { style }) => {
  const event = events[0] as ThirtyOneEvent | undefined;
  const cards = cardsIn(action);
  switch (event?.event) {
    case "drew": return { request: say("hint.do.draw"), cards, others: [STOCK] };
    case "tookUpcard": return { request: say("hint.do.takeCard", { card: cardName(event.card, style) }), cards: [...cards, event.card] };
    case "discarded": return { request: discardRequest(event.card, style), cards };
    case "knocked": return { request: say("hint.do.knock"), cards };
    default: return { request: null, cards };
  }
};
