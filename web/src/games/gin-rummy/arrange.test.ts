// Groups, a player's own order, and the places of a hand.
import { expect, test } from "vitest";
import { groupsIn, kept, moved, placeAt, proposed, spread } from "./arrange";

const MELDS = [["4s", "5s", "6s"], ["9d", "9h", "9s"]];
const LEFT = ["2d", "Ac", "Jc", "Jd"];

test("the proposal groups melds, with unmelded cards last", () => {
  expect(proposed(MELDS, LEFT).map(({ cards }) => cards)).toEqual([...MELDS, LEFT]);
  expect(proposed(MELDS, [])).toHaveLength(2);
});

test("a player's own order stays, and new cards come last", () => {
  expect(kept(["Jc", "4s", "2d"], ["2d", "4s", "Kh"])).toEqual(["4s", "2d", "Kh"]);
  expect(moved(["a", "b", "c", "d"], "a", 3)).toEqual(["b", "c", "a", "d"]);
  expect(moved(["a", "b", "c", "d"], "d", 0)).toEqual(["d", "a", "b", "c"]);
  expect(moved(["a", "b"], "a", 1)).toEqual(["a", "b"]);
});

test("adjacent cards of a meld are shown as a meld, in any order", () => {
  const groups = groupsIn(["2d", "6s", "4s", "5s", "Ac", "9d", "9h", "Jc", "9s"], MELDS);
  expect(groups.map(({ cards, meld }) => (meld ? `[${cards.join(" ")}]` : cards.join(" ")))).toEqual(["2d", "[6s 4s 5s]", "Ac 9d 9h Jc 9s"]);
});

const hand = proposed(MELDS, [...LEFT, "Kd"]);

const at = (width: number, card: number, rows = 1) => ({ width, height: 400, card, rows });

test.each([[332, 64, 2], [748, 88, 1], [720, 104, 1]])("eleven cards lie inside %i pixels and can be hit", (width, card, rows) => {
  const { spots, frames } = spread(hand, at(width, card, rows));
  expect(spots.map((spot) => spot.card)).toEqual(hand.flatMap(({ cards }) => cards));
  for (const { x } of spots) expect(x >= 0 && x + card <= width).toBe(true);
  for (const { y } of spots) expect(y >= 0 && y + card * 1.4 <= 400).toBe(true);
  for (const [nth, spot] of spots.entries()) {
    const next = spots[nth + 1];
    if (next !== undefined && next.y === spot.y) expect(next.x - spot.x).toBeGreaterThanOrEqual(36);
  }
  expect(frames).toHaveLength(2);
});

test("a frame lies above the row before it, and under its own cards", () => {
  const { spots, frames } = spread(hand.toReversed(), at(332, 64, 2));
  const upper = spots.filter(({ y }) => y === spots[0]!.y);
  const second = frames.find(({ y }) => y > spots[0]!.y)!;
  expect(upper.every(({ z }) => z < second.z)).toBe(true);
  expect(spots.slice(upper.length).every(({ z }) => z > second.z)).toBe(true);
});

test("groups are side by side", () => {
  const { spots, frames } = spread(hand, at(748, 88));
  const [first, second] = frames;
  expect(first!.x + first!.width).toBeLessThan(second!.x);
  expect(spots[6]!.x).toBeGreaterThan(second!.x + second!.width);
});

test("a card goes where it is dropped", () => {
  const row = spread(hand, at(720, 104));
  expect(placeAt(row, -10, 300, 104)).toBe(0);
  expect(placeAt(row, 2000, 20, 104)).toBe(11);
  expect(placeAt(row, row.spots[4]!.x + 10, 20, 104)).toBe(4);
});
