// What happened, in a sentence: for the log, for listeners and for the line above the hand.
import { cardList, cardName, type Style } from "../../cards";
import { playerName } from "../../players";
import { pageWord, rulesWord, say, type PageKey } from "../../words";
import type { FishingEvent, TableInfo } from "../../wire";

/** The word for clearing the table: "Scopa!", "Takeover!". */
export const sweepWord = (game: string) => rulesWord(`sweep.${game}`) ?? pageWord(`sweep.${game}`) ?? say("sweep.other");

/** One sentence, or nothing when the event is not worth one. */
export function narrate(event: FishingEvent, info: TableInfo, sides: readonly number[], style: Style): string | null {
  const who = (seat: number): { key: "you" | "other"; name: string } => ({
    key: seat === info.you ? "you" : "other",
    name: playerName(info, seat),
  });
  switch (event.event) {
    case "laid": {
      const { key, name } = who(event.seat);
      return say(`log.laid.${key}`, { name, card: cardName(event.card, style) });
    }
    case "captured": {
      const { key, name } = who(event.seat);
      const sentence = event.taken.length === 0
        ? say(`log.kept.${key}`, { name, card: cardName(event.card, style) })
        : say(`log.captured.${key}`, { name, card: cardName(event.card, style), taken: cardList(event.taken, style) });
      return event.sweep ? `${sentence} ${sweepWord(info.game)}` : sentence;
    }
    case "laidOut":
      return say("log.laidOut", { cards: cardList(event.cards, style) });
    case "thrownIn":
      return say("log.thrownIn", { rank: pageWord(`ranks.${event.rank}`) ?? event.rank });
    case "restTaken": {
      if (event.cards.length === 0) return null;
      const cards = cardList(event.cards, style);
      if (event.side === null) return say("log.rest.nobody", { cards });
      const seats = sides.flatMap((side, seat) => (side === event.side ? [seat] : []));
      const mine = seats.length === 1 && seats[0] === info.you;
      const names = seats.map((seat) => playerName(info, seat));
      const name = names.length < 2 ? names[0]! : say("player.and", { first: names.slice(0, -1).join(", "), last: names.at(-1)! });
      return say(mine ? "log.rest.you" : names.length > 1 ? "log.rest.side" : "log.rest.other", { name, cards });
    }
    case "claimed": {
      const { key, name } = who(event.seat);
      return say(`log.claimed.${event.right ? "right" : "wrong"}.${key}` as PageKey, { name });
    }
    case "dealt":
      return null;
  }
}
