// Where the cards of a zone lie within it.
import { outwards } from "../parts/places";
import type { Placed } from "./solve";
import { gridGap, RATIO, ROW_STEP, TRICK } from "./zones";

export interface Spot { x: number; y: number; z: number }
export interface CardSpot extends Spot { card: string }
/** Cards where they lie in a zone, and frames round what belongs together. */
export interface Spread { spots: readonly CardSpot[]; frames: readonly { x: number; y: number; width: number; height: number }[] }

/** The places of a hand of so many cards a row, in the middle of its zone. */
export function handIn({ width, height, card, step }: Placed, rows: readonly number[]): Spot[] {
  const filled = rows.length;
  const high = card * RATIO * (1 + (Math.max(1, filled) - 1) * ROW_STEP);
  return rows.flatMap((count, row) => {
    const left = (width - card - step * Math.max(0, count - 1)) / 2;
    return Array.from({ length: count }, (_, index) => ({ x: left + index * step, y: height - high + row * card * RATIO * ROW_STEP, z: row * 100 + index }));
  });
}

/** The places of a grid, from the middle outwards; `below` is the room under each card. */
export function gridIn({ width, height, card }: Placed, count: number, below = 0): Spot[] {
  const gap = gridGap(card);
  const high = card * RATIO + below;
  const fits = Math.max(1, Math.floor((width + gap) / (card + gap)));
  const most = Math.max(1, Math.floor((height + gap) / (high + gap)));
  // An even number of columns keeps the usual four first cards in the middle; an odd number of rows puts them in the very middle.
  let columns = Math.min(fits, Math.max(4, Math.ceil(count / most)));
  if (columns % 2 === 1 && columns > 4 && (columns - 1) * most >= count) columns -= 1;
  const needed = Math.ceil(count / columns);
  const rows = needed % 2 === 0 && needed < most ? needed + 1 : needed;
  const left = (width - columns * (card + gap) + gap) / 2;
  const top = (height - rows * (high + gap) + gap) / 2;
  return outwards(rows).flatMap((row) => outwards(columns).map((column) => ({ x: left + column * (card + gap), y: top + row * (high + gap), z: 0 })));
}

/** The places of a trick: at the bottom, the left, the top and the right; from left to right where they lie in a line. */
export function trickIn({ width, height, card, step }: Placed): [Spot, Spot, Spot, Spot] {
  const high = card * RATIO;
  const at = (x: number, y: number): Spot => ({ x: (width - card) / 2 + x, y: (height - high) / 2 + y, z: 0 });
  if (step > 0) return [at(1.5 * step, 0), at(-1.5 * step, 0), at(-0.5 * step, 0), at(0.5 * step, 0)];
  return [at(0, TRICK.y * high), at(-TRICK.x * card, 0), at(0, -TRICK.y * high), at(TRICK.x * card, 0)];
}
