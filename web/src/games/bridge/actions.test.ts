// The legal actions by what they are, and what is typed.
import { expect, test } from "vitest";
import { around, choices, leadOrder } from "./actions";
import { understand } from "./command";

test("in the auction everything is a call, afterwards cards, claims and answers", () => {
  expect([...choices(["1S", "2S", "P"], true).calls]).toEqual(["1S", "2S", "P"]);
  const play = choices(["2s", "As", "claim 0", "claim 10", "claim 2"], false);
  expect([[...play.cards], play.claims, [...play.calls]]).toEqual([["2s", "As"], [0, 2, 10], []]);
  expect(choices(["accept", "refuse"], false).answers).toEqual(["accept", "refuse"]);
});

test("the next to play sits at the left", () => {
  expect(around(2)).toEqual([2, 3, 0, 1]);
  expect(leadOrder({ leader: 3, cards: ["As", "2s"], winner: null })).toEqual([[3, "As"], [0, "2s"]]);
});

test("what is typed is a call in the auction and a card afterwards", () => {
  expect(understand("2s", true)).toEqual({ act: "2S" });
  expect(understand("2s", false)).toEqual({ act: "2s" });
  expect(understand("1 nt", true)).toEqual({ act: "1N" });
  expect(understand("Pass", true)).toEqual({ act: "P" });
  expect(understand("dbl", true)).toEqual({ act: "X" });
  expect(understand("play 10h", false)).toEqual({ act: "Th" });
  expect(understand("claim 5", false)).toEqual({ act: "claim 5" });
  expect(understand("accept", false)).toEqual({ act: "accept" });
  expect(understand("claim", false)).toEqual({ unclear: "words", what: "claim" });
  expect(understand("hello", true)).toEqual({ unclear: "words", what: "hello" });
  expect(understand("hello", false)).toEqual({ unclear: "card", what: "hello" });
});
