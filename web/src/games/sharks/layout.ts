// The zones of a table of Sharks: the lots of the row, the other players, the news, and the player's own
// cards.
import type { Seat, SharksView } from "../../backend/wire";
import { openCards } from "../../table/holding";
import { LEDGE, RATIO, type Arrangement, type Level, type Tree, type Zone } from "../../layout/zones";

export interface SharksTable {
  seats: number;
  bottom: Seat;
  /** The largest number of Investments in a portfolio, and the player's numbers of Capital and Tools. */
  shares: number;
  notes: number;
  tools: number;
  /** Whether all Capital is open, as at the end. */
  over: boolean;
  /** The lot for sale, which is larger. Null if there is none. */
  now: number | null;
  /** The lots with a place: those that are not sold. */
  lots: readonly number[];
  /** Widths in ems of the possible buttons; null if the player cannot act, as in a replay. */
  buttons: readonly (readonly number[])[] | null;
}

export const LOTS = [0, 1, 2];

/** Returns the numbers of cards that a card table shows. */
export const counted = (view: SharksView, bottom: Seat) => ({
  shares: Math.max(2, ...view.portfolios.map((shares) => shares.length)),
  notes: openCards(view.hands[bottom]).length + (view.bids[bottom] ?? []).length,
  tools: openCards(view.tools[bottom]).length,
  over: view.stage === "over",
  now: view.stage === "bid" ? view.auction - 1 : null,
  lots: LOTS.filter((lot) => view.row.slice(2 * lot, 2 * lot + 2).some((share) => share !== null)),
});

/** Shapes of a Tool and a banknote: height by width. */
export const TOOL = 0.62;
export const NOTE = 1;
/** Shape of a Tool on a stage, which has height to spare. */
export const TALL_TOOL = 0.76;
/** Lines of text of a Tool in a row of its own. */
export const READ = 3.5;
/** Up to this width an Investment is a square. */
export const SQUARE = 26;

export function arrangements({ seats, bottom, shares, notes, tools, over, now, lots: open, buttons }: SharksTable): Arrangement[] {
  const others = Array.from({ length: seats - 1 }, (_, index) => (bottom + index + 1) % seats);
  // In little space an Investment is a square with its value.
  const tiny = (level: Level) => level > 2;
  const share = (level: Level) => (tiny(level) ? { shape: 1, size: { ratio: 0, least: 20 } } : level > 1 ? { shape: 1, size: { ratio: 0, least: SQUARE } } : { shape: RATIO, size: { ratio: 0.42, least: level > 0 ? SQUARE + 1 : 30, most: 130 } });
  // The statement stands beside the Investments, in the space of a few more.
  const plate = (seat: Seat, level: Level): Zone => ({
    id: `seat-${seat}`, kind: "plate", ems: level > 1 ? 5.2 : 9, lines: over && level < 2 ? 2.9 : 1.3, cards: shares + (tiny(level) ? 0 : level > 1 ? 1 : 2), strip: 1.15, pile: false, beside: false, wraps: true, ...share(level), grow: 1,
  });
  const me = (level: Level): Zone => ({ id: "me", kind: "plate", ems: 8.5, lines: 1.3, cards: shares + (tiny(level) ? 0 : 1), strip: 1.15, pile: false, beside: true, wraps: true, ...share(level), grow: 1 });
  const rows = (perRow: number, level: Level): Tree[] =>
    Array.from({ length: Math.ceil(others.length / perRow) }, (_, row) => ({ across: others.slice(row * perRow, (row + 1) * perRow).map((seat) => plate(seat, level)), grow: 0.5 }));
  const where: Zone = { id: "where", kind: "text", ems: 17, lines: 1 };
  const target = buttons === null ? 40 : 44;
  const lots = (ratio: number, { least = target, hug = false, titled = true } = {}): Tree => ({ hug, across: (open.length > 0 ? open : LOTS).map((lot): Zone => ({ id: `lot-${lot}`, kind: "piles", count: 2, gap: 4, below: titled ? 1.2 : 0, size: { ratio: now === null ? ratio : lot === now ? (titled ? 1.4 : 1.25) * ratio : 0.7 * ratio, least }, grow: lot === now ? 1.5 : 1 })), grow: 1 });
  const small = (level: Level) => (level > 2 ? { least: Math.min(42, target), titled: false } : {});
  // In a replay, the text under the table describes the step.
  const news = (ems: number, lines: number): Zone => ({ id: "news", kind: "text", ems, lines, around: 8, grow: 1 });
  const told = (level: Level, zone: Zone): Zone[] => (buttons === null && level > 2 ? [] : [zone]);
  // At the end nothing is asked, and the cards have its place.
  const asks = buttons !== null && !over;
  const status = (ems: number, lines: number): Zone[] => (!asks ? [] : [{ id: "status", kind: "text", ems, lines, around: 4, grow: 1 }]);
  const actions: Zone[] = !asks ? [] : [{ id: "actions", kind: "buttons", sets: buttons, grow: 4 }];
  const question = (ems: number, level: Level): Zone[] => [...[...status(ems, level > 1 ? 1.1 : 1.3), ...actions].map((zone) => ({ ...zone, grow: 0 })), ...(buttons === null || level > 1 ? [] : [LEDGE])];
  // A single opponent faces the player, with the portfolio beside the name.
  const blank = (id: string): Zone => ({ id, kind: "text", ems: 1, lines: 1, grow: 1 });
  const facing = (level: Level): Tree[] => [{ across: [blank("left"), ...others.map((seat) => ({ ...plate(seat, level), beside: true, grow: 3 }) as Zone), blank("right")], even: true }];
  // On a phone a single opponent has a line, and more have two columns.
  const rivals = (level: Level): Tree[] => (others.length === 1 ? others.map((seat) => ({ ...plate(seat, level), beside: true, grow: 0 }) as Zone) : rows(others.length > 4 && level > 1 ? 3 : 2, level));
  // A low screen has the instruction beside the buttons.
  const acting = (ems: number, grow: number): Tree[] => (!asks ? [] : [{ across: [...status(ems, 2), ...actions.map((zone) => ({ ...zone, grow: 2 }))], grow }]);
  const capital = (columns: number): Zone => ({ id: "capital", kind: "grid", most: Math.max(6, notes), columns: Math.min(columns, Math.max(6, notes)), shape: NOTE, gap: 4, size: { ratio: 0.55, least: buttons === null ? 26 : 44, most: 130 }, fits: true });
  const held = (level: Level, worded = 108, columns = 3): Zone => ({ id: "tools", kind: "grid", most: Math.max(3, tools), columns, shape: TOOL, size: { ratio: level > 1 ? 1.9 : 2.3, least: level > 1 ? (buttons === null ? 52 : 70) : level > 0 ? 96 : worded, most: 470 }, fits: true });
  return [
    {
      name: "stacked", tree: (level) => ({
        down: [
          ...(level > 2 ? [] : [where]), ...rivals(level), lots(1, small(level)), ...told(level, news(16, level > 2 ? (now === null ? 2.45 : 2.05) : level > 1 ? 1.8 : level > 0 ? 2.3 : 3.2)),
          ...question(level > 1 ? 14 : 16, level), { ...me(level), grow: 0 } as Zone, capital(6), held(level, 170),
        ],
      }),
    },
    {
      // On a phone with space, a Tool in a row of its own, with its effects in words.
      name: "read", favour: 0.85, tree: (level) => (level > 0 || buttons === null ? null : { down: [where, ...rivals(level), lots(now === null ? 1 : 0.85), news(16, 2.3), ...question(16, level), { ...me(level), grow: 0 } as Zone, capital(6), { id: "tools", kind: "text", ems: 19, lines: READ * Math.max(3, tools), fill: true }] }),
    },
    {
      name: "wide", favour: 1.1, tree: (level) => (level > 0 ? null : {
        // A single opponent sits beside the player, because a separate line would be mostly empty.
        down: [...(others.length > 1 ? rows(5, level) : []), where, lots(1.15), ...(others.length > 1 ? [{ across: [me(level), news(20, 3)], grow: 0.3 }] : [{ across: [me(level), ...others.map((seat) => plate(seat, level))], grow: 0.5 }, news(20, 3)]), ...acting(16, 0.2), { across: [{ ...capital(4), grow: 1 } as Zone, { ...held(level), grow: 1.6 } as Zone] }],
      }),
    },
    {
      // The rivals opposite, the lots as a stage, the question on the axis, and the player's own cards on the rail.
      name: "stage", favour: 1.45, tree: (level) => (level > 0 || buttons === null ? null : {
        down: [
          ...(others.length > 1 ? rows(others.length > 4 ? 3 : others.length, level).map((row) => ({ ...row, grow: 0 })) : facing(level)), where, lots(1.2, { hug: true }), news(24, 2), ...question(24, level),
          { across: [{ down: [{ ...me(level), grow: 0 } as Zone, capital(6)], grow: 1 }, { id: "between", kind: "text", ems: 0, lines: 0, around: 10 }, { ...held(level), shape: TALL_TOOL, below: 8, grow: 1.4 } as Zone] },
        ],
      }),
    },
    {
      // Low and wide: the market at the left, the players at the right.
      name: "flat", favour: 0.9, tree: (level) => ({
        down: [
          { across: [{ down: [...(level > 2 ? [] : [where]), lots(0.9, small(level)), ...told(level, news(14, 2.3))], grow: 1 }, { down: rows(others.length > 4 && level > 1 ? 3 : 2, level), grow: 1 }], grow: 1 },
          { across: [me(level), ...acting(5.5, 3)] },
          { across: [{ ...capital(6), grow: 1 } as Zone, held(level, 108, Math.min(4, Math.max(3, tools)))] },
        ],
      }),
    },
    // A replay on a low screen or the smallest phone: the player's own cards share a line, or stand under the
    // lots.
    { name: "low", favour: 0.7, tree: (level) => (buttons !== null || level < 2 ? null : { across: [{ down: [lots(0.9), me(level), capital(6), held(level)], grow: 1 }, { down: rows(2, level), grow: 1 }] }) },
    { name: "tight", favour: 0.6, tree: (level) => (buttons !== null || level < 2 ? null : { down: [lots(1, { least: level > 2 ? 30 : 40 }), ...rows(2, level), { across: [me(level), { ...capital(5), grow: 1 } as Zone] }, held(level)] }) },
  ];
}
