// Hints of Gin Rummy.
import { cardList, cardName } from "../../cards/names";
import type { GinEvent } from "../../backend/wire";
import { cardsIn, discardRequest, STOCK, type Advise } from "../advice";
import { say } from "../hint-words";

const GOING = { knock: "hint.do.knockWith", gin: "hint.do.gin", bigGin: "hint.do.bigGin" } as const;

export const advise: Advise = ({ action, events }, { style }) => {
  const event = events[0] as GinEvent | undefined;
  const cards = cardsIn(action);
  switch (event?.event) {
    case "drew": return { request: say("hint.do.draw"), cards, others: [STOCK] };
    case "took": return { request: say("hint.do.takeCard", { card: cardName(event.card, style) }), cards: [...cards, event.card] };
    case "discarded": return { request: discardRequest(event.card, style), cards };
    case "passed": return { request: say("hint.do.pass"), cards };
    case "wentOut": return { request: say(GOING[event.going], { cards: cardList(event.unmelded, style) }), cards };
    case "laidOff": return { request: say("hint.do.layOff", { cards: cardList(event.cards, style), meld: cardList(event.meld, style) }), cards };
    default: return { request: null, cards };
  }
};
