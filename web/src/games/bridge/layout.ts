// The zones of a bridge table: the auction with its box, the play with dummy, and the four hands of a replay.
import type { Arrangement, Tree, Zone } from "../../layout/zones";

/** The other sides, seen from the bottom seat. */
export type Position = "left" | "top" | "right";

export interface OpenHands {
  /** Length of the longest suit of each open hand. */
  left: number | null;
  top: number | null;
  right: number | null;
}

/** Sizes of the suits of the player's hand, from left to right. A row is never broken within a suit. */
export type Groups = readonly number[];

/** Dummy and the hand of thirteen cards need a wider table than other games. */
const WIDEST = 1.55;
const status: Zone = { id: "status", kind: "buttons", sets: [[12]] };
const actions = (sets: readonly (readonly number[])[]): Zone => ({ id: "actions", kind: "buttons", sets: sets.length === 0 ? [[14]] : sets });
const hand = (groups: Groups, rows: 1 | 2): Zone => ({ id: "hand", kind: "hand", most: Math.max(1, groups.reduce((sum, one) => sum + one, 0)), rows, lift: 14, groups });
const name = (position: string, ems: number): Zone => ({ id: `name-${position}`, kind: "text", ems, lines: 2, around: 8, person: true });
/** The hand with the player's name at its left, in the middle of a wide table. */
const rail = (own: Zone): Tree => ({ across: [{ ...name("me", 7), along: 1 } as Zone, { ...own, grow: 1 } as Zone, { id: "beside", kind: "text", ems: 1, lines: 1 }], even: true, hug: true });
const watching: Zone = { id: "hand", kind: "text", ems: 20, lines: 2 };

const box = (columns: number, rows: number, cell: readonly [number, number]): Zone => ({ id: "box", kind: "cells", columns, rows, cell });
const calls = (ems: number, lines: number): Zone => ({ id: "auction", kind: "text", ems, lines, around: 20, fill: true, grow: 1 });

/** Space between calls and box, where the box is below. */
const apart: Zone = { id: "apart", kind: "text", ems: 0, lines: 0, around: 2 };

/** The auction: the calls, and the bidding box. A spectator has neither box nor hand. */
export function auctionArrangements(groups: Groups | null, sets: readonly (readonly number[])[]): Arrangement[] {
  const own = (rows: 1 | 2) => (groups === null ? watching : hand(groups, rows));
  const boxOf = (zone: Zone): Zone[] => (groups === null ? [] : [zone]);
  return [
    { name: "tall", favour: 0.92, tree: (level) => ({ down: [status, calls(17, level > 1 ? 4 : 6), ...(level > 0 ? [] : [apart]), ...boxOf(box(7, 6, level > 0 ? [40, 40] : [44, 42])), actions(sets), own(2)] }) },
    // The smallest phones: the zones above and below the box share a line.
    { name: "small", favour: 0.85, tree: (level) => (level < 2 ? null : { down: [{ across: [{ ...status, sets: [[9]], grow: 1 } as Zone, { ...actions([[5]]), grow: 0 }] }, calls(17, 3), ...boxOf(box(7, 6, [40, 40])), own(2)] }) },
    { name: "railed", favour: 1.05, ratio: WIDEST, tree: (level) => (level > 0 ? null : { down: [status, { across: [{ ...calls(28, 8), grow: 0 }, ...boxOf(box(7, 6, [52, 46]))], grow: 1, hug: true }, actions(sets), rail(own(1))] }) },
    { name: "wide", tree: (level) => (level > 0 ? null : { down: [status, { across: [{ ...calls(28, 8), grow: 0 }, ...boxOf(box(7, 6, [52, 46]))], grow: 1 }, { across: [name("me", 10), { ...actions(sets), grow: 1 }, { id: "beside", kind: "text", ems: 10, lines: 1 }], even: true }, own(1)] }) },
    { name: "flat", favour: 0.9, tree: (level) => ({ down: [{ across: [{ down: [status, calls(15, level > 1 ? 2 : 3), actions(sets)], grow: 1 }, ...boxOf(box(7, 6, level > 0 ? [40, 40] : [46, 42]))], grow: 1 }, own(1)] }) },
    // The box with two levels in a row.
    { name: "low", favour: 0.85, tree: () => ({ down: [{ across: [{ down: [{ ...status, sets: [[7]] } as Zone, calls(10, 2), actions([[7]])], grow: 1 }, ...boxOf(box(10, 4, [40, 40]))], grow: 1 }, own(1)] }) },
  ];
}

const OPEN = { least: 40 };

const handOf = (position: Position, longest: number, ratio: number, columns = position === "top"): Zone => ({ id: `hand-${position}`, kind: "suits", longest, columns, size: { ratio, ...OPEN } });

function seat(position: Position, open: OpenHands, ems: number, ratio: number): Tree {
  const longest = open[position];
  // Names at both sides stand towards the trick.
  if (longest === null) return { ...name(position, ems), ...(position === "top" || open.left !== null || open.right !== null ? {} : { along: position === "left" ? 0.8 : 0.2 }) };
  return { down: [name(position, ems), handOf(position, longest, ratio)] };
}

/** The play: the open hands, the trick, and the player's hand. */
export function playArrangements(groups: Groups | null, open: OpenHands, sets: readonly (readonly number[])[]): Arrangement[] {
  const own = (rows: 1 | 2) => (groups === null ? watching : hand(groups, rows));
  const trick = (ratio: number, line = false): Zone => ({ id: "trick", kind: "trick", line, size: { ratio, least: 40 }, grow: 1 });
  const names = (ems: number, lines: number): Zone[] => (["left", "top", "right"] as const).map((position): Zone => ({ id: `name-${position}`, kind: "text", ems, lines, around: 10, person: true, grow: 1 }));
  /** The others around the trick. An open hand at a side is as tall as the trick and dummy together. */
  const around = (top: number, cards: Zone): Tree[] =>
    open.left === null && open.right === null
      ? [seat("top", open, 11, top), { across: [seat("left", open, 9, 0.75), cards, seat("right", open, 9, 0.75)], even: true, compass: true, grow: 1 }]
      : [{ across: [seat("left", open, 9, 0.75), { down: [seat("top", open, 11, top), cards] }, seat("right", open, 9, 0.75)], even: true, compass: true, grow: 1 }];
  /** The player's name beside the hand, and the trick on the axis. */
  const railed = (name: string, favour: number, top: number, played: number): Arrangement => ({
    name, favour, ratio: WIDEST, tree: (level) => (level > 1 ? null : {
      down: [
        status, ...around(top, trick(played, level > 0)),
        actions(sets), rail(own(1)),
      ],
    }),
  });
  const dummy = (["left", "top", "right"] as const).filter((position) => open[position] !== null);
  return [
    // The names of the others between dummy and the trick, which then has the whole width.
    ...[1.2, 1.05, 0.9].map((played): Arrangement => ({
      name: "named", favour: 0.57 + 0.48 * played, tree: (level) => (level > 1 || dummy.length > 1 ? null : {
        down: [status, ...dummy.map((position) => handOf(position, open[position]!, 0.68, true)), { across: names(5, 2) }, { ...trick(played), fill: true } as Zone, actions(sets), own(2)],
      }),
    })),
    {
      name: "tall", tree: (level) => ({
        down: [
          status, seat("top", open, 10, 0.68),
          { across: [seat("left", open, 5.5, 0.62), trick(0.85, level > 1), seat("right", open, 5.5, 0.62)], even: true, compass: true, grow: 1 },
          actions(sets), own(2),
        ],
      }),
    },
    railed("railed", 1.2, 0.72, 0.95),
    // On a lower table dummy and the trick are smaller.
    railed("railed-low", 1.12, 0.56, 0.86),
    ...[0.95, 0.86].map((played): Arrangement => ({
      name: "wide", favour: 1.05 + played / 8, tree: (level) => (level > 1 ? null : {
        down: [
          status, ...around(0.72, trick(played, level > 0)),
          { across: [name("me", 10), { ...actions(sets), grow: 1 }, { id: "beside", kind: "text", ems: 10, lines: 1 }], even: true },
          own(1),
        ],
      }),
    })),
    {
      // Open hands in columns that face the player, beside the trick.
      name: "turned", favour: 0.8, tree: (level) => ({
        down: [
          status, { across: names(5, level > 1 ? 1 : 2) },
          { across: [...dummy.map((position): Zone => ({ id: `hand-${position}`, kind: "suits", longest: open[position]!, columns: true, size: { ratio: 0.8, ...OPEN } })), trick(0.85, level > 2)], grow: 1 },
          actions(sets), own(2),
        ],
      }),
    },
    {
      // Everything side by side above the hand: names and buttons, the trick, dummy.
      name: "flat", favour: 0.92, tree: (level) => {
        const lying: Tree[] = dummy.map((position) => ({ down: [...(level > 1 ? [] : [{ ...name(position, 8), lines: 1, around: 10 } as Zone]), { id: `hand-${position}`, kind: "suits", longest: open[position]!, columns: true, size: { ratio: 0.8, least: 38 } }] }));
        // Beside large cards the full text of the contract fits.
        const bar: Zone = level > 2 ? status : { id: "status", kind: "buttons", sets: [[15]] };
        return { down: [{ across: [{ down: [bar, { across: names(5, level > 0 ? 1 : 2).filter(({ id }) => !dummy.some((position) => level < 2 && id === `name-${position}`)) }, actions(sets)], grow: 1 }, trick(0.85, level > 1), ...lying], grow: 1 }, own(1)] };
      },
    },
  ];
}

const SIDES = ["left", "top", "right", "bottom"] as const;

/** All hands open: as cards if all 52 fit, otherwise as printed. */
export function replayArrangements(longest: Record<(typeof SIDES)[number], number>, auction: boolean, marked: (typeof SIDES)[number] | null): Arrangement[] {
  const cards = (position: (typeof SIDES)[number], columns: boolean, least: number): Zone => ({ id: `hand-${position}`, kind: "suits", longest: longest[position], columns, size: { ratio: 1, least } });
  const printed = (position: (typeof SIDES)[number]): Zone => ({ id: `hand-${position}`, kind: "lines", longest: longest[position], marked: marked === position, title: true });
  const middle = (ratio: number, most = Infinity): Zone => (auction ? { id: "middle", kind: "text", ems: 11, lines: 5, around: 6, grow: 1, fill: true } : { id: "middle", kind: "trick", line: false, size: { ratio, least: 34, most }, grow: 1 });
  const named = (position: (typeof SIDES)[number], zone: Zone, ems: number): Tree => ({ down: [{ id: `name-${position}`, kind: "text", ems, lines: 2, around: 8 }, zone] });
  return [
    {
      name: "cross", favour: 1.5, tree: (level) => (level > 0 ? null : {
        down: [status, { across: [
          named("left", cards("left", false, 38), 9),
          { down: [{ across: [named("top", cards("top", true, 38), 9)] }, middle(1), { across: [named("bottom", cards("bottom", true, 38), 9)] }] },
          named("right", cards("right", false, 38), 9),
        ], even: true, compass: true, grow: 1 }],
      }),
    },
    {
      name: "rows", tree: (level) => (level > 0 ? null : {
        down: [status, named("top", cards("top", false, 36), 9), { across: [named("left", cards("left", false, 36), 9), middle(0.9), named("right", cards("right", false, 36), 9)], compass: true, even: true, grow: 1 }, named("bottom", cards("bottom", false, 36), 9)],
      }),
    },
    {
      // North and South beside their names, at the sides of the middle.
      name: "band", favour: 0.95, tree: (level) => (level > 0 ? null : {
        down: [status, { across: [named("left", cards("left", false, 40), 9), { down: [named("top", cards("top", false, 40), 9), named("bottom", cards("bottom", false, 40), 9)] }, middle(0.9), named("right", cards("right", false, 40), 9)], compass: true, grow: 1 }],
      }),
    },
    { name: "diagram", favour: 0.5, tree: () => ({ down: [status, printed("top"), { across: [printed("left"), middle(0.9, 90), printed("right")], compass: true, even: true, grow: 1 }, printed("bottom")] }) },
    { name: "pairs", favour: 0.4, tree: () => ({ down: [status, { ...middle(0.8, 60), ...(auction ? {} : { line: true }) } as Zone, { across: [printed("top"), printed("right")], grow: 1 }, { across: [printed("left"), printed("bottom")], grow: 1 }] }) },
    { name: "columns", favour: 0.35, tree: () => ({ down: [status, { across: [{ down: [printed("top"), printed("left")] }, middle(0.8, 60), { down: [printed("right"), printed("bottom")] }], grow: 1 }] }) },
    { name: "row", favour: 0.5, tree: () => ({ down: [status, { across: [printed("left"), printed("top"), middle(0.8, 90), printed("right"), printed("bottom")], grow: 1 }] }) },
    { name: "list", favour: 0.3, tree: () => ({ across: [{ down: [status, middle(0.8, 60)], grow: 1 }, { down: [{ across: [printed("left"), printed("top")] }, { across: [printed("right"), printed("bottom")] }], grow: 1 }] }) },
  ];
}
