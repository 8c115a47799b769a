// What happened in Speed, in a sentence: for the log and for listeners.
import { cardName, type Style } from "../../cards";
import { playerName } from "../../players";
import type { SpeedEvent, TableInfo } from "../../wire";
import { rulesWord } from "../../words";

/** One sentence, or nothing when the event is not worth one. */
export function narrate(event: SpeedEvent, info: TableInfo, _sides: readonly number[], style: Style): string | null {
  const told = (key: string, facts: Record<string, unknown> = {}) => rulesWord(`log.speed.${key}`, facts);
  const by = (seat: number, key: string, facts: Record<string, unknown> = {}) =>
    told(`${key}.${seat === info.you ? "you" : "other"}`, { name: playerName(info, seat), ...facts });
  switch (event.event) {
    case "dealt":
    case "refilled":
      return null;
    case "agreed":
      return by(event.seat, "agreed");
    case "flipped":
      return told("flipped", { left: cardName(event.cards[0], style), right: cardName(event.cards[1], style) });
    case "played":
      return by(event.seat, `played.${event.place}`, { card: cardName(event.card, style) });
    case "blocked":
      return told("blocked");
    case "recycled":
      return told(`recycled.${event.place}`, { n: event.cards });
    case "ended":
      return event.ending === "out"
        ? by(event.left.indexOf(0), "out")
        : told("stalemate", { left: event.left.map((left, seat) => `${playerName(info, seat)} ${left}`).join(", ") });
  }
}
