// The four French suit signs, and their places on a card.
import type { Suit } from "./card";

/** Paths of the suit signs, each around the origin and about 100 units high. */
export const suitPath: Readonly<Record<Suit, string>> = {
  h: "M0 49C-12 27 -47 5 -47 -20C-47 -37 -36 -47 -24 -47C-12 -47 -3 -39 0 -26C3 -39 12 -47 24 -47C36 -47 47 -37 47 -20C47 5 12 27 0 49Z",
  d: "M0 -51C10 -31 24 -14 40 0C24 14 10 31 0 51C-10 31 -24 14 -40 0C-24 -14 -10 -31 0 -51Z",
  s: "M0 -50C11 -28 46 -10 46 16C46 31 36 39 26 39C17 39 10 35 5 27C6 38 12 46 21 50H-21C-12 46 -6 38 -5 27C-10 35 -17 39 -26 39C-36 39 -46 31 -46 16C-46 -10 -11 -28 0 -50Z",
  c: "M5 20C6 36 12 46 21 50H-21C-12 46 -6 36 -5 20C-9 29 -17 35 -26 35C-38 35 -47 26 -47 14C-47 2 -38 -7 -26 -7C-22 -7 -18 -6 -15 -4C-20 -9 -23 -16 -23 -26C-23 -40 -13 -50 0 -50C13 -50 23 -40 23 -26C23 -16 20 -9 15 -4C18 -6 22 -7 26 -7C38 -7 47 2 47 14C47 26 38 35 26 35C17 35 9 29 5 20Z",
};

export type Spot = readonly [x: number, y: number];

const left = 81;
const middle = 125;
const right = 169;
const top = 62;
const centre = 175;
const bottom = 288;
const upperThird = top + (bottom - top) / 3;
const lowerThird = bottom - (bottom - top) / 3;
const upperGap = (top + upperThird) / 2;
const lowerGap = (bottom + lowerThird) / 2;
const upperQuarter = (top + centre) / 2;
const lowerQuarter = (bottom + centre) / 2;

const corners: readonly Spot[] = [[left, top], [right, top], [left, bottom], [right, bottom]];
const sides: readonly Spot[] = [[left, centre], [right, centre]];
const thirds: readonly Spot[] = [[left, upperThird], [right, upperThird], [left, lowerThird], [right, lowerThird]];

/** Positions of the pips, by their number. */
export const pipSpots: Readonly<Record<number, readonly Spot[]>> = {
  1: [[middle, centre]],
  2: [[middle, top], [middle, bottom]],
  3: [[middle, top], [middle, centre], [middle, bottom]],
  4: corners,
  5: [...corners, [middle, centre]],
  6: [...corners, ...sides],
  7: [...corners, ...sides, [middle, upperQuarter]],
  8: [...corners, ...sides, [middle, upperQuarter], [middle, lowerQuarter]],
  9: [...corners, ...thirds, [middle, centre]],
  10: [...corners, ...thirds, [middle, upperGap], [middle, lowerGap]],
};
