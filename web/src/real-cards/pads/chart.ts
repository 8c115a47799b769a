// The totals of a match as lines: plain numbers, scaled to the requested size.
import type { Sheet } from "./client";

export interface Course { readonly name: string; /** Total before the first hand, and after each. */ readonly totals: readonly number[] }
export interface Point { readonly x: number; readonly y: number }
export interface Drawn {
  /** Points of each side's line in the chart. */
  readonly lines: readonly (readonly Point[])[];
  /** Heights of the marks, with their values. */
  readonly marks: readonly { readonly y: number; readonly value: number }[];
}

/** Returns the totals of each side. A hand that does not count leaves them unchanged. */
export function courses({ columns, rows }: Pick<Sheet, "columns" | "rows">): Course[] {
  return columns.map(({ name }, side) => {
    const before = (rows[0]?.totals[side] ?? 0) - (rows[0]?.points[side] ?? 0);
    return { name, totals: [before, ...rows.map(({ totals }) => totals[side] ?? 0)] };
  });
}

/** Returns the step between marks: 1, 2 or 5 times a power of ten, for at most five marks. */
export function stepOf(span: number): number {
  const rough = Math.max(span, 1) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  return Math.max(1, ([1, 2, 5, 10].find((times) => times * power >= rough) ?? 10) * power);
}

export function drawn(courses: readonly Course[], width: number, height: number): Drawn {
  const all = courses.flatMap(({ totals }) => totals);
  const step = stepOf(Math.max(...all, 0) - Math.min(...all, 0));
  const [low, high] = [Math.floor(Math.min(...all, 0) / step) * step, Math.max(Math.ceil(Math.max(...all, 0) / step), 1) * step];
  const hands = Math.max(1, ...courses.map(({ totals }) => totals.length - 1));
  const y = (value: number) => height - ((value - low) * height) / (high - low);
  return {
    lines: courses.map(({ totals }) => totals.map((total, hand) => ({ x: (hand * width) / hands, y: y(total) }))),
    marks: Array.from({ length: Math.round((high - low) / step) + 1 }, (_, mark) => ({ y: y(low + mark * step), value: low + mark * step })),
  };
}

/** Returns heights for names at the ends of their lines: as close as possible without overlap. */
export function apart(heights: readonly number[], least: number, most: number): number[] {
  const order = heights.map((height, place) => ({ height, place })).toSorted((one, other) => one.height - other.height);
  let lowest = -Infinity;
  const placed = order.map(({ height }) => (lowest = Math.max(height, lowest + least)));
  let highest = most + least;
  for (let place = placed.length - 1; place >= 0; place -= 1) highest = placed[place] = Math.min(placed[place]!, highest - least);
  return heights.map((_, place) => placed[order.findIndex((one) => one.place === place)]!);
}
