// The places of cards within a zone.
import type { Placed } from "./solve";
import { gridGap, RATIO, ROW_STEP, TRICK } from "./zones";

export interface Spot { x: number; y: number; z: number }
export interface CardSpot extends Spot { card: string }
/** Places of cards in a zone, and frames around groups. */
export interface Spread { spots: readonly CardSpot[]; frames: readonly (Spot & { width: number; height: number })[] }

/** Returns the places of a hand, centred in its zone. `rows` are the numbers of cards by row. */
export function handIn({ width, height, card, step }: Placed, rows: readonly number[]): Spot[] {
  const filled = rows.length;
  const high = card * RATIO * (1 + (Math.max(1, filled) - 1) * ROW_STEP);
  return rows.flatMap((count, row) => {
    const left = (width - card - step * Math.max(0, count - 1)) / 2;
    return Array.from({ length: count }, (_, index) => ({ x: left + index * step, y: height - high + row * card * RATIO * ROW_STEP, z: row * 100 + index }));
  });
}

/** Number of cards that stand in one row if the grid is wide enough. */
const IN_ONE_ROW = 7;

/** Returns the number of columns of a grid that has space for this number of cards. */
export function columnsIn({ width, height, card }: Placed, count: number): number {
  const gap = gridGap(card);
  const fits = Math.max(1, Math.floor((width + gap) / (card + gap)));
  const rows = Math.max(1, Math.floor((height + gap) / (card * RATIO + gap)));
  return Math.min(fits, Math.max(IN_ONE_ROW, Math.ceil(count / rows)));
}

/** Returns the places of cards in rows of these lengths. Each row, and all rows together, are centred. */
export function rowsIn({ width, height, card }: Placed, rows: readonly number[]): Spot[] {
  const gap = gridGap(card);
  const high = card * RATIO;
  const top = (height - rows.length * (high + gap) + gap) / 2;
  return rows.flatMap((count, row) => {
    const left = (width - count * (card + gap) + gap) / 2;
    return Array.from({ length: count }, (_, index) => ({ x: left + index * (card + gap), y: top + row * (high + gap), z: 0 }));
  });
}

/** Returns the places of a trick by seat: bottom, left, top and right; or from left to right in a line. */
export function trickIn({ width, height, card, step }: Placed): [Spot, Spot, Spot, Spot] {
  const high = card * RATIO;
  const at = (x: number, y: number): Spot => ({ x: (width - card) / 2 + x, y: (height - high) / 2 + y, z: 0 });
  if (step > 0) return [at(1.5 * step, 0), at(-1.5 * step, 0), at(-0.5 * step, 0), at(0.5 * step, 0)];
  return [at(0, TRICK.y * high), at(-TRICK.x * card, 0), at(0, -TRICK.y * high), at(TRICK.x * card, 0)];
}
