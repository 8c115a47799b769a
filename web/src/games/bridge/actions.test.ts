// The legal actions of bridge by kind.
import { expect, test } from "vitest";
import type { TableInfo } from "../../backend/wire";
import { around, bottomSeat, choices, leadOrder } from "./actions";

test("legal actions are calls during the auction, then cards, claims and answers", () => {
  expect([...choices(["1S", "2S", "P"], true).calls]).toEqual(["1S", "2S", "P"]);
  const play = choices(["2s", "As", "claim 0", "claim 10", "claim 2"], false);
  expect([[...play.cards], play.claims, [...play.calls]]).toEqual([["2s", "As"], [0, 2, 10], []]);
  expect(choices(["accept", "refuse"], false).answers).toEqual(["accept", "refuse"]);
});

test("the bottom seat is the player's, or South for a spectator", () => {
  expect([0, 3, null].map((you) => bottomSeat({ you } as TableInfo))).toEqual([0, 3, 2]);
});

test("the next to play sits at the left", () => {
  expect(around(2)).toEqual([2, 3, 0, 1]);
  expect(leadOrder({ leader: 3, cards: ["As", "2s"], winner: null })).toEqual([[3, "As"], [0, "2s"]]);
});
