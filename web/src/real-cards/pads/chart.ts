// How the totals of a match ran, as lines to draw: plain numbers, in a field of the size that is asked for.
import type { Sheet } from "./client";

export interface Course { readonly name: string; /** The total before the first hand, and after each. */ readonly totals: readonly number[] }
export interface Point { readonly x: number; readonly y: number }
export interface Drawn {
  /** The way of each side through the field. */
  readonly lines: readonly (readonly Point[])[];
  /** Heights worth a line of their own, with what they stand for. */
  readonly marks: readonly { readonly y: number; readonly value: number }[];
}

/** How each side's total ran. A hand that does not count leaves it where it was. */
export function courses({ columns, rows }: Pick<Sheet, "columns" | "rows">): Course[] {
  return columns.map(({ name }, side) => {
    const before = (rows[0]?.totals[side] ?? 0) - (rows[0]?.points[side] ?? 0);
    return { name, totals: [before, ...rows.map(({ totals }) => totals[side] ?? 0)] };
  });
}

/** The step between marks: 1, 2 or 5 times a power of ten, so that there are no more than five. */
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

/** Where names can stand beside the ends of their lines without lying on each other: each as near to its own as there is room. */
export function apart(heights: readonly number[], least: number, most: number): number[] {
  const order = heights.map((height, place) => ({ height, place })).toSorted((one, other) => one.height - other.height);
  let lowest = -Infinity;
  const placed = order.map(({ height }) => (lowest = Math.max(height, lowest + least)));
  let highest = most + least;
  for (let place = placed.length - 1; place >= 0; place -= 1) highest = placed[place] = Math.min(placed[place]!, highest - least);
  return heights.map((_, place) => placed[order.findIndex((one) => one.place === place)]!);
}
