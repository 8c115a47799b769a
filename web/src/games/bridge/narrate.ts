// Sentences about events, for the log and for screen readers.
import { cardName, type Style } from "../../cards/names";
import { playerName } from "../../table/players";
import type { BridgeEvent, Seat, TableInfo } from "../../backend/wire";
import { capital, count as howMany, say } from "../../words/words";
import { callName, contractName, readContract } from "./calls";

/** Returns the question to a player who must answer a claim of `tricks` out of `left`. */
export function claimQuestion(name: string, tricks: number, left: number): string {
  const rest = left - tricks;
  if (left === 1) return say(tricks === 1 ? "bridge.claim.asks.last" : "bridge.claim.asks.lost", { name });
  if (rest === 0) return say("bridge.claim.asks.all", { name, left });
  if (tricks === 0) return say("bridge.claim.asks.none", { name, left });
  return say(rest === 1 ? "bridge.claim.asks.one" : "bridge.claim.asks.many", { name, n: tricks, left, rest });
}

/** Returns the sentence for all other players meanwhile, including the claimer. */
export function claimWaits(by: Seat, tricks: number, info: TableInfo): string {
  return howMany(`bridge.claim.waits.${by === info.you ? "you" : "other"}`, tricks, { name: playerName(info, by) });
}

/** Returns one sentence, or null for an event without one. */
export function narrate(event: BridgeEvent, info: TableInfo, _sides: readonly number[], style: Style): string | null {
  const who = (seat: number) => playerName(info, seat);
  switch (event.event) {
    case "called":
      return say("bridge.log.called", { name: who(event.seat), call: callName(event.call) });
    case "contracted": {
      const contract = readContract(event.contract);
      return say("bridge.log.contracted", { name: who(event.declarer), contract: capital(contract === null ? event.contract : contractName(contract)) });
    }
    case "passedOut":
      return say("bridge.log.passedOut");
    case "played":
      return say("bridge.log.played", { name: who(event.seat), card: cardName(event.card, style) });
    case "trickWon":
      return say("bridge.log.trickWon", { name: who(event.seat) });
    case "claimed":
      return howMany("bridge.log.claimed", event.tricks, { name: who(event.seat) });
    case "answered":
      return say(event.accepts ? "bridge.log.accepted" : "bridge.log.refused", { name: who(event.seat) });
    case "dealt":
    case "faced":
      return null;
  }
}
