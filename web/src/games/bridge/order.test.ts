// The order of a hand.
import { expect, test } from "vitest";
import { arranged, bySuit, suitOrder, type Suit } from "./order";

const set = (suits: string) => new Set([...suits] as Suit[]);

test("trumps are at the left, and colours alternate", () => {
  expect(suitOrder(set("shdc"), null)).toEqual(["s", "h", "c", "d"]);
  expect(suitOrder(set("shdc"), "d")).toEqual(["d", "s", "h", "c"]);
  expect(suitOrder(set("shdc"), "c")).toEqual(["c", "d", "s", "h"]);
});

test("with three suits the odd colour is in the middle, unless it is trumps", () => {
  expect(suitOrder(set("scd"), null)).toEqual(["s", "d", "c"]);
  expect(suitOrder(set("hcd"), null)).toEqual(["h", "c", "d"]);
  expect(suitOrder(set("shd"), null)).toEqual(["h", "s", "d"]);
  expect(suitOrder(set("shd"), "s")).toEqual(["s", "h", "d"]);
  expect(suitOrder(set("sc"), "c")).toEqual(["c", "s"]);
});

test("an exhausted suit moves no other", () => {
  expect(arranged(["Kc", "2c", "Qd", "Td"], null, ["s", "h", "c", "d"])).toEqual(["Kc", "2c", "Qd", "Td"]);
  expect(arranged(["2s", "Kc", "Qd"], null)).toEqual(["2s", "Qd", "Kc"]);
  expect(arranged(["2s", "Kc", "Qd"], null, ["s", "h", "c", "d"])).toEqual(["2s", "Kc", "Qd"]);
});

test("each suit is sorted from the ace down", () => {
  expect(bySuit(["2s", "As", "Th", "Ks"], "h")).toEqual([{ suit: "h", cards: ["Th"] }, { suit: "s", cards: ["As", "Ks", "2s"] }]);
  expect(arranged(["2c", "Ad", "9s"], null)).toEqual(["9s", "Ad", "2c"]);
});
