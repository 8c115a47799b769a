// Where cards lie: table cards keep their place while others come and go; hands fit the width they have.

/** Cards by place; a place without a card is null. */
export type Slots = readonly (string | null)[];

/** Cards that stay keep their place; new ones take the first free one. */
export function settle(slots: Slots, cards: readonly string[]): Slots {
  const next = slots.map((card) => (card !== null && cards.includes(card) ? card : null));
  for (const card of cards) {
    if (next.includes(card)) continue;
    const free = next.indexOf(null);
    if (free < 0) next.push(card);
    else next[free] = card;
  }
  while (next.length > 0 && next.at(-1) === null) next.pop();
  return next;
}

/** So many gaps are closed at once: a hand of which half is gone should not hang at one side. */
const GAPS = 4;

/** A hand keeps its gaps while they are few: a card does not move under the finger. */
export function settleHand(slots: Slots, cards: readonly string[]): Slots {
  const kept = slots.filter((card) => card !== null && cards.includes(card)).length;
  if (kept < cards.length || cards.length === 0 || slots.length - kept >= GAPS) return [...cards];
  return slots.map((card) => (card !== null && cards.includes(card) ? card : null));
}

export interface Placed { card: number; places: { x: number; y: number; z: number }[]; width: number; height: number }

const RATIO = 7 / 5;

/** The largest grid of at most `largest` wide cards in which `count` places fit, filled from the middle outwards. */
export function tableSpread(width: number, height: number, count: number, largest: number): Placed {
  const gap = largest >= 80 ? 14 : 8;
  let card = largest;
  let columns = 1;
  let rows = 1;
  for (; card >= 16; card -= 2) {
    columns = Math.max(1, Math.floor((width + gap) / (card + gap)));
    rows = Math.max(1, Math.floor((height + gap) / (card * RATIO + gap)));
    if (columns * rows >= count) break;
  }
  // An even number of columns keeps the usual four first cards in the middle.
  columns = Math.min(columns, Math.max(4, Math.ceil(count / rows)));
  if (columns % 2 === 1 && columns > 4 && (columns - 1) * rows >= count) columns -= 1;
  // An odd number of rows puts the first row in the very middle.
  const needed = Math.ceil(count / columns);
  rows = Math.min(rows, needed % 2 === 0 && needed < rows ? needed + 1 : needed);
  const high = card * RATIO;
  const left = (width - columns * card - (columns - 1) * gap) / 2;
  const top = (height - rows * high - (rows - 1) * gap) / 2;
  const places = [];
  for (const row of outwards(rows)) {
    for (const column of outwards(columns)) {
      places.push({ x: left + column * (card + gap), y: top + row * (high + gap), z: 0 });
    }
  }
  return { card, places, width, height };
}

/** 0…n-1 from the middle outwards: 4 → 1 2 0 3. */
export function outwards(length: number): number[] {
  const middle = (length - 1) / 2;
  return Array.from({ length }, (_, index) => index).sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle) || a - b);
}

/** A hand in one row, overlapping if it must; in two rows rather than strips narrower than a finger. */
export function handSpread(width: number, count: number, card: number): Placed {
  const gap = 10;
  const narrowest = 46;
  const high = card * RATIO;
  const rowsOf = (perRow: number) => {
    const step = perRow < 2 ? 0 : Math.min(card + gap, (width - card) / (perRow - 1));
    return { step, fits: perRow < 2 || step >= Math.min(narrowest, card) };
  };
  const one = rowsOf(count);
  const rows = one.fits ? [count] : [Math.ceil(count / 2), Math.floor(count / 2)];
  const rowStep = high * 0.62;
  const places = rows.flatMap((inRow, row) => {
    const { step } = rowsOf(inRow);
    const left = (width - card - step * (inRow - 1)) / 2;
    return Array.from({ length: inRow }, (_, index) => ({ x: left + index * step, y: row * rowStep, z: row * 100 + index }));
  });
  return { card, places, width, height: high + (rows.length - 1) * rowStep };
}

export type Side = "left" | "top" | "right";
export interface Chair { seat: number; side: Side; strip: number; rank: number; of: number }

/**
 * Where the others sit, in the order of play. Counter-clockwise the next player sits at the right.
 * `strip` counts from the left when there is room for one row only; `rank` counts down a side (along the top: from the left).
 */
export function chairsAround(seats: number, bottom: number, counterClockwise: boolean): Chair[] {
  const others = seats - 1;
  const perSide = others < 2 ? 0 : Math.floor(others / 2) - (others % 2 === 0 && others > 2 ? 1 : 0);
  const onSide = others === 2 ? 1 : perSide;
  return Array.from({ length: others }, (_, index) => {
    const seat = (bottom + index + 1) % seats;
    const first = index < onSide;
    const last = index >= others - onSide;
    const near: Side = counterClockwise ? "right" : "left";
    const far: Side = counterClockwise ? "left" : "right";
    const side: Side = first ? near : last ? far : "top";
    const strip = counterClockwise ? others - 1 - index : index;
    const top = others - 2 * onSide;
    const along = index - onSide;
    const rank = first ? onSide - 1 - index : last ? index - (others - onSide) : counterClockwise ? top - 1 - along : along;
    return { seat, side, strip, rank, of: side === "top" ? top : onSide };
  });
}
