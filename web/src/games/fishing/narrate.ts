// Sentences about events, for the log, screen readers, and the line above the hand.
import { cardList, cardName, type Style } from "../../cards/names";
import { narrateCapture, narrateRest, who } from "../capture/narration";
import { pageWord, say, type PageKey } from "../../words/words";
import type { ScopaEvent, TableInfo } from "../../backend/wire";

/** Returns one sentence, or null for an event without one. */
export function narrate(event: ScopaEvent, info: TableInfo, sides: readonly number[], style: Style): string | null {
  switch (event.event) {
    case "laid": {
      const { key, name } = who(event.seat, info);
      return say(`log.laid.${key}`, { name, card: cardName(event.card, style) });
    }
    case "captured": {
      const { key, name } = who(event.seat, info);
      const named = (card: string) => cardName(card, style);
      return event.taken.length === 0 ? say(`log.kept.${key}`, { name, card: named(event.card) }) : narrateCapture(event, info, named, style);
    }
    case "laidOut":
      return say("log.laidOut", { cards: cardList(event.cards, style) });
    case "thrownIn":
      return say("log.thrownIn", { rank: pageWord(`ranks.${event.rank}`) ?? event.rank });
    case "restTaken":
      return narrateRest(event, info, sides, style);
    case "claimed": {
      const { key, name } = who(event.seat, info);
      return say(`log.claimed.${event.right ? "right" : "wrong"}.${key}` as PageKey, { name });
    }
    case "dealt":
      return null;
  }
}
