// Layout of a table. Of the arrangements that a game offers, it chooses the one that reads best in the space,
// with the largest cards that fit. Minimum sizes are summed and spare space is shared, so that zones cannot
// overlap.
import { enough, GAP, need, RATIO, WIDEST, type Arrangement, type Level, type Measure, type Tree, type Zone } from "./zones";

export interface Room {
  width: number;
  height: number;
  /** The root font size, in px. */
  root: number;
  /** Card size chosen by the player; 1 is normal. */
  scale: number;
  touch: boolean;
  /** Whether the plates show clocks. */
  clocked?: boolean;
  rtl: boolean;
}

export interface Placed {
  x: number;
  y: number;
  width: number;
  height: number;
  /**
   * Width of the cards, distance between them, and number of rows; on a plate, `rows` is the number of cards
   * that fit.
   */
  card: number;
  step: number;
  rows: number;
  /** Whether the cards of a plate lie beside its text. */
  beside: boolean;
  /** Whether a row is broken within a group. */
  broken: boolean;
  /** Font size of the plate, in px. */
  text: number;
}

export interface Box { x: number; y: number; width: number; height: number }

export interface Layout {
  arrangement: string;
  level: Level;
  card: number;
  text: number;
  /** Size of the table. It exceeds the space if the table scrolls. */
  width: number;
  height: number;
  /** Felt inside its rim. Null if the table fills its space. */
  felt: Box | null;
  /** Top of the rail, the ledge with the hand of the player, in px. Null if there is none. */
  rail: number | null;
  zones: ReadonlyMap<string, Placed>;
}

/**
 * Widths of the player's cards, in px: the smallest legible one, one that ends the ladder of concessions, a
 * large one, and that of a real card.
 */
const LEAST = 36;
const ENOUGH = 48;
const GOOD = 96;
const REAL = 238;
/** Maximum share of the height for a card of the hand. */
const HIGHEST = 0.27;
/** Margin around the table, in px. */
const EDGE = 4;
/** Minimum height, in px, of a space in which the width of the table is limited. */
const LOW = 420;
/** Width of the rim of a table that is narrower than its space, and margin outside the rim, in px. */
export const RIM = 14;
const OUTSIDE = 8;
const LEVELS: readonly Level[] = [0, 1, 2, 3];
/** Cost of one step down the ladder of concessions. */
const STEP = 0.75;

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const isZone = (tree: Tree): tree is Zone => "kind" in tree;

function leastWidth(tree: Tree, measure: Measure, room: number): number {
  if (isZone(tree)) return need(tree, measure, room).width;
  if ("down" in tree) return Math.max(0, ...tree.down.map((kid) => leastWidth(kid, measure, room)));
  const least = tree.across.map((kid) => leastWidth(kid, measure, room));
  // The middle of a rail stays on the axis, so both sides need the space of the wider one.
  const sides = tree.even === true && tree.hug === true && least.length > 1 ? Math.abs(least[0]! - least.at(-1)!) : 0;
  return sum(least) + sides + GAP * (least.length - 1);
}

/** Returns the widths of adjacent trees: the minimum of each, and its share of the spare space. */
function widths(tree: Extract<Tree, { across: readonly Tree[] }>, measure: Measure, room: number): number[] {
  const least = tree.across.map((kid) => leastWidth(kid, measure, room));
  let spare = Math.max(0, room - sum(least) - GAP * (least.length - 1));
  if (tree.even === true && least.length > 1) {
    const last = least.length - 1;
    const side = Math.max(least[0]!, least[last]!);
    const give = 2 * side - least[0]! - least[last]!;
    if (give <= spare) {
      least[0] = side;
      least[last] = side;
      spare -= give;
    }
  }
  const grow = sum(tree.across.map((kid) => kid.grow ?? 0));
  if (tree.hug === true) {
    // Each round shares what zones at their full width have left over.
    for (let round = 0; round < least.length && spare > 0.5; round += 1) {
      const wanting = tree.across.map((kid, index) => (kid.grow !== undefined && isZone(kid) ? Math.max(0, enough(kid, measure) - least[index]!) : 0));
      const open = wanting.filter((more) => more > 0).length;
      if (open === 0) break;
      const share = spare / open;
      wanting.forEach((more, index) => {
        const given = Math.min(more, share);
        least[index] = least[index]! + given;
        spare -= given;
      });
    }
    return least;
  }
  return least.map((width, index) => width + (grow === 0 ? spare / least.length : (spare * (tree.across[index]!.grow ?? 0)) / grow));
}

function leastHeight(tree: Tree, measure: Measure, room: number): number {
  if (isZone(tree)) return need(tree, measure, room).height;
  if ("down" in tree) return sum(tree.down.map((kid) => leastHeight(kid, measure, room))) + GAP * (tree.down.length - 1);
  const each = widths(tree, measure, room);
  return Math.max(0, ...tree.across.map((kid, index) => leastHeight(kid, measure, each[index]!)));
}

const fits = (tree: Tree, measure: Measure, { width, height }: Box) =>
  leastWidth(tree, measure, width) <= width + 0.01 && leastHeight(tree, measure, width) <= height + 0.01;

function place(tree: Tree, measure: Measure, box: Box, rtl: boolean, zones: Map<string, Placed>): void {
  if (isZone(tree)) {
    const { width: least, height: lowest, card, step, rows, broken = false } = need(tree, measure, box.width);
    const whole = tree.fill === true || tree.kind === "hand" || tree.kind === "grid" || tree.kind === "groups" || tree.kind === "buttons" || tree.kind === "text" || tree.kind === "plate";
    const width = whole && tree.along === undefined ? box.width : Math.min(box.width, least);
    const along = tree.along === undefined ? 0.5 : rtl ? 1 - tree.along : tree.along;
    const height = tree.fill === true || (tree.kind === "grid" && tree.fits !== true) ? box.height : Math.min(box.height, lowest);
    zones.set(tree.id, { x: box.x + (box.width - width) * along, y: box.y + (box.height - height) * (tree.align ?? 0.5), width, height, card, step, rows, beside: tree.kind === "plate" && tree.beside, broken, text: measure.text });
    return;
  }
  if ("down" in tree) {
    const heights = tree.down.map((kid) => leastHeight(kid, measure, box.width));
    const spare = Math.max(0, box.height - sum(heights) - GAP * (heights.length - 1));
    const grow = sum(tree.down.map((kid) => kid.grow ?? 0));
    let y = box.y + (grow === 0 ? spare / 2 : 0);
    tree.down.forEach((kid, index) => {
      const height = heights[index]! + (grow === 0 ? 0 : (spare * (kid.grow ?? 0)) / grow);
      place(kid, measure, { x: box.x, y, width: box.width, height }, rtl, zones);
      y += height + GAP;
    });
    return;
  }
  const each = widths(tree, measure, box.width);
  const mirrored = rtl && tree.compass !== true;
  let x = box.x + Math.max(0, box.width - sum(each) - GAP * (each.length - 1)) / 2;
  tree.across.forEach((kid, index) => {
    const width = each[index]!;
    place(kid, measure, { x: mirrored ? 2 * box.x + box.width - x - width : x, y: box.y, width, height: box.height }, rtl, zones);
    x += width + GAP;
  });
}

/** Font size at 1100 × 700, in px. */
const TEXT = 17;

/** Value of a card width. Above a good width, more adds little. */
const worth = (card: number, good: number) => (card < good ? card : good + (card - good) / 4);

/**
 * Returns the font size of a card table, in px. It grows with the space, faster in a very large one, where cards
 * grow with it, and is never below the root font size.
 */
export function textSize({ width, height, root }: Pick<Room, "width" | "height" | "root">): number {
  const large = Math.min(width / 1100, height / 700);
  return Math.max(root, TEXT * Math.min(1.75, Math.max(Math.sqrt(large), 0.82 * large)));
}

interface Found { arrangement: Arrangement; tree: Tree; level: Level; card: number; worth: number }

function best(arrangements: readonly Arrangement[], room: Room, box: Box, text: number): Found | null {
  const most = Math.max(LEAST, Math.floor(Math.min(REAL, (box.height * HIGHEST * room.scale) / RATIO)));
  const good = GOOD * room.scale;
  let found: Found | null = null;
  for (const level of LEVELS) {
    for (const arrangement of arrangements) {
      const tree = arrangement.tree(level);
      if (tree === null) continue;
      const value = (card: number) => worth(card, good) * (arrangement.favour ?? 1) * STEP ** level;
      const can = (card: number) => fits(tree, { card, text, touch: room.touch, clocked: room.clocked === true, level }, box);
      let low = LEAST;
      // A candidate must beat the best one so far, so the search starts at the first width that does.
      while (found !== null && low <= most && value(low) <= found.worth) low += 1;
      if (low > most || !can(low)) continue;
      let high = most;
      while (high > low) {
        const middle = Math.ceil((low + high) / 2);
        if (can(middle)) low = middle;
        else high = middle - 1;
      }
      found = { arrangement, tree, level, card: low, worth: value(low) };
    }
    if (found !== null && found.card >= ENOUGH * Math.min(1, room.scale)) break;
  }
  return found;
}

/** Margin and rim on both sides of a felt, in px. */
const AROUND = 2 * (OUTSIDE + RIM);

/** Returns the width of a table of the usual ratio in a space of this height, with its rim and margin. */
export const tableWidth = (height: number): number => Math.round((height - AROUND) * WIDEST) + AROUND;

/**
 * Returns the felt in a space that is wider than a table, inside its rim. Null if the felt fills the space. A
 * table that asks for more than the usual width takes what there is.
 */
function feltIn(room: Room, ratio: number): Box | null {
  if (room.height < LOW || tableWidth(room.height) > room.width) return null;
  const height = room.height - AROUND;
  const width = Math.min(Math.round(height * ratio), room.width - AROUND);
  return { x: Math.round((room.width - width) / 2), y: OUTSIDE + RIM, width, height };
}

/** Returns the y of the ledge that holds the hand, the plate of the player, and everything beside and below them. */
function railOf(zones: ReadonlyMap<string, Placed>): number | null {
  const plate = zones.get("me") ?? zones.get("own");
  const held = zones.get("hand");
  // A plate directly above the hand stands on the rail, too.
  const hand = held === undefined || (plate !== undefined && Math.abs(held.y - plate.y - plate.height) <= 5 * GAP) ? plate : held;
  if (hand === undefined) return null;
  const beside = [...zones.values()].filter(({ y, height }) => y + height / 2 >= hand.y);
  return Math.min(hand.y, ...beside.map(({ y }) => y)) - GAP / 2;
}

/**
 * Returns the layout that reads best. If the space is too narrow, the font shrinks first. If it is too low,
 * the table scrolls.
 */
export function solve(arrangements: readonly Arrangement[], room: Room): Layout {
  const felt = feltIn(room, Math.max(WIDEST, ...arrangements.map(({ ratio }) => ratio ?? 0)));
  const around = felt === null ? { x: EDGE, y: EDGE } : { x: felt.x + EDGE, y: felt.y + EDGE };
  const box: Box = { ...around, width: Math.max(1, room.width - 2 * around.x), height: Math.max(1, room.height - 2 * around.y) };
  for (let wider = 1; ; wider *= 1.1) {
    for (let text = textSize(room); text > 10; text *= 0.92) {
      for (let taller = 0; taller < 8; taller += 1) {
        const larger = { ...box, width: box.width * wider, height: box.height * 1.15 ** taller };
        const found = best(arrangements, room, larger, text);
        if (found === null) continue;
        const zones = new Map<string, Placed>();
        place(found.tree, { card: found.card, text, touch: room.touch, clocked: room.clocked === true, level: found.level }, larger, room.rtl, zones);
        for (const [id, at] of zones) zones.set(id, { ...at, x: Math.round(at.x), y: Math.round(at.y) });
        const [width, height] = [larger.width + 2 * around.x, larger.height + 2 * around.y];
        return { arrangement: found.arrangement.name, level: found.level, card: found.card, text, width, height, felt: felt === null ? null : { ...felt, width: width - 2 * felt.x, height: height - 2 * felt.y }, rail: railOf(zones), zones };
      }
    }
  }
}
