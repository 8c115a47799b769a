import { expect, test } from "vitest";
import { intervalOf, scaleOf } from "./profile";

const player = (rating: number, deviation: number) => ({ place: 1, name: "Ada", rating, deviation, matches: 10 });

test("a scale has the intervals of all players", () => {
  expect(intervalOf(player(1500, 60))).toEqual({ low: 1380, high: 1620 });
  expect(scaleOf([player(1500, 60), player(1700, 40), player(1450, 20)])).toEqual({ low: 1380, high: 1780 });
});

test("a scale without players has a length", () => {
  const { low, high } = scaleOf([]);
  expect(high).toBeGreaterThan(low);
});
