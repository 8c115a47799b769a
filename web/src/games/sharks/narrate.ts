// Sentences about events in Sharks of Wall Street.
import { playerName } from "../../table/players";
import type { Seat, Share, Location, SharksEvent, TableInfo } from "../../backend/wire";
import { capital, count as howMany, listed, say, type PageKey } from "../../words/words";
import { cardNamed } from "./sets.svelte";

/** Number of Investments in one portfolio that ends the game. (SH-R23) */
const FULL_PORTFOLIO = 5;

export function locationName(location: Location, info: TableInfo): string {
  return location.seat === null ? say("sharks.place.row", { n: location.index }) : say(location.seat === info.you ? "sharks.place.yours" : "sharks.place.of", { name: playerName(info, location.seat), n: location.index });
}

/** Names a target as written in actions: `own.2`, `3.1`, `row.5`, `seat.3`. */
export function targetName(target: string, actor: Seat, info: TableInfo): string {
  const [kind = "", number = ""] = target.split(".");
  if (kind === "seat") return playerName(info, Number(number));
  const seat = kind === "row" ? null : kind === "own" ? actor : Number(kind);
  return locationName({ seat, index: Number(number) }, info);
}

/** Returns one sentence, or null for an event without one. */
export function narrate(event: SharksEvent, info: TableInfo): string | null {
  const set = typeof info.options.set === "string" ? info.options.set : null;
  const named = (id: string) => cardNamed(id, set);
  const shareName = (share: Share) => (share.investment === null ? say("sharks.anInvestment") : named(share.investment));
  const sentence = (key: string, seat: Seat, params: Record<string, unknown> = {}) =>
    say(`log.sharks.${key}.${seat === info.you ? "you" : "other"}` as PageKey, { name: playerName(info, seat), ...params });
  switch (event.event) {
    case "dealt": case "rowLaid": case "tookBack": case "answered":
      return null;
    case "roundBegan":
      return say("log.sharks.round", { n: event.round });
    case "auctionBegan":
      return sentence("auction", event.starter, { n: event.auction });
    case "bid":
      return sentence("bid", event.seat, { total: event.total, cards: event.cards.join(" + ") });
    case "passed":
      return sentence("passed", event.seat);
    case "won":
      return sentence("won", event.seat, { lot: listed(event.lot.flatMap((share) => (share === null ? [] : [shareName(share)]))) });
    case "unsold":
      return say("log.sharks.unsold");
    case "turnedUp": case "turnedDown":
      return capital(say(`log.sharks.${event.event}`, { place: locationName(event.location, info), card: named(event.investment) }));
    case "bonus":
      return sentence("bonus", event.seat, { card: named(event.investment) });
    case "drewCapital":
      return event.value === null ? sentence("drewCapital", event.seat) : say("log.sharks.drewValue", { value: event.value });
    case "drewTool":
      return event.tool === null ? sentence("drewTool", event.seat) : sentence("drewThatTool", event.seat, { card: named(event.tool) });
    case "gave":
      return sentence("gave", event.seat, { cards: event.cards.join(" ") });
    case "playedTool": {
      const aims = event.targets.map((target) => targetName(target, event.seat, info));
      const params = { card: named(event.tool), aims: aims.join(", ") };
      return sentence(aims.length === 0 ? "played" : "playedAt", event.seat, params);
    }
    case "reacted":
      return sentence("reacted", event.seat, { card: named(event.tool) });
    case "settled":
      return event.reactions === 0 ? null : say(event.cancelled ? "log.sharks.cancelled" : "log.sharks.stands", { card: named(event.tool) });
    case "discardedInvestment":
      return sentence("discarded", event.seat, { card: shareName(event.share) });
    case "tookInvestment":
      return sentence("tookInvestment", event.seat, { card: event.share.investment === null ? say("sharks.faceDown") : named(event.share.investment), place: locationName(event.location, info) });
    case "exchanged":
      return sentence("exchanged", event.seat, { one: locationName(event.locations[0], info), two: locationName(event.locations[1], info) });
    case "looked":
      return event.share.investment === null
        ? sentence("looked", event.seat, { place: locationName(event.location, info) })
        : say("log.sharks.saw", { place: locationName(event.location, info), card: named(event.share.investment) });
    case "tookTool":
      return sentence("tookTool", event.seat, { card: event.tool === null ? say("sharks.aTool") : named(event.tool), from: playerName(info, event.from) });
    case "ended": {
      const owner = event.detail.investments.findIndex((count) => count >= FULL_PORTFOLIO);
      return owner === -1 ? say("log.sharks.ended") : sentence("full", owner, { n: event.detail.investments[owner] });
    }
    case "reshuffled":
      return howMany("log.reshuffled", event.cards);
  }
}
