// The row of builds.
import { expect, test } from "vitest";
import { buildRow } from "./places";

test("builds are side by side, as large as possible", () => {
  const row = buildRow([2, 3], 600, 160, 80);
  expect(row.card).toBe(80);
  expect(row.places[1]!.x).toBeGreaterThan(row.places[0]!.x + row.places[0]!.width);
  expect(row.places[0]!.x + row.places[1]!.x + row.places[1]!.width).toBeCloseTo(600);
});

test("many builds become smaller and stay inside", () => {
  const row = buildRow([2, 4, 3, 2, 5], 280, 110, 60);
  expect(row.card).toBeLessThan(60);
  const last = row.places.at(-1)!;
  expect(last.x + last.width).toBeLessThanOrEqual(281);
});

test("without builds there are no places", () => expect(buildRow([], 300, 100, 60).places).toEqual([]));
