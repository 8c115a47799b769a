// The zones of a table of gin: the other player, stock and pile, the melds once open, the news, and the
// player's hand.
import type { GinView, Seat } from "../../backend/wire";
import { openCards } from "../../table/holding";
import { LEDGE, type Arrangement, type Level, type Tree, type Zone } from "../../layout/zones";

/** An open hand: the sizes of its melds and of the unmelded cards, for each possible arrangement. */
export interface OpenHand { seat: Seat; sets: readonly (readonly number[])[] }

export interface GinTable {
  bottom: Seat;
  /** The open hands, from top to bottom. */
  open: readonly OpenHand[];
  /** Content of the bottom: a hand, a sentence for a spectator, or nothing once the hand is laid down. */
  own: "hand" | "words" | "nothing";
  /** Null if the player cannot act, as in a replay. */
  acts: {
    /** Widths in ems of the possible buttons, and of deadwood and limit. */
    buttons: readonly (readonly number[])[];
    counted: number;
    /** Width of the longest instruction. */
    task: number;
  } | null;
}

const groupsOf = (view: GinView, seat: Seat): number[] =>
  [...(view.melds[seat] ?? []).map((meld) => meld.length), openCards(view.hands[seat]).length].filter((cards) => cards > 0);

/** Returns the open hands. While lay-offs are possible, each group has space for one more card. */
export function openHands(view: GinView, bottom: Seat): OpenHand[] {
  const lies = (seat: Seat) => view.phase === "over" || view.knock?.seat === seat || (view.melds[seat]?.length ?? 0) > 0;
  const more = view.phase === "layOff" ? 1 : 0;
  return [1 - bottom, bottom].filter(lies).map((seat) => ({ seat, sets: [groupsOf(view, seat).map((cards) => cards + more)] }));
}

/** Returns both hands in all these positions, so that nothing moves between them. */
export const everyHand = (views: readonly GinView[], bottom: Seat): OpenHand[] =>
  [1 - bottom, bottom].map((seat) => ({ seat, sets: views.map((view) => groupsOf(view, seat)) }));

export function arrangements({ bottom, open, own, acts }: GinTable): Arrangement[] {
  const lies = (seat: Seat) => open.some((hand) => hand.seat === seat);
  const laid = open.length > 0;
  const other = (level: Level, beside: boolean, backs: number): Zone => ({
    id: "other", kind: "plate", ems: laid ? 10.5 : 9.5, lines: 1.3, cards: lies(1 - bottom) || level > 1 ? 0 : level > 0 ? Math.min(4, backs) : backs, strip: 0.42, pile: false, beside, size: { ratio: 0.4, least: 18, most: 90 },
  });
  const me: Zone = { id: "me", kind: "plate", ems: 7, lines: 1.3, cards: 0, strip: 0, pile: false, beside: false, size: { ratio: 0, least: 0 } };
  const piles = (ratio: number): Zone => ({ id: "piles", kind: "piles", count: 2, size: { ratio, least: 40 }, grow: laid ? 0.4 : 1 });
  const melds = (seat: Seat, ratio: number): Zone[] => open.filter((hand) => hand.seat === seat).map(({ sets }) => ({ id: `melds-${seat}`, kind: "groups", sets, size: { ratio, least: 30 }, grow: 1 }));
  /** The melds on the table, those of the other player first. */
  const lying = (ratio: number): Tree[] => [...melds(1 - bottom, ratio), ...melds(bottom, ratio)];
  const news = (ems: number, lines: number): Zone[] => (acts === null ? [] : [{ id: "news", kind: "text", ems, lines }]);
  const actions: Zone[] = acts === null ? [] : [{ id: "actions", kind: "buttons", sets: acts.buttons }];
  /** The instruction, in as many lines as the width requires. */
  const task = (widest: number): Zone[] => (acts === null ? [] : [{ id: "task", kind: "text", ems: Math.min(acts.task, widest), lines: 1.3 + 1.05 * Math.floor(acts.task / widest) }]);
  const count: Zone[] = acts === null ? [] : [{ id: "count", kind: "text", ems: acts.counted, lines: 2 }];
  const arrange: Zone[] = acts === null ? [] : [{ id: "arrange", kind: "cells", columns: 1, rows: 1, cell: [44, 44] }];
  const hand = (rows: 1 | 2, strip = 0): Zone[] => (own === "nothing" ? [] : own === "words" ? [{ id: "hand", kind: "text", ems: 16, lines: 2, grow: 1 }] : [{ id: "hand", kind: "hand", most: 11, rows, lift: 18, breaks: 3, strip, grow: 1 }]);
  const blank = (id: string): Zone => ({ id, kind: "text", ems: 1, lines: 1 });
  const told: readonly Zone[] = acts === null ? [blank("right")] : news(9, 4);
  // On the line of the plate the count keeps clear of the edge of the rail.
  const low: readonly Tree[] = [...count.map((zone) => ({ ...zone, lines: 2.3 })), ...arrange];
  return [
    {
      // On a desktop with the log beside it the cards are larger than with the plate beside the hand.
      name: "stacked", favour: 1.01, tree: (level) => ({
        down: [...(laid ? [{ across: [piles(0.6), other(level, false, 6)], hug: true }, ...news(16, 2), ...lying(0.7)] : [other(level, false, 10), ...news(16, 2), { ...piles(1), align: 0.6 } as Zone]), ...task(19), ...actions, LEDGE, { across: [{ ...me, align: 1 } as Zone, ...low], hug: true }, ...hand(2).map((zone) => ({ ...zone, align: 0.3 }))],
      }),
    },
    {
      // The player's plate at the left of the hand, and the last event beside the pile that it is about.
      name: "wide", favour: 1.1, tree: (level) => (level > 1 ? null : {
        down: [
          // Open hands lie in the middle, with the piles beside the plate of the other player.
          ...(laid ? [{ across: [{ ...piles(0.45), grow: 0, along: 1 } as Zone, { ...other(level, true, 10), ems: 12 } as Zone, ...(own === "nothing" ? [blank("corner")] : told.map((zone) => ({ ...zone, along: 0 })))], even: true, hug: true }, ...lying(0.85), ...(own === "nothing" ? [me] : [])] : [other(level, true, 10), { across: [blank("left"), piles(1.05), ...told.map((zone) => ({ ...zone, along: 0 }))], even: true, hug: true, grow: 1 }]),
          ...task(30), ...actions, LEDGE, ...(own === "nothing" ? news(16, 2) : [{ across: [{ down: [{ ...me, along: 1 } as Zone, ...count.map((zone) => ({ ...zone, ems: Math.min(acts?.counted ?? 0, 7.5), lines: 4, along: 1 }) as Zone), ...arrange.map((zone) => ({ ...zone, along: 1 }))] }, ...hand(1, 44), blank("beside")], even: true, hug: true }]),
        ],
      }),
    },
    {
      // Low and wide: players and piles at the left, actions at the right, next to the melds.
      name: "flat", favour: 0.9, tree: (level) => ({
        down: [
          {
            across: [
              { down: [other(level, false, 0), piles(laid ? 0.6 : 0.9), me] }, ...(laid ? [{ down: lying(0.7), grow: 1 }] : []),
              ...(acts === null ? [] : [{ down: [...(laid ? [] : news(9, 2)), ...task(laid ? 14 : 13), ...actions, { across: [...count, ...arrange] }], grow: laid ? 0 : 1 }]),
            ],
            grow: 1,
          },
          ...hand(1),
        ],
      }),
    },
  ];
}
