// Hints of Scopa and Wall Street.
import { cardName } from "../../cards/names";
import type { ScopaEvent } from "../../backend/wire";
import { captureRequest, cardsIn, type Advise } from "../advice";
import { say } from "../hint-words";

export const advise: Advise = ({ action, events }, { style }) => {
  const event = events[0] as ScopaEvent | undefined;
  const request = () => {
    switch (event?.event) {
      case "laid": return say("hint.do.lay", { card: cardName(event.card, style) });
      case "captured": return captureRequest(event, style);
      default: return null;
    }
  };
  return { request: request(), cards: cardsIn(action) };
};
