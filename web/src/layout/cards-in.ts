// The places of cards within a zone.
import { outwards } from "../parts/places";
import type { Placed } from "./solve";
import { gridGap, RATIO, ROW_STEP, TRICK } from "./zones";

export interface Spot { x: number; y: number; z: number }
export interface CardSpot extends Spot { card: string }
/** Places of cards in a zone, and frames around groups. */
export interface Spread { spots: readonly CardSpot[]; frames: readonly { x: number; y: number; width: number; height: number }[] }

/** Returns the places of a hand, centred in its zone. `rows` are the numbers of cards by row. */
export function handIn({ width, height, card, step }: Placed, rows: readonly number[]): Spot[] {
  const filled = rows.length;
  const high = card * RATIO * (1 + (Math.max(1, filled) - 1) * ROW_STEP);
  return rows.flatMap((count, row) => {
    const left = (width - card - step * Math.max(0, count - 1)) / 2;
    return Array.from({ length: count }, (_, index) => ({ x: left + index * step, y: height - high + row * card * RATIO * ROW_STEP, z: row * 100 + index }));
  });
}

/** Returns the places of a grid, from the middle outwards. `below` is the space under each card. */
export function gridIn({ width, height, card }: Placed, count: number, below = 0): Spot[] {
  const gap = gridGap(card);
  const high = card * RATIO + below;
  const fits = Math.max(1, Math.floor((width + gap) / (card + gap)));
  const most = Math.max(1, Math.floor((height + gap) / (high + gap)));
  // An even number of columns keeps the usual first four cards in the middle. An odd number of rows centres
  // them.
  let columns = Math.min(fits, Math.max(4, Math.ceil(count / most)));
  if (columns % 2 === 1 && columns > 4 && (columns - 1) * most >= count) columns -= 1;
  const needed = Math.ceil(count / columns);
  const rows = needed % 2 === 0 && needed < most ? needed + 1 : needed;
  const left = (width - columns * (card + gap) + gap) / 2;
  const top = (height - rows * (high + gap) + gap) / 2;
  return outwards(rows).flatMap((row) => outwards(columns).map((column) => ({ x: left + column * (card + gap), y: top + row * (high + gap), z: 0 })));
}

/** Returns the places of a trick by seat: bottom, left, top and right; or from left to right in a line. */
export function trickIn({ width, height, card, step }: Placed): [Spot, Spot, Spot, Spot] {
  const high = card * RATIO;
  const at = (x: number, y: number): Spot => ({ x: (width - card) / 2 + x, y: (height - high) / 2 + y, z: 0 });
  if (step > 0) return [at(1.5 * step, 0), at(-1.5 * step, 0), at(-0.5 * step, 0), at(0.5 * step, 0)];
  return [at(0, TRICK.y * high), at(-TRICK.x * card, 0), at(0, -TRICK.y * high), at(TRICK.x * card, 0)];
}
