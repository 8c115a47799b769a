// What happened in Sharks of Wall Street, in a sentence.
import { playerName } from "../../table/players";
import type { Seat, Share, Location, SharksEvent, TableInfo } from "../../house/wire";
import { capital, count as howMany, say, type PageKey } from "../../words/words";
import { cardNamed } from "./sets.svelte";

export function placeName(place: Location, info: TableInfo): string {
  return place.seat === null ? say("sharks.place.row", { n: place.index }) : say(place.seat === info.you ? "sharks.place.yours" : "sharks.place.of", { name: playerName(info, place.seat), n: place.index });
}

/** What an action aims at, as it is written there: `own.2`, `3.1`, `row.5`, `seat.3`. */
export function targetName(target: string, actor: Seat, info: TableInfo): string {
  const [kind = "", number = ""] = target.split(".");
  if (kind === "seat") return playerName(info, Number(number));
  const seat = kind === "row" ? null : kind === "own" ? actor : Number(kind);
  return placeName({ seat, index: Number(number) }, info);
}

/** One sentence, or nothing when the event is not worth one. */
export function narrate(event: SharksEvent, info: TableInfo): string | null {
  const set = typeof info.options.set === "string" ? info.options.set : null;
  const named = (id: string) => cardNamed(id, set);
  const shareName = (share: Share) => (share.investment === null ? say("sharks.anInvestment") : named(share.investment));
  const tell = (key: string, seat: Seat, params: Record<string, unknown> = {}) =>
    say(`log.sharks.${key}.${seat === info.you ? "you" : "other"}` as PageKey, { name: playerName(info, seat), ...params });
  switch (event.event) {
    case "dealt": case "rowLaid": case "tookBack": case "answered":
      return null;
    case "roundBegan":
      return say("log.sharks.round", { n: event.round });
    case "auctionBegan":
      return tell("auction", event.starter, { n: event.auction });
    case "bid":
      return tell("bid", event.seat, { total: event.total, cards: event.cards.join(" ") });
    case "passed":
      return tell("passed", event.seat);
    case "won":
      return tell("won", event.seat, { lot: event.lot.flatMap((share) => (share === null ? [] : [shareName(share)])).join(", ") });
    case "unsold":
      return say("log.sharks.unsold");
    case "turnedUp": case "turnedDown":
      return capital(say(`log.sharks.${event.event}`, { place: placeName(event.location, info), card: named(event.investment) }));
    case "bonus":
      return tell("bonus", event.seat, { card: named(event.investment) });
    case "drewCapital":
      return event.value === null ? tell("drewCapital", event.seat) : say("log.sharks.drewValue", { value: event.value });
    case "drewTool":
      return event.tool === null ? tell("drewTool", event.seat) : tell("drewThatTool", event.seat, { card: named(event.tool) });
    case "gave":
      return tell("gave", event.seat, { cards: event.cards.join(" ") });
    case "playedTool": {
      const aims = event.targets.map((target) => targetName(target, event.seat, info));
      const params = { card: named(event.tool), aims: aims.join(", ") };
      return tell(aims.length === 0 ? "played" : "playedAt", event.seat, params);
    }
    case "reacted":
      return tell("reacted", event.seat, { card: named(event.tool) });
    case "settled":
      return event.reactions === 0 ? null : say(event.cancelled ? "log.sharks.cancelled" : "log.sharks.stands", { card: named(event.tool) });
    case "discardedInvestment":
      return tell("discarded", event.seat, { card: shareName(event.share) });
    case "tookInvestment":
      return tell("tookInvestment", event.seat, { card: event.share.investment === null ? say("sharks.faceDown") : named(event.share.investment), place: placeName(event.location, info) });
    case "exchanged":
      return tell("exchanged", event.seat, { one: placeName(event.locations[0], info), two: placeName(event.locations[1], info) });
    case "looked":
      return event.share.investment === null
        ? tell("looked", event.seat, { place: placeName(event.location, info) })
        : say("log.sharks.saw", { place: placeName(event.location, info), card: named(event.share.investment) });
    case "tookTool":
      return tell("tookTool", event.seat, { card: event.tool === null ? say("sharks.aTool") : named(event.tool), from: playerName(info, event.from) });
    case "ended":
      return say("log.sharks.ended");
    case "reshuffled":
      return howMany("log.reshuffled", event.cards);
  }
}
