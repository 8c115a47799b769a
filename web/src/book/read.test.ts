import { expect, test } from "vitest";
// A test of the terminal reads the same sample, so that both parsers agree.
import SAMPLE from "../../../crates/i18n/src/book/sample.md?raw";
import type { Game } from "../backend/wire";
import games from "./games.json";
import { arrange, holds, pieces, readBook } from "./read";
import { address, differing, mannerOf, played } from "./shelf";

test("every mark is parsed", () => {
  const book = readBook(SAMPLE);
  expect(book.map(({ kind }) => kind)).toEqual(["heading", "paragraph", "paragraph", "heading", "paragraph", "item", "heading", "row", "picture", "heading", "options"]);
  expect(book[1]).toMatchObject({ text: "Two play.", rules: ["SC-R1"] });
  expect(book[2]).toMatchObject({ text: "Values {target} are here.", rules: ["SC-R2"] });
  expect(book[4]).toMatchObject({ text: "Alone, to {target}.", rules: ["SC-R7", "SC-V7"] });
  expect(book[7]).toMatchObject({ cells: ["a", "b"] });
  expect(book[8]).toMatchObject({
    text: "What is seen.",
    groups: [
      { name: "Table", cards: [{ card: "7c", taken: true }, { card: "4d", taken: false }] },
      { name: "Hand", cards: [{ card: "Capital 5", taken: true }, { card: "6", taken: false }] },
    ],
  });
});

test("the conditions of chapter and passage must both hold", () => {
  const book = readBook(SAMPLE);
  const shown = (played: Record<string, boolean | number>) => book.map(({ when }) => Number(holds(when, played)));
  expect(shown({})).toEqual([1, 1, 1, 0, 0, 0, 0, 0, 0, 1, 1]);
  expect(shown({ quindici: true, teams: true, seats: 4 })).toEqual([1, 1, 1, 1, 0, 1, 1, 1, 1, 1, 1]);
  expect(shown({ quindici: true })).toEqual([1, 1, 1, 1, 1, 0, 1, 1, 1, 1, 1]);
});

test("a sentence is split into words, strong words and cards", () => {
  expect(pieces("**Scopa**: take [[7d Ac]].")).toEqual([
    { kind: "strong", text: "Scopa" }, { kind: "text", text: ": take " },
    { kind: "card", text: "7d" }, { kind: "card", text: "Ac" }, { kind: "text", text: "." },
  ]);
});

test("items are grouped in a list, rows in a table", () => {
  const parts = arrange(readBook("a\n\n- b\n- c\n\n| d |\n| e |\n\nf"));
  expect(parts.map((part) => [part.kind, part.kind === "one" ? 1 : part.passages.length])).toEqual([["one", 1], ["list", 2], ["table", 2], ["one", 1]]);
});

const scopa = (games as unknown as Game[]).find(({ id }) => id === "scopa")!;

test("a rule set goes into an address and back", () => {
  const manner = { preset: "classic", seats: 4, changes: { target: 21, captureObligation: "hand", teams: true } };
  expect(differing(scopa, manner)).toEqual({ target: 21, captureObligation: "hand" });
  const there = address(scopa, manner);
  expect(there).toBe("/rules/scopa?preset=classic&seats=4&target=21&captureObligation=hand");
  expect(mannerOf(scopa, there.slice(there.indexOf("?")))).toEqual({ preset: "classic", seats: 4, changes: { target: 21, captureObligation: "hand" } });
  expect(played(scopa, manner)).toMatchObject({ target: 21, captureObligation: "hand", teams: true, endMode: "total", seats: 4 });
});

test("invalid parts of an address are ignored", () => {
  const wrong = mannerOf(scopa, "?preset=nobody&seats=5&target=4000&teams=perhaps&captureObligation=hand");
  expect(wrong).toEqual({ preset: "classic", seats: 2, changes: { captureObligation: "hand" } });
});
