// Sentences about events at Cassino, for the log, screen readers, and the line above the hand.
import { cardList, cardName, type Style } from "../../cards/names";
import { narrateCapture, narrateRest, who } from "../capture/narration";
import type { CassinoEvent, TableInfo } from "../../backend/wire";
import { pageWord, say } from "../../words/words";

/** Returns the name of a build: "7", or "sevens" if it is announced as a rank. */
export function builtName(announced: string): string {
  const [kind = "", what = ""] = announced.split(" ");
  return kind === "rank" ? (pageWord(`ranks.${what}`) ?? what) : what;
}

/** Returns one sentence, or null for an event without one. */
export function narrate(event: CassinoEvent, info: TableInfo, sides: readonly number[], style: Style): string | null {
  const named = (card: string) => cardName(card, style);
  switch (event.event) {
    case "trailed": {
      const { key, name } = who(event.seat, info);
      return say(`log.trailed.${key}`, { name, card: named(event.card) });
    }
    case "captured":
      return narrateCapture(event, info, named, style);
    case "built": {
      const { key, name } = who(event.seat, info);
      return say(`log.built.${key}`, { name, card: named(event.card), joined: cardList(event.joined, style), value: event.build.value });
    }
    case "laidOut":
      return say("log.laidOut", { cards: cardList(event.cards, style) });
    case "restTaken":
      return narrateRest(event, info, sides, style);
    case "dealt":
      return null;
  }
}
