// Sentences about events at Speed, for the log and for screen readers.
import { cardName, type Style } from "../../cards/names";
import { playerName } from "../../table/players";
import type { SpeedEvent, TableInfo } from "../../backend/wire";
import { rulesWord } from "../../words/words";

/** Returns one sentence, or null for an event without one. */
export function narrate(event: SpeedEvent, info: TableInfo, _sides: readonly number[], style: Style): string | null {
  const told = (key: string, params: Record<string, unknown> = {}) => rulesWord(`log.speed.${key}`, params);
  const by = (seat: number, key: string, params: Record<string, unknown> = {}) =>
    told(`${key}.${seat === info.you ? "you" : "other"}`, { name: playerName(info, seat), ...params });
  switch (event.event) {
    case "dealt":
    case "refilled":
      return null;
    case "agreed":
      return by(event.seat, "agreed");
    case "flipped":
      return told("flipped", { left: cardName(event.cards[0], style), right: cardName(event.cards[1], style) });
    case "played":
      return by(event.seat, `played.${event.pile}`, { card: cardName(event.card, style) });
    case "blocked":
      return told("blocked");
    case "recycled":
      return told(`recycled.${event.pile}`, { n: event.cards });
    case "ended":
      return event.ending === "out"
        ? by(event.left.indexOf(0), "out")
        : told("stalemate", { left: event.left.map((left, seat) => `${playerName(info, seat)} ${left}`).join(", ") });
  }
}
