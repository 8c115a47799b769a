// The scoring adds up, whatever a game counts besides its deals.
import { afterEach, expect, test } from "vitest";
import { settings } from "../kit/settings.svelte";
import { totalName } from "../words/words";
import { beyond } from "./adding-up";

afterEach(() => { settings.language = "en"; });
const bonus = (category: string, points: number[]) => ({ category, amounts: [null, null], points, rules: [] });

test("a won game of gin: earlier points, deal, game and boxes add up to the total", () => {
  const bonuses = [bonus("game", [100, 0]), bonus("boxes", [75, 50])];
  const before = [0, 1].map((side) => beyond(side, [279, 71], [[38, 0]], bonuses));
  expect(before).toEqual([66, 21]);
});
test("lives: the initial lives are shown, and the total is named", () => {
  const deals = [[-1, 0], [-1, 0], [-1, 0], [-1, 0], [-1, 0]];
  expect([0, 1].map((side) => beyond(side, [-1, 4], deals, []))).toEqual([4, 4]);
  expect(totalName("thirty-one")).toMatch(/^Lives/);
  settings.language = "it";
  expect(totalName("thirty-one")).toMatch(/^Vite/);
  expect(totalName("scopa")).toBe("Totale");
});
