// How a hand lies: in melds as the server proposes them, or in the order the player gave it; and where each card goes.
import type { CardSpot, Spread } from "../../layout/cards-in";
import type { Placed } from "../../layout/solve";
import { RATIO, ROW_STEP } from "../../layout/zones";
import type { GinArrangement } from "../../house/wire";

export interface Group { cards: string[]; meld: boolean }

/** The proposal: each meld together, then what is left. */
export function proposed(melds: GinArrangement["melds"], unmelded: string[]): Group[] {
  const groups = melds.map((cards): Group => ({ cards, meld: true }));
  return unmelded.length === 0 ? groups : [...groups, { cards: unmelded, meld: false }];
}

/** The player's own order: cards that stay keep their place, new ones come last. */
export function kept(order: readonly string[], cards: readonly string[]): string[] {
  return [...order.filter((card) => cards.includes(card)), ...cards.filter((card) => !order.includes(card))];
}

/** The order after a card was moved before the place `to`, which is counted with the card still there. */
export function moved(order: readonly string[], card: string, to: number): string[] {
  const from = order.indexOf(card);
  const others = order.filter((other) => other !== card);
  others.splice(to > from ? to - 1 : to, 0, card);
  return others;
}

/** The player's own order in groups: where a proposed meld lies together it is shown as one. */
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

/** Groups that lie side by side make the cards in them closer; not closer than this. */
const LEAST_BESIDE = 36;
/** How far a frame stands out from its cards, and the room they need for that at both ends of a row. */
const FRAME = 4;
const EDGE = 2 * FRAME;

/** How far a card of a row is from the one before it in its group, and how far a group from the last card of the one before. */
function steps(row: readonly Group[], width: number, card: number): { step: number; apart: number } {
  const gap = Math.max(12, card * 0.17);
  const inGroups = row.reduce((sum, { cards }) => sum + cards.length - 1, 0);
  const breaks = row.length - 1;
  const most = card * 0.8;
  const fit = (room: number, count: number) => (count < 1 ? most : Math.min(most, room / count));
  // Groups lie side by side where there is room for it, and otherwise overlap a little less than their cards do.
  const beside = fit(width - EDGE - card - breaks * (card + gap), inGroups);
  if (beside >= LEAST_BESIDE) return { step: beside, apart: card + gap };
  const step = fit(width - EDGE - card - breaks * gap, inGroups + breaks);
  return { step, apart: step + gap };
}

/** Where the cards of a hand lie in its zone. Melds have a frame around them. */
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
      if (group.meld) frames.push({ x: start - FRAME, y: y - FRAME, width: x - start + card + 2 * FRAME, height: high + 2 * FRAME });
    });
  });
  return { spots, frames };
}

/** Two rows of about equal length. A meld is never cut; what is not melded may be, anywhere. */
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

/** The place in the order at which a card let go at `x`, `y` belongs. */
export function placeAt({ spots }: Spread, x: number, y: number, card: number): number {
  const high = card * RATIO;
  const lines = [...new Set(spots.map((spot) => spot.y))];
  const line = lines.reduce((best, other) => (Math.abs(other + high / 2 - y) < Math.abs(best + high / 2 - y) ? other : best), lines[0] ?? 0);
  const before = spots.findIndex((spot) => spot.y === line && x < spot.x + card / 2);
  if (before >= 0) return before;
  return spots.filter((spot) => spot.y <= line).length;
}
