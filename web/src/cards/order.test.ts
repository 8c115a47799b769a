// Orders of a hand: as dealt, by suit, by rank.
import { expect, test } from "vitest";
import { inOrder } from "./order";

test("a hand is ordered by suit or by rank, low cards first, or not at all", () => {
  const hand = ["Kd", "As", "2d", "Ts", "Ah", "2c"];
  expect(inOrder(hand, "game")).toEqual(hand);
  expect(inOrder(hand, "suits")).toEqual(["As", "Ts", "Ah", "2c", "2d", "Kd"]);
  expect(inOrder(hand, "ranks")).toEqual(["As", "Ah", "2c", "2d", "Ts", "Kd"]);
});
