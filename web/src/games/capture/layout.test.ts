// Layouts of the game on every screen size.
import { expect, test } from "vitest";
import { fitsBesideReview, keepsItsPromises, roomOf } from "../../layout/promises";
import { solve } from "../../layout/solve";
import { arrangements } from "./layout";

keepsItsPromises("capture", (next) => {
  const open = next() < 0.3;
  const held = [3, 4, 9, 10][Math.floor(next() * 4)]!;
  return arrangements({ seats: 2 + Math.floor(next() * 5), bottom: 0, counterClockwise: true, held: open ? Math.min(held, 4) : held, lying: Math.floor(next() * 12), builds: next() < 0.4, open, acts: !open, watches: next() < 0.1 });
});

test.each([[320, 568], [360, 640], [390, 844]] as const)("for two at %i×%i the table cards and the hand lie on the axis, and no table card at the edge", (width, height) => {
  for (const builds of [false, true]) {
    const { zones } = solve(arrangements({ seats: 2, bottom: 0, counterClockwise: true, held: builds ? 4 : 3, lying: 4, builds, open: false, acts: true, watches: false }), roomOf(width, height));
    for (const id of ["table", "hand"]) {
      const at = zones.get(id)!;
      expect(Math.abs(at.x + at.width / 2 - width / 2), id).toBeLessThanOrEqual(2);
    }
    expect(zones.get("table")!.x).toBeGreaterThanOrEqual(12);
  }
});

fitsBesideReview("capture", [2, 3].map((seats) => arrangements({ seats, bottom: 0, counterClockwise: true, held: seats === 2 ? 3 : 4, lying: 6, builds: false, open: true, acts: false, watches: false })));
