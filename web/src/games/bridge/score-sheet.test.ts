// The score sheet as rows.
import { expect, test } from "vitest";
import type { Sheet, SheetDeal } from "../../backend/wire";
import { rowsOf, why } from "./score-sheet";

const deal = (game: number, contract: string, entries: SheetDeal["entries"]): SheetDeal =>
  ({ game, contract, declarer: 0, tricks: 9, vulnerable: [true, false], entries });
const bid = { category: "tricks", side: 0, below: true, amount: 3, points: 100 };
const over = { category: "overtricks", side: 0, below: false, amount: 1, points: 30 };
const down = { category: "undertricks", side: 1, below: false, amount: 2, points: 200 };
const sheet = (games: [number, number], deals: SheetDeal[], rubber: Sheet["rubber"] = null): Sheet =>
  ({ games, deals, rubber, partScores: [0, 0], totals: [0, 0] });

test("the newest entry is on top above the line; below it each game has its own list", () => {
  const { above, games } = rowsOf(sheet([1, 0], [deal(1, "3N", [bid, over]), deal(2, "4S", [down])]));
  expect(above.map(({ entry }) => entry.category)).toEqual(["undertricks", "overtricks"]);
  expect(games.map((game) => game.length)).toEqual([1, 0]);
  expect(rowsOf(sheet([2, 0], [deal(1, "3N", [bid]), deal(2, "3N", [bid])], { side: 0, points: 700 })).games).toHaveLength(2);
});

test("each entry is explained", () => {
  expect(why(deal(1, "4SX", []), down)).toBe("4 spades, doubled, 2 down, vulnerable");
  expect(why(deal(1, "3N", []), over)).toBe("1 over 3 no trump, vulnerable");
  expect(why(deal(1, "4H", []), { category: "honors", side: 1, below: false, amount: 4, points: 100 })).toBe("4 of the five highest hearts in one hand");
  expect(why(deal(1, "3N", []), { category: "honors", side: 1, below: false, amount: 4, points: 150 })).toBe("four aces in one hand");
});
