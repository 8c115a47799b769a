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

/** Keeps the gaps of a hand while there are fewer than `gaps`: a card does not move under the finger. */
export function settleHand(slots: Slots, cards: readonly string[], gaps = GAPS): Slots {
  const kept = slots.filter((card) => card !== null && cards.includes(card)).length;
  if (kept < cards.length || (cards.length === 0 && gaps === GAPS) || slots.length - kept >= gaps) return [...cards];
  return slots.map((card) => (card !== null && cards.includes(card) ? card : null));
}

/** The same for a row of a hand: a card that now lies in another row leaves no gap. */
export const settleRow = (slots: Slots, row: readonly string[], hand: readonly string[], gaps = GAPS): Slots =>
  settleHand(slots.filter((card) => card === null || row.includes(card) || !hand.includes(card)), row, gaps);

/** 0…n-1 from the middle outwards: 4 → 1 2 0 3. */
export function outwards(length: number): number[] {
  const middle = (length - 1) / 2;
  return Array.from({ length }, (_, index) => index).sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle) || a - b);
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
