// Layouts of the game on every screen size.
import { expect, test } from "vitest";
import { headerHeight } from "../../layout/header";
import { keepsItsPromises } from "../../layout/promises";
import { solve } from "../../layout/solve";
import { arrangements } from "./layout";

keepsItsPromises("sharks", (next) => {
  const upTo = (most: number) => Math.floor(next() * (most + 1));
  return arrangements({ seats: 2 + upTo(4), bottom: 0, shares: 2 + upTo(3), notes: upTo(10), tools: upTo(4), over: next() < 0.2, now: next() < 0.5 ? null : upTo(2), buttons: next() < 0.7 ? [[9, 4], [7]] : null });
});

const table = () => arrangements({ seats: 2, bottom: 0, shares: 2, notes: 6, tools: 3, over: false, now: 1, buttons: [[9, 4]] });
const room = (width: number, height: number) => ({ width, height, root: 16, scale: 1, touch: false, rtl: false });

test.each([[390, 844], [1366, 768], [1440, 900], [2560, 1440]] as const)("at %i×%i the question is on the axis above the rail, and name, Capital and Tools are on it", (width, height) => {
  const { zones, rail } = solve(table(), room(width, height - headerHeight(height)));
  const at = (id: string) => zones.get(id)!;
  for (const id of ["status", "actions"]) {
    expect(Math.abs(at(id).x + at(id).width / 2 - width / 2)).toBeLessThanOrEqual(2);
    expect(at(id).y + at(id).height).toBeLessThanOrEqual(rail!);
  }
  for (const id of ["me", "capital", "tools"]) expect(at(id).y).toBeGreaterThanOrEqual(rail!);
  expect(at("capital").y - at("me").y - at("me").height).toBeLessThanOrEqual(8);
});

test("on a phone a Tool has a row of its own", () => {
  const { zones } = solve(table(), room(390, 793));
  expect(zones.get("tools")).toMatchObject({ card: 0 });
  expect(zones.get("tools")!.width).toBeGreaterThanOrEqual(370);
});
