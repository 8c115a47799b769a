// The command line of Sharks of Wall Street: "bid 5 3", "pass", "flip 5", "T06 2.1 pay 3", "react", "no", "give 3 1".
export type Understood = { act: string } | { unclear: string };

const WORDS: Record<string, string> = {
  bid: "bid", b: "bid", offri: "bid", offro: "bid",
  pass: "pass", p: "pass", passo: "pass",
  flip: "flip", turn: "flip", scopri: "flip",
  tool: "tool", play: "tool", strumento: "tool",
  react: "react", r: "react", reagisci: "react",
  no: "noreact", noreact: "noreact", n: "noreact",
  give: "give", discard: "give", dai: "give", scarta: "give",
};

/** Reads one line. An action that is not legal is passed on: the server says why not. */
export function understand(line: string, legal: readonly string[]): Understood {
  const [first = "", ...rest] = line.trim().toLowerCase().split(/[\s,]+/);
  if (/^t\d\d$/.test(first)) return { act: ["tool", first.toUpperCase(), ...rest].join(" ") };
  const verb = WORDS[first];
  if (verb === undefined) return { unclear: line };
  if (verb === "react" && rest.length === 0) return { act: legal.find((action) => action.startsWith("react")) ?? "react T01" };
  if (verb === "tool" || verb === "react") return { act: [verb, rest[0]?.toUpperCase() ?? "", ...rest.slice(1)].join(" ") };
  const numbers = verb === "bid" || verb === "give" ? [...rest].sort((one, other) => Number(other) - Number(one)) : rest;
  return { act: [verb, ...numbers].join(" ") };
}
