// Sentences about events at Thirty-One, for the log, screen readers, and the line above the hand.
import { cardName, type Style } from "../../cards/names";
import { playerName } from "../../table/players";
import { count as howMany, halves, listed, say } from "../../words/words";
import type { Seat, TableInfo, ThirtyOneEvent } from "../../backend/wire";

/** Returns a list such as "You, Carla and Dario". */
export const names = (info: TableInfo, seats: readonly Seat[]): string => listed(seats.map((seat) => playerName(info, seat)));

/** Returns the players in the order of their turns after a knock: "you, Ida, then Bo". */
export function inTurn(info: TableInfo, knocker: Seat, seats: readonly Seat[]): string {
  const after = (seat: Seat) => (seat - knocker + info.seats) % info.seats;
  const all = seats.toSorted((one, other) => after(one) - after(other)).map((seat) => (seat === info.you ? say("player.you").toLowerCase() : playerName(info, seat)));
  return all.length < 2 ? (all[0] ?? "") : say("player.then", { first: all.slice(0, -1).join(", "), last: all.at(-1)! });
}

/** Returns who has knocked: "You have knocked". */
export const knockOf = (info: TableInfo, knocker: Seat): string =>
  knocker === info.you ? say("knock.you") : say("knock.other", { name: playerName(info, knocker) });

/** Returns who still has a turn after a knock. */
export function stillToPlay(info: TableInfo, knocker: Seat, seats: readonly Seat[]): string {
  const [only, ...others] = seats;
  if (only === undefined || others.length > 0) return say("knock.still", { names: inTurn(info, knocker, seats) });
  return only === info.you ? say("knock.last.you") : say("knock.last.other", { name: playerName(info, only) });
}

/** Returns one sentence, or null for an event without one. */
export function narrate(event: ThirtyOneEvent, info: TableInfo, _sides: readonly number[], style: Style): string | null {
  const key = (seat: Seat) => (seat === info.you ? "you" : "other");
  switch (event.event) {
    case "dealt":
      return null;
    case "turnedUp":
      return say("log.turnedUp", { card: cardName(event.card, style) });
    case "drew":
      return event.card === null
        ? say(`log.drew.${key(event.seat)}`, { name: playerName(info, event.seat) })
        : say(`log.drewCard.${key(event.seat)}`, { name: playerName(info, event.seat), card: cardName(event.card, style) });
    case "tookUpcard":
      return say(`log.tookUpcard.${key(event.seat)}`, { name: playerName(info, event.seat), card: cardName(event.card, style) });
    case "discarded":
      return say(`log.discarded.${key(event.seat)}`, { name: playerName(info, event.seat), card: cardName(event.card, style) });
    case "knocked":
      return event.lastTurns.length === 1
        ? `${knockOf(info, event.seat)}. ${stillToPlay(info, event.seat, event.lastTurns)}.`
        : say(`log.knocked.${key(event.seat)}`, { name: playerName(info, event.seat), others: inTurn(info, event.seat, event.lastTurns) });
    case "reshuffled":
      return howMany("log.reshuffled", event.cards);
    case "shown": {
      const how = event.ending === "blitz" ? say("log.blitz", { names: names(info, event.blitz) }) : say(`log.shown.${event.ending}`);
      const values = event.values.flatMap((value, seat) => (value === null ? [] : [`${playerName(info, seat)} ${halves(value)}`]));
      const losers = event.lost.flatMap((lost, seat) => (lost > 0 ? [lives(info, seat, lost)] : []));
      return [how, `${values.join(", ")}.`, losers.length === 0 ? say("log.lost.nobody") : losers.join(" ")].join(" ");
    }
    case "out":
      return say(`log.out.${key(event.seat)}`, { name: playerName(info, event.seat) });
  }
}

const lives = (info: TableInfo, seat: Seat, lost: number) =>
  say(`log.lost.${lost === 1 ? "one" : "many"}.${seat === info.you ? "you" : "other"}`, { name: playerName(info, seat), n: lost });
