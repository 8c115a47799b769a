// The chart of a match: everything lies within its area, and names do not overlap.
import { expect, test } from "vitest";
import type { Sheet } from "./client";
import { apart, courses, drawn, stepOf } from "./chart";

const sheet = {
  columns: [{ name: "Anna", seats: [0] }, { name: "Bruno", seats: [1] }],
  rows: [{ points: [3, 1], totals: [3, 1] }, { points: [-1, 4], totals: [2, 5] }],
} as unknown as Pick<Sheet, "columns" | "rows">;

test("a line begins before the first hand", () => {
  expect(courses(sheet)).toEqual([{ name: "Anna", totals: [0, 3, 2] }, { name: "Bruno", totals: [0, 1, 5] }]);
  const lives = { columns: [{ name: "Anna", seats: [0] }], rows: [{ points: [-1], totals: [2] }] } as unknown as Pick<Sheet, "columns" | "rows">;
  expect(courses(lives)).toEqual([{ name: "Anna", totals: [3, 2] }]);
});
test("the largest total is at the top, zero at the bottom, the last hand at the right", () => {
  const { lines, marks } = drawn(courses(sheet), 100, 60);
  expect(marks.map(({ value }) => value)).toEqual([0, 2, 4, 6]);
  expect(lines[1]).toEqual([{ x: 0, y: 60 }, { x: 50, y: 50 }, { x: 100, y: 10 }]);
});
test("any totals lie within the area, with a few round marks", () => {
  for (const totals of [[0, 0], [0, -7, -12], [-300, 2380, 120], [0.5, 30.5], [1_000_000, 1_000_001], [0]]) {
    const { lines, marks } = drawn([{ name: "A", totals }], 320, 130);
    for (const { x, y } of lines[0]!) {
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x).toBeLessThanOrEqual(320);
      expect(y).toBeGreaterThanOrEqual(0);
      expect(y).toBeLessThanOrEqual(130);
    }
    expect(marks.length).toBeGreaterThan(1);
    expect(marks.length).toBeLessThan(8);
  }
  expect([1, 4, 11, 40, 2380].map(stepOf)).toEqual([1, 1, 5, 10, 1000]);
});
test("names do not overlap, keep their order, and stay within the area", () => {
  expect(apart([10, 50], 14, 130)).toEqual([10, 50]);
  expect(apart([50, 50], 14, 130)).toEqual([50, 64]);
  expect(apart([130, 129], 14, 130)).toEqual([130, 116]);
  const many = apart([128, 130, 129, 127], 14, 130);
  expect([...many].sort((a, b) => a - b)).toEqual([88, 102, 116, 130]);
});
