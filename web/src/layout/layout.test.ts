// Properties of rows, grids and hands. The tables of a game are tested beside each game's layout.
import { existsSync, readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { arrangements as capture } from "../games/capture/layout";
import { columnsIn, handIn, rowsIn } from "./cards-in";
import { settleRows } from "../parts/places";
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
    const columns = columnsIn(grid, Math.max(8, lying));
    const places = rowsIn(grid, settleRows([], Array.from({ length: lying }, (_, card) => String(card)), columns).map(({ length }) => length));
    expect(places.length).toBe(lying);
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

test("in a wide room the table stands in the middle, with its ratio; a low room is filled", () => {
  const table = () => capture({ seats: 2, bottom: 0, counterClockwise: true, held: 3, lying: 4, builds: false, open: false, acts: true, watches: false });
  for (const [width, height] of [[1366, 768], [1440, 900], [2560, 1440], [3840, 2160]] as const) {
    const { felt } = solve(table(), roomOf(width, height));
    expect(felt!.width / felt!.height).toBeCloseTo(1.5, 2);
    expect(Math.abs(2 * felt!.x + felt!.width - width)).toBeLessThanOrEqual(1);
  }
  for (const [width, height] of [[390, 844], [844, 390], [768, 1024]] as const) expect(solve(table(), roomOf(width, height)).felt).toBeNull();
});

test.each([[1366, 768], [1440, 900], [2560, 1440]] as const)("at %i×%i the plate and the last play stand beside the hand, and the rail holds all three", (width, height) => {
  const { zones, rail } = solve(capture({ seats: 2, bottom: 0, counterClockwise: true, held: 3, lying: 4, builds: false, open: false, acts: true, watches: false }), roomOf(width, height));
  const [me, hand, said] = [zones.get("me")!, zones.get("hand")!, zones.get("said")!];
  expect(hand.x - me.x - me.width).toBeLessThanOrEqual(8);
  expect(said.x - hand.x - hand.width).toBeLessThanOrEqual(8);
  expect(Math.abs(hand.x + hand.width / 2 - width / 2)).toBeLessThanOrEqual(2);
  for (const zone of [me, hand, said]) expect(zone.y).toBeGreaterThanOrEqual(rail!);
  const [plate, far] = [zones.get("seat-1")!, zones.get("far")!];
  expect(far.x - plate.x - plate.width).toBeLessThanOrEqual(8);
});

test("on the largest screens the text of the plates grows with the table", () => {
  const table = capture({ seats: 2, bottom: 0, counterClockwise: true, held: 3, lying: 4, builds: false, open: false, acts: true, watches: false });
  expect(solve(table, roomOf(2560, 1440)).text).toBeGreaterThanOrEqual(26);
});
