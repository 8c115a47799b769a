// Properties of rows, grids and hands. The tables of a game are tested beside each game's layout.
import { existsSync, readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { arrangements as capture } from "../games/capture/layout";
import { gridIn, handIn } from "./cards-in";
import { chance, roomOf } from "./promises";
import { solve } from "./solve";
import { longestRow } from "./zones";

test("every game with a layout tests it", () => {
  const layouts = readdirSync("src/games").filter((game) => existsSync(`src/games/${game}/layout.ts`));
  expect(layouts.length).toBeGreaterThan(5);
  expect(layouts.filter((game) => !existsSync(`src/games/${game}/layout.test.ts`))).toEqual([]);
});

test("right to left mirrors a row, but not a compass", () => {
  const text = (id: string) => ({ id, kind: "text", ems: 5, lines: 1, grow: 1 }) as const;
  const room = roomOf(800, 600);
  const order = (rtl: boolean, compass: boolean) => {
    const { zones } = solve([{ name: "one", tree: () => ({ across: [text("west"), text("east")], compass }) }], { ...room, rtl });
    return zones.get("west")!.x < zones.get("east")!.x;
  };
  expect([order(false, false), order(true, false), order(true, true)]).toEqual([true, false, true]);
});

test("a row of a hand is never broken within a suit", () => {
  expect(longestRow([4, 3, 3, 3])).toEqual({ at: 2, longest: 7 });
  expect(longestRow([2, 8, 2, 1])).toEqual({ at: 2, longest: 10 });
  expect(longestRow([13])).toEqual({ at: 1, longest: 13 });
});

test("cards of grids and hands stay in their zone, and those of a grid do not overlap", () => {
  const next = chance(11);
  for (let round = 0; round < 200; round += 1) {
    const lying = 1 + Math.floor(next() * 14);
    const table = { seats: 2 + Math.floor(next() * 5), bottom: 0, counterClockwise: true, held: 3, lying, builds: next() < 0.5, open: false, acts: true, watches: false };
    const { zones } = solve(capture(table), roomOf(360 + Math.floor(next() * 2000), 400 + Math.floor(next() * 1000)));
    const grid = zones.get("table")!;
    const places = gridIn(grid, Math.max(8, lying));
    expect(places.length).toBeGreaterThanOrEqual(lying);
    for (const { x, y } of places) {
      expect(Math.min(x, y, grid.width - x - grid.card, grid.height - y - grid.card * 1.4)).toBeGreaterThanOrEqual(-0.5);
    }
    places.forEach((a, index) => {
      for (const b of places.slice(index + 1)) expect(Math.abs(a.x - b.x) >= grid.card || Math.abs(a.y - b.y) >= grid.card * 1.4).toBe(true);
    });
    const hand = zones.get("hand")!;
    for (const { x, y } of handIn(hand, [3])) expect(Math.min(x, y, hand.width - x - hand.card, hand.height - y - hand.card * 1.4)).toBeGreaterThanOrEqual(-0.5);
  }
});
