// The places of loose cards and builds.
import { expect, test } from "vitest";
import { buildRow, labelHeight, middle } from "./places";

test("builds are side by side, as large as possible", () => {
  const row = buildRow([2, 3], 600, 80);
  expect(row.card).toBe(80);
  expect(row.places[1]!.x).toBeGreaterThan(row.places[0]!.x + row.places[0]!.width);
  expect(row.places[0]!.x + row.places[1]!.x + row.places[1]!.width).toBeCloseTo(600);
});

test("many builds become smaller and stay inside", () => {
  const row = buildRow([2, 4, 3, 2, 5], 280, 60);
  expect(row.card).toBeLessThan(60);
  const last = row.places.at(-1)!;
  expect(last.x + last.width).toBeLessThanOrEqual(281);
});

test("without builds there are no places", () => expect(buildRow([], 300, 60).places).toEqual([]));

// The pip in the middle of a small face is 0.66 of its width.
test("a small build shows the pip of every card", () => expect(buildRow([2], 370, 52).step).toBeGreaterThan(52 * 0.8));

const zone = (y: number, width: number, height: number, card: number) => ({ x: 10, y, width, height, card, step: 0, rows: 1, beside: false, broken: false, text: 16 });

test("on a wide table builds stand beside the loose cards, which keep their height", () => {
  const [table, below] = [zone(100, 1000, 160, 110), zone(266, 1000, 160, 94)];
  const [without, found] = [middle(table, below, [5], []), middle(table, below, [4], [2, 2])];
  expect(found.loose.map(({ y }) => y)).toEqual(without.loose.slice(0, 4).map(({ y }) => y));
  expect(found.builds[0]!.y).toBe(found.loose[0]!.y);
  const [first, last] = [found.loose[0]!.x, found.builds[1]!.x + found.builds[1]!.width];
  expect((first + last) / 2).toBeCloseTo(500);
  expect(found.builds[0]!.x).toBeGreaterThan(found.loose[3]!.x + 110);
});

test("on a phone builds stand below the loose cards, and both are centred with the label", () => {
  const [table, below] = [zone(100, 370, 250, 79), zone(356, 370, 120, 66)];
  const { loose, builds, card } = middle(table, below, [4], [2]);
  expect(builds[0]!.y - loose[0]!.y - 79 * 1.4).toBeLessThan(20);
  const end = builds[0]!.y + card * 1.4 + labelHeight(16);
  expect(loose[0]!.y).toBeCloseTo(376 - end);
});
