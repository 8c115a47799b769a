// The score sheet as rows, above the line and below it by game, with the reason for each entry.
import type { Sheet, SheetDeal, SheetEntry } from "../../backend/wire";
import { say } from "../../words/words";
import { contractName, readContract, strainName } from "./calls";

export interface Row { key: string; deal: SheetDeal; entry: SheetEntry }

/**
 * Returns the rows. Above the line the newest is on top, as on paper. Below it each game is a list, the last
 * one open.
 */
export function rowsOf(sheet: Sheet): { above: Row[]; games: Row[][] } {
  const rows = sheet.deals.flatMap((deal, number) => deal.entries.map((entry, index): Row => ({ key: `${number}-${index}`, deal, entry })));
  const above = rows.filter(({ entry }) => !entry.below).toReversed();
  const finished = (sheet.games[0] ?? 0) + (sheet.games[1] ?? 0);
  const games = Array.from({ length: sheet.rubber === null ? finished + 1 : finished }, (_, game) =>
    rows.filter(({ deal, entry }) => entry.below && deal.game === game + 1),
  );
  return { above, games };
}

/** Explains an entry in one sentence: "2 tricks over 4 spades, doubled, vulnerable". */
export function why(deal: SheetDeal, entry: SheetEntry): string {
  const contract = readContract(deal.contract);
  if (contract === null) return "";
  const side = deal.declarer === null ? 0 : deal.declarer % 2;
  const params = { n: entry.amount, contract: contractName(contract), strain: strainName(contract.strain) };
  const vulnerable = say(deal.vulnerable[entry.category === "game" ? entry.side : side] ? "bridge.vulnerable" : "bridge.notVulnerable");
  switch (entry.category) {
    case "tricks":
      return say("bridge.why.tricks", params);
    case "overtricks":
      return say("bridge.why.overtricks", { ...params, vulnerable });
    case "undertricks":
      return say("bridge.why.undertricks", { ...params, vulnerable });
    case "slam":
      return say("bridge.why.slam", { ...params, vulnerable });
    case "insult":
      return say("bridge.why.insult", params);
    case "honors":
      return say(contract.strain === "N" ? "bridge.why.aces" : "bridge.why.honors", params);
    case "game":
      return say("bridge.why.game", { vulnerable });
    default:
      return say("bridge.why.partScore", params);
  }
}
