// How a hand lies: in melds as the server proposes them, or in the order the player gave it; and where each card goes.
import type { GinArrangement } from "../../wire";

export interface Group { cards: string[]; meld: boolean }

/** The proposal: each meld together, then what is left. */
export function proposed({ melds, unmelded }: GinArrangement): Group[] {
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
  for (let place = 0; place < order.length; ) {
    const meld = melds.find((cards) => {
      const here = order.slice(place, place + cards.length);
      return here.length === cards.length && here.every((card) => cards.includes(card));
    });
    const last = groups.at(-1);
    if (meld !== undefined) groups.push({ cards: order.slice(place, place + meld.length), meld: true });
    else if (last !== undefined && !last.meld) last.cards.push(order[place]!);
    else groups.push({ cards: [order[place]!], meld: false });
    place += meld?.length ?? 1;
  }
  return groups;
}

export interface Spot { card: string; x: number; y: number; z: number }
export interface Frame { x: number; y: number; width: number }
export interface Row { spots: Spot[]; frames: Frame[]; height: number }

const RATIO = 7 / 5;
/** No narrower strip of a card than a finger can hit. */
const NARROWEST = 44;

/** Where the cards of a hand lie: in one row, or in two where one would be too tight. Melds have a frame around them. */
export function spread(groups: readonly Group[], width: number, card: number): Row {
  const count = groups.reduce((sum, { cards }) => sum + cards.length, 0);
  const gap = Math.max(12, card * 0.17);
  const stepFor = (row: readonly Group[]) => {
    const cards = row.reduce((sum, group) => sum + group.cards.length, 0);
    return cards < 2 ? 0 : Math.min(card * 0.8, (width - card - gap * (row.length - 1) - 12) / (cards - 1));
  };
  const rows = stepFor(groups) >= Math.min(NARROWEST, card * 0.8) || count < 2 ? [groups] : halves(groups, count);
  const high = card * RATIO;
  const rowStep = high * 0.7;
  const spots: Spot[] = [];
  const frames: Frame[] = [];
  rows.forEach((row, line) => {
    const step = stepFor(row);
    const cards = row.reduce((sum, group) => sum + group.cards.length, 0);
    let x = (width - card - step * (cards - 1) - gap * (row.length - 1)) / 2;
    row.forEach((group, nth) => {
      if (nth > 0) x += gap;
      const start = x;
      for (const one of group.cards) {
        spots.push({ card: one, x, y: line * rowStep, z: line * 100 + spots.length });
        x += step;
      }
      if (group.meld) frames.push({ x: start, y: line * rowStep, width: card + step * (group.cards.length - 1) });
    });
  });
  return { spots, frames, height: high + (rows.length - 1) * rowStep };
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
export function placeAt(row: Row, x: number, y: number, card: number): number {
  const high = card * RATIO;
  const lines = [...new Set(row.spots.map((spot) => spot.y))];
  const line = lines.reduce((best, other) => (Math.abs(other + high / 2 - y) < Math.abs(best + high / 2 - y) ? other : best), lines[0] ?? 0);
  const before = row.spots.findIndex((spot) => spot.y === line && x < spot.x + card / 2);
  if (before >= 0) return before;
  return row.spots.filter((spot) => spot.y <= line).length;
}
