// The command line of Cassino: "play 7d", "take 8d 3h 5c [2d 6c]", "build 2d 5c = 7", "trail 4c", or the action itself.
import { readCard } from "../../cards/names";
import type { Understood } from "../capture/capture-game";
import { actsOf, readAction } from "./actions";

/** Reads one line. An action that is not legal is passed on: the server says why not. */
export function understand(line: string, legal: readonly string[]): Understood {
  const [said = "", called = ""] = line.toLowerCase().split("=");
  const words = said.replace(/([[\]])/g, " $1 ").trim().split(/[\s+,]+|\bwith\b|\bcon\b/).filter((word) => word !== "");
  const verb = /^(play|take|build|trail|lay|gioca|prendi|costruisci|cala)$/.exec(words[0] ?? "") === null ? null : words.shift()!;
  const crossed = words[1] === "x";
  const parts: string[] = [];
  for (const word of words) {
    if (word === "x") continue;
    const card = word === "[" || word === "]" ? word : readCard(word);
    if (card === null) return { unclear: verb === null && parts.length === 0 ? "words" : "card", what: word };
    parts.push(card);
  }
  const [card, ...rest] = parts;
  if (card === undefined || card === "[" || card === "]") return { unclear: "words", what: line };
  const items = rest.join(" ").replace(/\[ /g, "[").replace(/ \]/g, "]");
  const acts = actsOf(legal, card);
  const trails = verb === "trail" || verb === "lay" || verb === "cala";
  const takes = verb === "take" || verb === "prendi" || crossed;
  if (items === "") {
    if (trails) return { act: card };
    const wanted = takes ? acts.filter(({ sign }) => sign === "x")
      : verb === "build" || verb === "costruisci" ? acts.filter(({ sign }) => sign === "+") : acts;
    if (wanted.length > 1) return { unclear: "choice", what: card };
    return { act: wanted[0]?.action ?? card };
  }
  const builds = called.trim() !== "" || verb === "build" || verb === "costruisci" || (!takes && line.includes("+"));
  if (!builds) return { act: same(acts, "x", items) ?? `${card} x ${items}` };
  if (called.trim() === "") {
    const named = acts.filter((act) => act.sign === "+" && alike(act.items ?? [], items));
    if (named.length === 1) return { act: named[0]!.action };
    return named.length > 1 ? { unclear: "choice", what: card } : { unclear: "words", what: line };
  }
  const [kind = "", what] = called.trim().split(/\s+/);
  const announced = what === undefined ? `sum ${kind}` : `${kind} ${what.toUpperCase()}`;
  const meant = `${card} + ${items} = ${announced}`;
  const found = acts.find((act) => act.sign === "+" && act.announced === announced && alike(act.items ?? [], items));
  return { act: found?.action ?? meant };
}

function same(acts: ReturnType<typeof actsOf>, sign: string, items: string): string | undefined {
  return acts.find((act) => act.sign === sign && alike(act.items ?? [], items))?.action;
}

/** The same items, in any order. */
function alike(items: readonly string[], written: string): boolean {
  const key = (item: string) => item.replace(/[[\]]/g, "").split(" ").sort().join(" ") + (item.startsWith("[") ? "]" : "");
  const others = readAction(`x x ${written}`).items ?? [];
  return items.map(key).sort().join() === others.map(key).sort().join();
}
