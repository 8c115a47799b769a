// Arrangement of a hand: in melds as the server proposes, or in the player's own order; and the place of each
// card.
import type { CardSpot, Spread } from "../../layout/cards-in";
import type { Placed } from "../../layout/solve";
import { GROUP_GAP, RATIO, ROW_STEP } from "../../layout/zones";
import type { GinArrangement } from "../../backend/wire";

export interface Group { cards: string[]; meld: boolean }

/** Returns the proposed arrangement: each meld, then the unmelded cards. */
export function proposed(melds: GinArrangement["melds"], unmelded: string[]): Group[] {
  const groups = melds.map((cards): Group => ({ cards, meld: true }));
  return unmelded.length === 0 ? groups : [...groups, { cards: unmelded, meld: false }];
}

/** Updates the player's own order. Remaining cards keep their place, and new ones come last. */
export function kept(order: readonly string[], cards: readonly string[]): string[] {
  return [...order.filter((card) => cards.includes(card)), ...cards.filter((card) => !order.includes(card))];
}

/** Moves a card before place `to`, which counts the card at its old place. */
export function moved(order: readonly string[], card: string, to: number): string[] {
  const from = order.indexOf(card);
  const others = order.filter((other) => other !== card);
  others.splice(to > from ? to - 1 : to, 0, card);
  return others;
}

/** Groups the player's own order. A proposed meld whose cards are adjacent is shown as a meld. */
export function groupsIn(order: readonly string[], melds: readonly (readonly string[])[]): Group[] {
  const groups: Group[] = [];
  for (let index = 0; index < order.length; ) {
    const meld = melds.find((cards) => {
      const here = order.slice(index, index + cards.length);
      return here.length === cards.length && here.every((card) => cards.includes(card));
    });
    const last = groups.at(-1);
    if (meld !== undefined) groups.push({ cards: order.slice(index, index + meld.length), meld: true });
    else if (last !== undefined && !last.meld) last.cards.push(order[index]!);
    else groups.push({ cards: [order[index]!], meld: false });
    index += meld?.length ?? 1;
  }
  return groups;
}

/** Minimum distance of cards if groups lie side by side; below it the groups overlap. */
const LEAST_BESIDE = 28;
/** Width of a frame around cards, and the space for frames in a row. */
const FRAME = 4;
const EDGE = 2 * FRAME;

/**
 * Returns the distance between the cards of a group, and between the last card of a group and the next group.
 */
function steps(row: readonly Group[], width: number, card: number): { step: number; apart: number } {
  const inGroups = row.reduce((sum, { cards }) => sum + cards.length - 1, 0);
  const breaks = row.length - 1;
  const most = card * 0.8;
  const fit = (room: number, count: number) => (count < 1 ? most : Math.min(most, room / count));
  // Groups lie side by side if they fit. Otherwise they overlap a little less than their cards.
  const beside = fit(width - EDGE - card - breaks * (card + GROUP_GAP), inGroups);
  if (beside >= LEAST_BESIDE) return { step: beside, apart: card + GROUP_GAP };
  const step = fit(width - EDGE - card - breaks * GROUP_GAP, inGroups + breaks);
  return { step, apart: step + GROUP_GAP };
}

/** Returns the positions of a hand's cards in its zone. Melds have a frame. */
export function spread(groups: readonly Group[], { width, height, card, rows: lines }: Pick<Placed, "width" | "height" | "card" | "rows">): Spread {
  const count = groups.reduce((sum, { cards }) => sum + cards.length, 0);
  const rows = lines === 1 || count < 2 ? [groups] : halves(groups, count);
  const high = card * RATIO;
  const top = height - FRAME - high * (1 + (rows.length - 1) * ROW_STEP);
  const spots: CardSpot[] = [];
  const frames: Spread["frames"][number][] = [];
  rows.forEach((row, line) => {
    const { step, apart } = steps(row, width, card);
    const long = card + row.reduce((sum, { cards }) => sum + step * (cards.length - 1), 0) + apart * (row.length - 1);
    const y = top + line * high * ROW_STEP;
    let x = (width - long) / 2;
    row.forEach((group, nth) => {
      if (nth > 0) x += apart;
      const start = x;
      group.cards.forEach((one, index) => {
        if (index > 0) x += step;
        spots.push({ card: one, x, y, z: line * 100 + spots.length + 1 });
      });
      if (group.meld) frames.push({ x: start - FRAME, y: y - FRAME, z: line * 100, width: x - start + card + 2 * FRAME, height: high + 2 * FRAME });
    });
  });
  return { spots, frames };
}

/** Splits the groups into two rows of about equal length. A meld is never cut; the unmelded cards may be. */
function halves(groups: readonly Group[], count: number): Group[][] {
  const half = Math.ceil(count / 2);
  const first: Group[] = [];
  const second: Group[] = [];
  let filled = 0;
  for (const group of groups) {
    const { cards, meld } = group;
    const room = second.length > 0 ? 0 : half - filled;
    if (cards.length <= (meld ? room + 1 : room)) first.push(group);
    else if (meld || room <= 0) second.push(group);
    else {
      first.push({ cards: cards.slice(0, room), meld });
      second.push({ cards: cards.slice(room), meld });
    }
    filled += cards.length;
  }
  return [first, second].filter((row) => row.length > 0);
}

/** Returns the place in the order for a card dropped at `x`, `y`. */
export function placeAt({ spots }: Spread, x: number, y: number, card: number): number {
  const high = card * RATIO;
  const lines = [...new Set(spots.map((spot) => spot.y))];
  const line = lines.reduce((best, other) => (Math.abs(other + high / 2 - y) < Math.abs(best + high / 2 - y) ? other : best), lines[0] ?? 0);
  const before = spots.findIndex((spot) => spot.y === line && x < spot.x + card / 2);
  if (before >= 0) return before;
  return spots.filter((spot) => spot.y <= line).length;
}
