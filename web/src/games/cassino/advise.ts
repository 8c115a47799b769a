// Hints of Cassino.
import { cardList, cardName } from "../../cards/names";
import type { CassinoEvent } from "../../backend/wire";
import { captureRequest, cardsIn, type Advise } from "../advice";
import { say } from "../hint-words";

export const advise: Advise = ({ action, events }, { style }) => {
  const event = events[0] as CassinoEvent | undefined;
  const request = () => {
    switch (event?.event) {
      case "trailed": return say("hint.do.trail", { card: cardName(event.card, style) });
      case "captured": return captureRequest(event, style);
      case "built": return say("hint.do.build", { card: cardName(event.card, style), joined: cardList(event.joined, style), value: event.build.value });
      default: return null;
    }
  };
  return { request: request(), cards: cardsIn(action) };
};
