// The places of the cards in the middle: the loose cards in rows, and the builds beside or below them, all
// centred as one group. A build is fanned so that rank and suit of every card are visible.
import { columnsIn, rowsIn, type Spot } from "../../layout/cards-in";
import type { Box, Placed } from "../../layout/solve";
import { gridGap, RATIO } from "../../layout/zones";

export interface BuildRow { card: number; step: number; gap: number; places: { x: number; width: number }[] }

/** Visible shares of a card's width. The single pip of a small face is in its middle; with little space half of it is enough. */
const SHOWN = { large: [0.4], small: [0.82, 0.55] } as const;
/** Below this width a card has a small face. */
const SMALL = 72;
/** Least gap between builds, and most that is added for their labels. */
const [LEAST, MORE] = [14, 50];

/** Returns the height of the label under a build, with the gap above it. */
export const labelHeight = (text: number): number => Math.ceil(Math.max(13, 0.882 * text) * 1.4 + 9);

/** Returns the places of builds with these numbers of cards, centred in a row, with cards at most `largest` wide. */
export function buildRow(sizes: readonly number[], width: number, largest: number): BuildRow {
  const total = (card: number, share: number) => sizes.reduce((sum, size) => sum + card * (1 + (size - 1) * share) + LEAST, -LEAST);
  const within = (share: (card: number) => number) => {
    let card = Math.max(16, Math.floor(largest));
    while (card > 16 && total(card, share(card)) > width) card -= 1;
    return { card, share: share(card) };
  };
  const whole = within((card) => (card < SMALL ? SHOWN.small[0] : SHOWN.large[0]));
  const { card, share } = whole.card < 0.75 * largest ? within((card) => (card < SMALL ? SHOWN.small[1] : SHOWN.large[0])) : whole;
  // Spare space goes between the builds, whose labels name the controllers.
  const spare = Math.max(0, width - total(card, share));
  const gap = LEAST + Math.min(MORE, spare / Math.max(1, sizes.length));
  let x = Math.max(0, (spare - (gap - LEAST) * (sizes.length - 1)) / 2);
  const places = sizes.map((size) => {
    const place = { x, width: card * (1 + (size - 1) * share) };
    x += place.width + gap;
    return place;
  });
  return { card, step: card * share, gap, places };
}

/** Number of cards that fit in one row of a table on which the builds may stand beside the loose cards. */
const WIDE = 7;

/** The zone of the loose cards and the builds, and their places from its corner. */
export interface Middle { zone: Placed; loose: Spot[]; builds: Box[]; card: number; step: number; gap: number }

/** Returns the middle of a table with rows of loose cards of these lengths, and builds with these numbers of cards. */
export function middle(table: Placed, below: Placed, rows: readonly number[], sizes: readonly number[]): Middle {
  const stacked = below.y >= table.y + table.height;
  const [left, top] = [Math.min(table.x, below.x), Math.min(table.y, below.y)];
  const [width, height] = [Math.max(table.x + table.width, below.x + below.width) - left, Math.max(table.y + table.height, below.y + below.height) - top];
  const zone: Placed = { ...table, x: left, y: top, width, height };
  const between = gridGap(table.card);
  const label = labelHeight(table.text);
  const boxes = (row: BuildRow, x: number, y: number): Middle => ({
    zone, loose: [], builds: row.places.map((place) => ({ x: x + place.x, y, width: place.width, height: row.card * RATIO })), card: row.card, step: row.step, gap: row.gap,
  });
  const inTable = () => rowsIn(table, rows).map((spot) => ({ ...spot, x: spot.x + table.x - left, y: spot.y + table.y - top }));
  if (sizes.length === 0) return { ...boxes(buildRow([], 0, 16), 0, 0), loose: stacked ? rowsIn(zone, rows) : inTable() };
  if (!stacked) {
    const row = buildRow(sizes, below.width - 8, Math.min(below.card, (below.height - label) / RATIO));
    return { ...boxes(row, below.x - left + 4, below.y - top + (below.height - label - row.card * RATIO) / 2), loose: inTable() };
  }
  const count = rows.reduce((sum, one) => sum + one, 0);
  const loose = count * (table.card + between);
  const one = buildRow(sizes, Math.max(16, width - loose - LEAST), table.card);
  // Beside the loose cards nothing moves up when the first build is made.
  if (count === 0 || (rows.length === 1 && columnsIn(table, WIDE) >= WIDE && one.card === table.card)) {
    const first = one.places[0]!.x;
    const gap = count === 0 ? 0 : one.gap - between;
    const length = one.places.at(-1)!.x + one.places.at(-1)!.width - first;
    const x = (width - loose - gap - length) / 2;
    const y = (height - table.card * RATIO) / 2;
    return { ...boxes(one, x + loose + gap - first, y), loose: rowsIn(zone, rows).map((spot, index) => ({ ...spot, x: x + index * (table.card + between) })) };
  }
  const rowsHigh = rows.length * (table.card * RATIO + between);
  const air = Math.max(0, Math.min(between, height - rowsHigh - below.card * RATIO - label));
  const high = rowsHigh + air;
  const row = buildRow(sizes, width - 8, Math.min(below.card, (height - high - label) / RATIO));
  const above = (height - high - row.card * RATIO - label) / 2;
  return { ...boxes(row, 4, above + high), loose: rowsIn({ ...zone, height: rowsHigh - between }, rows).map((spot) => ({ ...spot, y: spot.y + above })) };
}
