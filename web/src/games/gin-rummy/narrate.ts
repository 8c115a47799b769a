// Sentences about events at gin, for the log, screen readers, and the line above the hand.
import { cardList, cardName, type Style } from "../../cards/names";
import { playerName } from "../../table/players";
import { rulesWord } from "../../words/words";
import type { GinEvent, TableInfo } from "../../backend/wire";

/** Returns one sentence, or null for an event without one. */
export function narrate(event: GinEvent, info: TableInfo, _sides: readonly number[], style: Style): string | null {
  const told = (key: string, params: Record<string, string> = {}) => rulesWord(`log.gin.${key}`, params);
  const by = (seat: number, key: string, params: Record<string, string> = {}) =>
    told(`${key}.${seat === info.you ? "you" : "other"}`, { name: playerName(info, seat), ...params });
  const one = (card: string) => cardName(card, style);
  switch (event.event) {
    case "dealt":
      return null;
    case "turnedUp":
      return told("turnedUp", { card: one(event.card) });
    case "passed":
      return by(event.seat, "passed");
    case "drew":
      return "open" in event.card && event.card.open[0] !== undefined
        ? by(event.seat, "drewCard", { card: one(event.card.open[0]) })
        : by(event.seat, "drew");
    case "took":
      return by(event.seat, "took", { card: one(event.card) });
    case "discarded":
      return by(event.seat, "discarded", { card: one(event.card) });
    case "wentOut": {
      const melds = event.melds.map((meld) => cardList(meld, style)).join("; ");
      return by(event.seat, event.going, { melds, cards: cardList(event.unmelded, style) });
    }
    case "laidOff":
      return by(event.seat, "laidOff", { cards: cardList(event.cards, style), meld: cardList(event.meld, style) });
    case "shown":
      return event.unmelded.length === 0 ? by(event.seat, "shownAll") : by(event.seat, "shown", { cards: cardList(event.unmelded, style) });
    case "turnedOver":
      return told("turnedOver", { card: one(event.card) });
    case "stockEnded":
      return told("stockEnded");
  }
}
