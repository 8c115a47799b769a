// Hints of Sharks of Wall Street.
import type { SharksEvent } from "../../backend/wire";
import { listed } from "../../words/words";
import type { Advise } from "../advice";
import { say } from "../hint-words";

export const advise: Advise = ({ action, events }) => {
  const event = events[0] as SharksEvent | undefined;
  const request = () => {
    switch (event?.event) {
      case "bid": return say("hint.do.offer", { total: event.total, cards: listed(event.cards.map(String)) });
      case "passed": return say("hint.do.pass");
      default: return null;
    }
  };
  return { request: request(), cards: [], others: (action.match(/\bT\d\d\b/g) ?? []).map((tool) => `[data-tool="${tool}"]`) };
};
