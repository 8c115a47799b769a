// Parser of rule books. The markup is explained in crates/i18n/src/book/mod.rs.
import type { Options } from "../backend/wire";

export interface Condition { key: string; values: string[]; oneOf: boolean }
export interface Group { name: string; cards: { card: string; taken: boolean }[] }
export type Says =
  | { kind: "heading"; depth: number; text: string }
  | { kind: "paragraph" | "item"; text: string }
  | { kind: "row"; cells: string[] }
  | { kind: "picture"; groups: Group[]; text: string }
  | { kind: "options" };
export type Passage = Says & { when: Condition[]; rules: string[] };

const SIGNS = ["# ", "## ", "### ", "- ", "| ", ">> ", "@options"];
/** Whether a line begins a block, with a mark, a condition or rules. */
const begins = (line: string) => SIGNS.some((sign) => line.startsWith(sign)) || line.startsWith("?") || rulesOf(line).rules.length > 0;

export function readBook(text: string): Passage[] {
  // Conditions of the enclosing chapters, with their depths.
  let chapters: { depth: number; when: Condition[] }[] = [];
  return blocks(text).map((block) => {
    const passage = readPassage(block);
    if (passage.kind === "heading") {
      const { depth } = passage;
      chapters = [...chapters.filter((outer) => outer.depth < depth), { depth, when: passage.when }];
      passage.when = [];
    }
    passage.when = [...chapters.flatMap(({ when }) => when), ...passage.when];
    return passage;
  });
}

/** Joins lines to blocks. A line without a mark continues the block before it, up to an empty line. */
function blocks(text: string): string[] {
  const blocks: string[] = [];
  let open = false;
  for (const line of text.split("\n").map((line) => line.trim())) {
    if (line === "") open = false;
    else if (open && !begins(line)) blocks.push(`${blocks.pop()} ${line}`);
    else {
      blocks.push(line);
      open = !line.startsWith("#");
    }
  }
  return blocks;
}

function readPassage(block: string): Passage {
  const sign = SIGNS.find((sign) => block.startsWith(sign)) ?? "";
  const { when, rest } = conditions(block.slice(sign.length).trimStart());
  const { rules, text } = rulesOf(rest);
  return { ...says(sign, text), when, rules };
}

function says(sign: string, text: string): Says {
  switch (sign) {
    case "# ":
    case "## ":
    case "### ":
      return { kind: "heading", depth: sign.length - 1, text };
    case "- ":
      return { kind: "item", text };
    case "| ":
      return { kind: "row", cells: text.replace(/\|+$/, "").split("|").map((cell) => cell.trim()) };
    case ">> ":
      return picture(text);
    case "@options":
      return { kind: "options" };
    default:
      return { kind: "paragraph", text };
  }
}

function conditions(text: string): { when: Condition[]; rest: string } {
  if (!text.startsWith("?")) return { when: [], rest: text };
  const space = text.indexOf(" ");
  const list = space < 0 ? text.slice(1) : text.slice(1, space);
  const when = list.split(";").flatMap((one) => {
    const found = /^(\w+)(!?)=(.*)$/.exec(one);
    return found === null ? [] : [{ key: found[1]!, values: found[3]!.split(","), oneOf: found[2] === "" }];
  });
  return { when, rest: space < 0 ? "" : text.slice(space).trimStart() };
}

/** Splits off the rule numbers. A value in braces, which may also begin a sentence, has no hyphen. */
function rulesOf(text: string): { rules: string[]; text: string } {
  const found = /^\{([^}]*-[^}]*)\}\s*/.exec(text);
  return found === null ? { rules: [], text } : { rules: found[1]!.split(" "), text: text.slice(found[0].length) };
}

function picture(text: string): Says {
  const parts = text.split("|").map((part) => part.trim());
  const caption = parts.pop()!;
  const groups = parts.map((part) => {
    const colon = part.indexOf(":");
    const cards = [...part.slice(colon + 1).matchAll(/"([^"]*)"(\*?)|([^\s"*]+)(\*?)/g)];
    return {
      name: part.slice(0, colon).trim(),
      cards: cards.map(([, words, taken, card, cardTaken]) => ({ card: words ?? card!, taken: (taken ?? cardTaken) === "*" })),
    };
  });
  return { kind: "picture", groups, text: caption };
}

/** Whether a passage applies under these options. */
export const holds = (when: readonly Condition[], played: Options): boolean =>
  when.every(({ key, values, oneOf }) => values.includes(String(played[key] ?? "")) === oneOf);

export type Piece = { kind: "text" | "strong" | "card"; text: string };

/** Splits a sentence into words, strong words and cards. */
export function pieces(sentence: string): Piece[] {
  return sentence.split(/(\[\[[^\]]*\]\]|\*\*[^*]+\*\*)/).flatMap((part): Piece[] => {
    if (part.startsWith("[[")) return part.slice(2, -2).split(" ").map((card) => ({ kind: "card", text: card }));
    if (part.startsWith("**")) return [{ kind: "strong", text: part.slice(2, -2) }];
    return part === "" ? [] : [{ kind: "text", text: part }];
  });
}

/** Passages grouped for the page: the items of a list, and the rows of a table. */
export type Part = { kind: "one"; passage: Passage } | { kind: "list"; passages: Passage[] } | { kind: "table"; passages: Passage[] };

export function arrange(passages: readonly Passage[]): Part[] {
  const parts: Part[] = [];
  for (const passage of passages) {
    const last = parts.at(-1);
    const kind = passage.kind === "item" ? "list" : passage.kind === "row" ? "table" : "one";
    if (kind === "one") parts.push({ kind, passage });
    else if (last?.kind === kind) last.passages.push(passage);
    else parts.push({ kind, passages: [passage] });
  }
  return parts;
}
