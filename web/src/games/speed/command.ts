// The command line of Speed: "7d left", "7d > R", "flip".
import { readCard } from "../../cards/names";
import type { DiscardPile } from "../../house/wire";
import type { Play } from "./actions";

export type Understood = { flip: true } | { play: Play } | { card: string } | { unclear: "card" | "words"; what: string };

const SIDES: Record<string, DiscardPile> = {
  l: "left", left: "left", sinistra: "left", s: "left",
  r: "right", right: "right", destra: "right", d: "right",
};

/** Reads one line. What is not legal is passed on: the server says why not. */
export function understand(line: string): Understood {
  const words = line.toLowerCase().replaceAll(">", " ").trim().split(/\s+/).filter((word) => word !== "play" && word !== "gioca");
  const [first = "", second] = words;
  if (words.length === 1 && ["flip", "gira"].includes(first)) return { flip: true };
  if (words.length > 2) return { unclear: "words", what: line };
  const card = readCard(first);
  if (card === null) return { unclear: second === undefined && first.length > 3 ? "words" : "card", what: first };
  if (second === undefined) return { card };
  const pile = SIDES[second];
  return pile === undefined ? { unclear: "words", what: line } : { play: { card, pile } };
}
