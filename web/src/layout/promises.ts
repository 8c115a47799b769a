// Properties of every layout, tested on the tables of a game over many sizes, text sizes and numbers of
// cards.
import { describe, expect, test } from "vitest";
import { headerHeight } from "./header";
import { solve, type Layout, type Room } from "./solve";
import type { Arrangement } from "./zones";

/** Returns a seeded random number generator. */
export function chance(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648;
}

const SIZES = [[320, 568], [360, 640], [390, 844], [640, 360], [720, 450], [844, 390], [768, 1024], [1024, 768], [1280, 720], [1366, 768], [1440, 900], [1920, 1080], [2560, 1440], [3840, 2160]] as const;
export const roomOf = (width: number, height: number, more: Partial<Room> = {}): Room => ({ width, height: height - headerHeight(height), root: 17, scale: 1, touch: Math.min(width, height) < 600, rtl: false, ...more });

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

/** Property test of a game's layouts: zones stay inside the screen and apart. `table` creates the arrangements from random numbers. */
export function keepsItsPromises(name: string, table: (next: () => number) => Arrangement[]): void {
  describe(name, () => {
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
        const room = roomOf(280 + Math.floor(next() * 2400), 240 + Math.floor(next() * 1400), { root: [14, 17, 20, 24, 32][Math.floor(next() * 5)]!, scale: [0.75, 1, 1.25, 1.6][Math.floor(next() * 4)]!, rtl: next() < 0.3 });
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
}

/** Tests that replays of few players do not scroll beside a review on a low phone, where the review has a third of the width and the place of the controls. */
export function fitsBesideReview(name: string, replays: readonly (readonly Arrangement[])[]): void {
  test(`${name}: nothing scrolls beside a review on a low phone`, () => {
    const room: Room = { ...roomOf(640, 360), width: 640 - 0.32 * 640 };
    for (const replay of replays) {
      const layout = solve(replay, room);
      expect(wrong(layout)).toEqual([]);
      expect([layout.width, layout.height], layout.arrangement).toEqual([room.width, room.height]);
    }
  });
}
