// Actions and flights of Speed.
import { expect, test } from "vitest";
import { withTarget, listed, places, playOf } from "./actions";
import { back, flights } from "./flights";

test("a play is listed without its target card, and sent with it", () => {
  const play = { card: "7d", pile: "left" } as const;
  expect(listed(play)).toBe("7d > L");
  expect(withTarget(play, "6c")).toBe("7d > L on 6c");
  expect(withTarget(play, null)).toBe("7d > L");
  expect(playOf("7d > L on 6c")).toEqual(play);
  expect(playOf("flip")).toBeNull();
  expect(places(["7d > L", "7d > R", "8c > R"], "8c")).toEqual(["right"]);
  expect(places(["7d > L", "7d > R", "8c > R"], "7d")).toEqual(["left", "right"]);
});

test("a rejected card flies back", () => {
  expect(back("7d > R on 6c", 1)).toEqual([{ flight: "carry", seat: 1, card: "7d", from: "pile-right", to: "hand-1" }]);
  expect(back("flip", 1)).toEqual([]);
  expect(flights({ event: "played", seat: 1, card: "7d", pile: "right" })).toEqual([
    { flight: "carry", seat: 1, card: "7d", from: "hand-1", to: "pile-right" },
  ]);
});
