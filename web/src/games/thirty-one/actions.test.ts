// The actions of Thirty-One, and their keys.
import { expect, test } from "vitest";
import { actionOf, cardOf, discards } from "./actions";

test("actions are parsed", () => {
  expect([...discards(["stock", "discard 4c", "discard Th"])]).toEqual(["4c", "Th"]);
  expect([cardOf("discard 4c"), cardOf("knock")]).toEqual(["4c", null]);
  expect(["s", "u", "k", "x"].map(actionOf)).toEqual(["stock", "upcard", "knock", null]);
});
