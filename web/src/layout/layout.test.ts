// The promises of the layout, over many rooms, text sizes and numbers of cards.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { auctionArrangements, playArrangements, replayArrangements } from "../games/bridge/layout";
import { arrangements as capture } from "../games/capture/layout";
import { arrangements as gin } from "../games/gin-rummy/layout";
import { arrangements as sharks } from "../games/sharks/layout";
import { arrangements as speed, replayed } from "../games/speed/layout";
import { arrangements as thirtyOne } from "../games/thirty-one/layout";
import { gridIn, handIn } from "./cards-in";
import { solve, type Layout, type Room } from "./solve";
import { longestRow, type Arrangement } from "./zones";

/** The same numbers every time. */
function chance(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648;
}

const SIZES = [[320, 568], [360, 640], [390, 844], [640, 360], [720, 450], [844, 390], [768, 1024], [1024, 768], [1280, 720], [1366, 768], [1440, 900], [1920, 1080], [2560, 1440], [3840, 2160]] as const;
const roomOf = (width: number, height: number, more: Partial<Room> = {}): Room => ({ width, height: height - (height < 480 ? 41 : 51), root: 17, scale: 1, touch: Math.min(width, height) < 600, rtl: false, ...more });

function groupsOf(next: () => number): number[] {
  const groups = [0, 0, 0, 0];
  for (let card = 0; card < 13; card += 1) groups[Math.floor(next() * 4)]! += 1;
  return groups.filter((one) => one > 0);
}

/** Tables of every game, with random numbers of what lies on them. */
const TABLES: Record<string, (next: () => number) => Arrangement[]> = {
  "bridge auction": (next) => auctionArrangements(groupsOf(next), [[16]]),
  "bridge watched": () => auctionArrangements(null, [[16]]),
  "bridge play": (next) => {
    const place = Math.floor(next() * 4);
    const longest = 3 + Math.floor(next() * 6);
    return playArrangements(groupsOf(next), { left: place === 0 ? longest : null, top: place === 1 ? longest : null, right: place === 2 ? longest : null }, [[13, 4]]);
  },
  "bridge replay": (next) => {
    const longest = () => 4 + Math.floor(next() * 5);
    return replayArrangements({ left: longest(), top: longest(), right: longest(), bottom: longest() }, next() < 0.3, next() < 0.5 ? "top" : null);
  },
  capture: (next) => {
    const open = next() < 0.3;
    const held = [3, 4, 9, 10][Math.floor(next() * 4)]!;
    return capture({ seats: 2 + Math.floor(next() * 5), bottom: 0, counterClockwise: true, held: open ? Math.min(held, 4) : held, lying: Math.floor(next() * 12), builds: next() < 0.4, open, acts: !open, watches: next() < 0.1 });
  },
  "gin rummy": (next) => {
    const shapes = [[10], [3, 3, 5, 2], [5, 4, 2], [4, 4, 4, 3]];
    const replay = next() < 0.3;
    const open = (replay ? [1, 0] : [[], [1], [0], [1, 0]][Math.floor(next() * 4)]!).map((seat) => ({ seat, sets: replay ? shapes : [shapes[Math.floor(next() * 4)]!] }));
    return gin({ bottom: 0, open, own: open.some(({ seat }) => seat === 0) ? "nothing" : "hand", acts: replay ? null : { buttons: [[10, 5], [5, 4], [7, 8]], counted: 12 } });
  },
  sharks: (next) => {
    const upTo = (most: number) => Math.floor(next() * (most + 1));
    return sharks({ seats: 2 + upTo(4), bottom: 0, shares: 2 + upTo(3), notes: upTo(10), tools: upTo(4), over: next() < 0.2, buttons: next() < 0.7 ? [[9, 4], [7]] : null });
  },
  speed: (next) => [...(next() < 0.7 ? speed : replayed)],
  "thirty-one": (next) => {
    const open = next() < 0.4;
    return thirtyOne(2 + Math.floor(next() * 8), 0, open, open ? [] : [[6, 6, 4]], "hand", next() < 0.3);
  },
};

function wrong(layout: Layout): string[] {
  const found: string[] = [];
  const zones = [...layout.zones];
  for (const [id, at] of zones) {
    if (at.x < 0 || at.y < 0 || at.x + at.width > layout.width + 0.5 || at.y + at.height > layout.height + 0.5) found.push(`outside: ${id}`);
    if (at.width <= 0 || at.height <= 0) found.push(`empty: ${id}`);
  }
  zones.forEach(([id, a], index) => {
    for (const [other, b] of zones.slice(index + 1)) {
      if (a.x < b.x + b.width - 1 && b.x < a.x + a.width - 1 && a.y < b.y + b.height - 1 && b.y < a.y + a.height - 1) found.push(`overlap: ${id} ${other}`);
    }
  });
  return found.map((one) => `${layout.arrangement} ${one}`);
}

describe.each(Object.entries(TABLES))("%s", (_, table) => {
  test("nothing lies outside or on anything else, on every screen; and nothing scrolls", () => {
    for (const [width, height] of SIZES) {
      const room = roomOf(width, height);
      const layout = solve(table(chance(1)), room);
      expect(wrong(layout), `${width}×${height}`).toEqual([]);
      expect([layout.width, layout.height], `${width}×${height} ${layout.arrangement}`).toEqual([room.width, room.height]);
    }
  });
  test("in any room, for any text and any hand", () => {
    const next = chance(7);
    for (let round = 0; round < 250; round += 1) {
      const room = roomOf(280 + Math.floor(next() * 2400), 240 + Math.floor(next() * 1400), { root: [14, 17, 20, 24, 32][Math.floor(next() * 5)]!, scale: [0.75, 1, 1.25][Math.floor(next() * 3)]!, rtl: next() < 0.3 });
      const layout = solve(table(next), room);
      expect(wrong(layout), JSON.stringify(room)).toEqual([]);
    }
  });
  test("the same room gives the same places, and a larger one no smaller cards", () => {
    const arrangements = table(chance(3));
    const room = roomOf(1366, 768);
    expect([...solve(arrangements, room).zones]).toEqual([...solve(arrangements, room).zones]);
    expect(solve(arrangements, roomOf(2560, 1440)).card).toBeGreaterThanOrEqual(solve(arrangements, room).card);
  });
});

test("every game that has a layout is among them", () => {
  const layouts = readdirSync("src/games").filter((game) => existsSync(`src/games/${game}/layout.ts`));
  const imported = readFileSync("src/layout/layout.test.ts", "utf8");
  expect(layouts.filter((game) => !imported.includes(`"../games/${game}/layout"`))).toEqual([]);
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

test("the cards of a grid and of a hand lie within their zone, and those of a grid not on each other", () => {
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
