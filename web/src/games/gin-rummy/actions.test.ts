// Sorting of the legal actions of gin.
import { expect, test } from "vitest";
import { cardOf, deadwoodWithout, layOffsOf, sortActions, usable } from "./actions";

const TURN = sortActions(["discard 2d", "discard Kc", "gin", "gin 2d", "knock Kc"]);
const LAY_OFFS = sortActions(["done", "layoff 7s > 4s 5s 6s", "layoff 7s > 7c 7d 7h", "layoff Qc > Qd Qh Qs"]);

test("actions are sorted into those with a card and those without", () => {
  expect(TURN.ways.get("2d")?.map(({ action }) => action)).toEqual(["discard 2d", "gin 2d"]);
  expect(TURN.ways.get("Kc")?.map(({ kind }) => kind)).toEqual(["discard", "knock"]);
  expect(TURN.plain).toEqual(["gin"]);
  expect([...usable(LAY_OFFS)]).toEqual(["7s", "Qc"]);
});

test("a lay-off is found by its card and meld", () => {
  expect(layOffsOf(LAY_OFFS, "7s", null)).toHaveLength(2);
  expect(layOffsOf(LAY_OFFS, "7s", ["6s", "5s", "4s"]).map(({ action }) => action)).toEqual(["layoff 7s > 4s 5s 6s"]);
  expect(layOffsOf(LAY_OFFS, "Qc", ["4s", "5s", "6s"])).toEqual([]);
  expect([cardOf("layoff 7s > 4s 5s 6s"), cardOf("knock Kc"), cardOf("stock")]).toEqual(["7s", "Kc", null]);
});

test("the deadwood after a discard is known of unmelded cards", () => {
  const arrangement = { melds: [["4c", "4d", "4h"]], unmelded: ["7d", "Qh", "Ac"], deadwood: 18 };
  expect(["7d", "Qh", "Ac", "4c"].map((card) => deadwoodWithout(arrangement, card))).toEqual([11, 8, 17, null]);
});
