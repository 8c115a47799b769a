// Sentences shared by several games.
import { cardList, type Style } from "../../cards/names";
import { playerName } from "../../table/players";
import type { Seat, TableInfo } from "../../backend/wire";
import { listed, pageWord, rulesWord, say } from "../../words/words";

/** Returns the word for clearing the table: "Scopa!", "Takeover!". */
export const sweepWord = (game: string) => rulesWord(`sweep.${game}`) ?? pageWord(`sweep.${game}`) ?? say("sweep.other");

/** Returns the number of sweeps in the game's words: "2 scope", "1 takeover". */
export const sweepCount = (game: string, n: number) => rulesWord(`plate.sweeps.${game}.${n === 1 ? "one" : "many"}`, { n }) ?? "";

/** Returns the actor in the form that the sentences need. */
export const who = (seat: Seat, info: TableInfo): { key: "you" | "other"; name: string } => ({
  key: seat === info.you ? "you" : "other",
  name: playerName(info, seat),
});

/** Describes a capture, and whether it was a sweep. */
export function narrateCapture(event: { seat: Seat; card: string; taken: string[]; sweep: boolean }, info: TableInfo, named: (card: string) => string, style: Style): string {
  const { key, name } = who(event.seat, info);
  const sentence = say(`log.captured.${key}`, { name, card: named(event.card), taken: cardList(event.taken, style) });
  return event.sweep ? `${sentence} ${sweepWord(info.game)}` : sentence;
}

/** Describes which side gets the rest of the table after the last card. */
export function narrateRest(event: { side: number | null; cards: string[] }, info: TableInfo, sides: readonly number[], style: Style): string | null {
  if (event.cards.length === 0) return null;
  const cards = cardList(event.cards, style);
  if (event.side === null) return say("log.rest.nobody", { cards });
  const seats = sides.flatMap((side, seat) => (side === event.side ? [seat] : []));
  const mine = seats.length === 1 && seats[0] === info.you;
  const names = seats.map((seat) => playerName(info, seat));
  const name = listed(names);
  return say(mine ? "log.rest.you" : names.length > 1 ? "log.rest.side" : "log.rest.other", { name, cards });
}
