// The command line of bridge: "1nt", "pass", "dbl", "play 7d", "claim 5", "accept".
import { readCard } from "../../cards/names";

export type Understood = { act: string } | { unclear: "card" | "words"; what: string };

const CALLS: Record<string, string> = {
  p: "P", pass: "P", passo: "P", x: "X", d: "X", dbl: "X", double: "X", contre: "X", xx: "XX", r: "XX", rdbl: "XX", redouble: "XX", surcontre: "XX",
};
const STRAINS: Record<string, string> = { c: "C", d: "D", h: "H", s: "S", n: "N", nt: "N", sa: "N", "♣": "C", "♦": "D", "♥": "H", "♠": "S" };

/** Reads one line; whether it is legal is for the server to say. In the auction 2s is a bid, afterwards a card. */
export function understand(line: string, auction: boolean): Understood {
  const words = line.toLowerCase().trim().split(/\s+/);
  const first = words[0] ?? "";
  if (/^(accept|accetto|accetta)$/.test(first)) return { act: "accept" };
  if (/^(refuse|rifiuto|rifiuta)$/.test(first)) return { act: "refuse" };
  if (/^(claim|richiedo|richiedi)$/.test(first)) {
    const tricks = words[1] ?? "";
    return /^\d{1,2}$/.test(tricks) ? { act: `claim ${Number(tricks)}` } : { unclear: "words", what: line };
  }
  const said = words.filter((word) => !/^(play|bid|call|gioca|dichiaro)$/.test(word)).join("");
  if (auction) {
    const call = CALLS[said];
    if (call !== undefined) return { act: call };
    const strain = STRAINS[said.slice(1)];
    if (/^[1-7]/.test(said) && strain !== undefined) return { act: `${said[0]}${strain}` };
    return { unclear: "words", what: line };
  }
  const card = readCard(said);
  return card === null ? { unclear: "card", what: said } : { act: card };
}
