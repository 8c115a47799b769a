// Places of cards. A card on the table keeps its row while others come and go; a hand fits its width.

/** Cards by position in the hand; null is an empty position. */
export type Slots = readonly (string | null)[];

/** Cards on the table, by row. Each row is drawn in its middle. */
export type Rows = readonly (readonly string[])[];

/**
 * Returns the cards on the table by row, at most `columns` in each. The first cards fill the rows one after the other. Later
 * a card keeps its row and its neighbours, a new card comes into the shortest row, and no more rows are used than needed.
 */
export function settleRows(before: Rows, cards: readonly string[], columns: number): Rows {
  const needed = Math.ceil(cards.length / columns);
  const even = Math.ceil(cards.length / needed);
  if (before.length === 0) return Array.from({ length: needed }, (_, row) => cards.slice(row * even, (row + 1) * even));
  const rows = before.map((row) => row.filter((card) => cards.includes(card)).slice(0, columns)).filter((row) => row.length > 0);
  rows.sort((a, b) => b.length - a.length);
  rows.length = Math.min(rows.length, needed);
  while (rows.length < needed) rows.push([]);
  const order = before.flat();
  const place = ([first]: readonly string[]) => (first === undefined ? order.length : order.indexOf(first));
  rows.sort((a, b) => place(a) - place(b));
  for (const card of cards) {
    if (rows.some((row) => row.includes(card))) continue;
    rows.reduce((shortest, row) => (row.length < shortest.length ? row : shortest)).push(card);
  }
  return rows;
}

/** Returns the items that stay in their order, then the new ones. */
export const inEarlierOrder = (before: readonly string[], items: readonly string[]): string[] =>
  [...before.filter((item) => items.includes(item)), ...items.filter((item) => !before.includes(item))];

/** Number of gaps at which a hand closes up, so that half a hand does not stay at one side. */
const GAPS = 4;

/** Keeps the gaps of a hand while there are fewer than `gaps`, so that no card moves under a finger. */
export function settleHand(slots: Slots, cards: readonly string[], gaps = GAPS): Slots {
  const kept = slots.filter((card) => card !== null && cards.includes(card)).length;
  if (kept < cards.length || (cards.length === 0 && gaps === GAPS) || slots.length - kept >= gaps) return [...cards];
  return slots.map((card) => (card !== null && cards.includes(card) ? card : null));
}

/** The same for a row of a hand. A card that moved to another row leaves no gap. */
export const settleRow = (slots: Slots, row: readonly string[], hand: readonly string[], gaps = GAPS): Slots =>
  settleHand(slots.filter((card) => card === null || row.includes(card) || !hand.includes(card)), row, gaps);

export type Side = "left" | "top" | "right";
export interface Chair { seat: number; side: Side; strip: number; rank: number; of: number }

/**
 * Returns the places of the other players, in the order of play. If play is counter-clockwise, the next
 * player sits on the right. `strip` counts from the left if there is only one row. `rank` counts down a side,
 * or from the left along the top.
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
