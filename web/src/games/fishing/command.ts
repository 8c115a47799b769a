// The command line of the fishing games: "play 7d", "take 7d 4c+3s", "take 7d with 4c 3s", or the action itself.
import { readCard } from "../../cards/names";
import type { Understood } from "../capture/capture-game";
import { actsOf } from "./actions";

/** Reads one line. An action that is not legal is passed on: the server says why not. */
export function understand(line: string, legal: readonly string[]): Understood {
  const words = line.toLowerCase().trim().split(/[\s+,=]+|\bwith\b|\bcon\b/).filter((word) => word !== "");
  const verb = /^(play|take|lay|gioca|prendi|cala)$/.test(words[0] ?? "") ? words.shift()! : null;
  const marked = words.includes("x");
  const cards: string[] = [];
  for (const word of words.filter((word) => word !== "x")) {
    const card = readCard(word);
    if (card === null) return { unclear: verb === null && cards.length === 0 ? "words" : "card", what: word };
    cards.push(card);
  }
  const [card, ...taken] = cards;
  if (card === undefined) return { unclear: "words", what: line };
  const acts = actsOf(legal, card);
  if (taken.length > 0) {
    const same = acts.find((act) => act.items?.length === taken.length && taken.every((one) => act.items!.includes(one)));
    return { act: same?.action ?? `${card} x ${taken.join(" ")}` };
  }
  const wanted = verb === "take" || verb === "prendi" || marked ? acts.filter((act) => act.items !== null) : acts;
  if (wanted.length > 1) return { unclear: "choice", what: card };
  return { act: wanted[0]?.action ?? card };
}
