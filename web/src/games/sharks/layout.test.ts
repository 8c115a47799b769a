// Layouts of the game on every screen size.
import { expect, test } from "vitest";
import { headerHeight } from "../../layout/header";
import { fitsBesideReview, keepsItsPromises } from "../../layout/promises";
import { solve } from "../../layout/solve";
import { arrangements } from "./layout";

keepsItsPromises("sharks", (next) => {
  const upTo = (most: number) => Math.floor(next() * (most + 1));
  return arrangements({ seats: 2 + upTo(4), bottom: 0, shares: 2 + upTo(3), notes: upTo(10), tools: upTo(4), over: next() < 0.2, now: next() < 0.5 ? null : 2, lots: [[0, 1, 2], [1, 2], [2], []][upTo(3)]!, buttons: next() < 0.7 ? [[9, 4], [7]] : null });
});

const table = () => arrangements({ seats: 2, bottom: 0, shares: 2, notes: 6, tools: 3, over: false, now: 1, lots: [0, 1, 2], buttons: [[9, 4]] });
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

test.each([[320, 568], [360, 640], [390, 844]] as const)("on a phone of %i×%i the question has the whole width, above its buttons", (width, height) => {
  for (const seats of [2, 5]) {
    const tables = [[0, 1, 2], [1, 2], [2]].map((lots) => arrangements({ seats, bottom: 0, shares: 2, notes: 6, tools: 4, over: false, now: lots[0]!, lots, buttons: [[5.2, 1.8], [3.4]] }));
    for (const offered of tables) {
      const { zones, height: needed } = solve(offered, { ...room(width, height - headerHeight(height)), root: 17, touch: true });
      const [status, actions] = [zones.get("status")!, zones.get("actions")!];
      expect(needed).toBe(height - headerHeight(height));
      expect(status.width).toBeGreaterThanOrEqual(width - 10);
      expect(status.y + status.height).toBeLessThanOrEqual(actions.y);
    }
  }
});

test("a sold lot has no place, and the last lot lies in the middle", () => {
  const { zones } = solve(arrangements({ seats: 2, bottom: 0, shares: 2, notes: 6, tools: 3, over: false, now: 2, lots: [2], buttons: [[9, 4]] }), room(390, 794));
  const last = zones.get("lot-2")!;
  expect([zones.has("lot-0"), zones.has("lot-1")]).toEqual([false, false]);
  expect(Math.abs(last.x + last.width / 2 - 195)).toBeLessThanOrEqual(2);
});

fitsBesideReview("sharks", [arrangements({ seats: 2, bottom: 0, shares: 3, notes: 6, tools: 3, over: false, now: 1, lots: [0, 1, 2], buttons: null })]);
