// The command line of Thirty-One: "draw", "take", "knock", "discard 4c", or just the card.
import { readCard } from "../../cards/names";
import { discard } from "./actions";

export type Understood = { act: string } | { unclear: "card" | "words"; what: string };

const WORDS: Record<string, string> = {
  stock: "stock", draw: "stock", s: "stock", mazzo: "stock", pesca: "stock",
  upcard: "upcard", take: "upcard", u: "upcard", prendi: "upcard", scoperta: "upcard",
  knock: "knock", k: "knock", bussa: "knock", busso: "knock",
};

/** Reads one line. An action that is not legal is passed on: the server says why not. */
export function understand(line: string): Understood {
  const words = line.toLowerCase().trim().split(/\s+/);
  const [first = "", second] = words;
  const known = WORDS[first];
  if (known !== undefined && second === undefined) return { act: known };
  const verb = /^(discard|throw|scarta|play|gioca)$/.test(first);
  const named = verb ? second : first;
  if (named === undefined || words.length > (verb ? 2 : 1)) return { unclear: "words", what: line };
  const card = readCard(named);
  return card === null ? { unclear: verb ? "card" : "words", what: named } : { act: discard(card) };
}
