// Layouts of the game on every screen size.
import { expect, test } from "vitest";
import { handIn } from "../../layout/cards-in";
import { fitsBesideReview, keepsItsPromises, roomOf } from "../../layout/promises";
import { solve } from "../../layout/solve";
import { arrangements } from "./layout";

keepsItsPromises("thirty-one", (next) => {
  const open = next() < 0.4;
  return arrangements(2 + Math.floor(next() * 8), 0, open, open ? [] : [[6, 6, 4]], "hand", next() < 0.3);
});

fitsBesideReview("thirty-one", [arrangements(2, 0, true, [], "hand", true)]);

test("on a phone the fourth card keeps a margin from the edge", () => {
  const { zones } = solve(arrangements(2, 0, false, [[6, 6, 4]], "hand", false), roomOf(390, 844));
  const hand = zones.get("hand")!;
  const spots = handIn(hand, [4]);
  expect(hand.x + spots[0]!.x).toBeGreaterThanOrEqual(12);
  expect(hand.x + spots.at(-1)!.x + hand.card).toBeLessThanOrEqual(390 - 12);
});
