// The command line and the keys of Thirty-One.
import { expect, test } from "vitest";
import { actionOf, cardOf, discards } from "./actions";
import { understand } from "./command";

test.each([
  ["stock", "stock"],
  ["draw", "stock"],
  ["take", "upcard"],
  ["knock", "knock"],
  ["bussa", "knock"],
  ["discard 4c", "discard 4c"],
  ["scarta 10h", "discard Th"],
  ["Ks", "discard Ks"],
])("%s means %s", (line, act) => expect(understand(line)).toEqual({ act }));

test("what is not understood is named", () => {
  expect(understand("discard 44")).toEqual({ unclear: "card", what: "44" });
  expect(understand("hello")).toEqual({ unclear: "words", what: "hello" });
  expect(understand("discard 4c 5c")).toEqual({ unclear: "words", what: "discard 4c 5c" });
});

test("actions are read as the server lists them", () => {
  expect([...discards(["stock", "discard 4c", "discard Th"])]).toEqual(["4c", "Th"]);
  expect([cardOf("discard 4c"), cardOf("knock")]).toEqual(["4c", null]);
  expect(["s", "u", "k", "x"].map(actionOf)).toEqual(["stock", "upcard", "knock", null]);
});
