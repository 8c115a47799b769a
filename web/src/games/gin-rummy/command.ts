// The command line of gin.
import { readCard } from "../../cards/names";

export type Understood = { act: string } | { unclear: "card" | "words"; what: string };

const WORDS: Record<string, string> = {
  stock: "stock", draw: "stock", pesca: "stock", mazzo: "stock",
  upcard: "upcard", take: "upcard", prendi: "upcard", pozzo: "upcard",
  pass: "pass", passo: "pass",
  discard: "discard", scarta: "discard", knock: "knock", bussa: "knock", gin: "gin",
  layoff: "layoff", attacca: "layoff", done: "done", fatto: "done",
};

/** Reads "discard kd", "knock kd", "layoff 8s 9s > 5s 6s 7s", and a single card, which is discarded. */
export function understand(line: string): Understood {
  const said = line.toLowerCase().trim().replaceAll(/\bon\b|\bsu\b/g, ">").split(/[\s+,]+/).filter((word) => word !== "");
  const verb = WORDS[said[0] ?? ""];
  const rest = verb === undefined ? said : said.slice(1);
  const words: string[] = [];
  for (const word of rest) {
    const card = [">", ":", "/"].includes(word) ? word : readCard(word);
    if (card === null) return { unclear: verb === undefined && rest.length > 1 ? "words" : "card", what: word };
    words.push(card);
  }
  if (verb === undefined && words.length !== 1) return { unclear: "words", what: line };
  return { act: [verb ?? "discard", ...words].join(" ") };
}
