// The zones of a table of Speed: the opponent's hand and stock, the piles, the news, and the player's hand
// and stock.
import { LEDGE, type Arrangement, type Zone } from "../../layout/zones";

const other = (beside: boolean, ratio = 0.42): Zone => ({ id: "other", kind: "plate", ems: 8, lines: 1.3, cards: 6.5, strip: 1.12, pile: false, beside, size: { ratio, least: 20, most: 80 } });
/** Stock, name and games won. The hand is a separate zone. */
const own = (beside: boolean, ratio = 0.42): Zone => ({ id: "own", kind: "plate", ems: beside ? 9 : 5.5, lines: 1.3, cards: 1, strip: 1, pile: false, beside, size: { ratio, least: 24, most: 80 } });
/** Width of a talon, as a share of the width of a card on the piles. */
export const TALON = 0.62;
/** Distance between the piles and the talons, in px. */
export const PILES_GAP = 12;
/** Two piles with a talon at each side. `align`: their place between the opponent and the news. */
const centre = (ratio: number, align = 0.5): Zone => ({ id: "centre", kind: "piles", count: 2 + 2 * TALON, gap: PILES_GAP, size: { ratio, least: 40 }, grow: 1, align, below: 1.2 });
const hand: Zone = { id: "hand", kind: "hand", most: 5, rows: 1, lift: 14, grow: 1 };
const edge = (id: string): Zone => ({ id, kind: "text", ems: 0, lines: 0, around: 4 });
/** The keys under the cards of the hand. */
const keys: Zone = { id: "keys", kind: "text", ems: 0, lines: 0.8 };
const news = (ems: number, lines: number): Zone => ({ id: "news", kind: "text", ems, lines });
/** The button to flip, or the actions of the selected card. */
const actions: Zone = { id: "actions", kind: "buttons", sets: [[10]] };

export const arrangements: readonly Arrangement[] = [
  // The piles are larger than the cards of the hand where they can be, and no card is at the edge.
  // They lie low, in easy reach of the thumbs.
  ...[[1.6, 0.62], [1.25, 0.5], [1.05, 0.42]].map(([ratio = 1, backs]): Arrangement => ({ name: "stacked", favour: 0.9 + 0.1 * ratio, tree: () => ({ down: [other(false, backs), { across: [edge("edge-piles-left"), centre(ratio, 1), edge("edge-piles-right")], grow: 1 }, news(18, 2), actions, LEDGE, own(true, backs), { across: [edge("edge-left"), { ...hand, grow: 1 } as Zone, edge("edge-right")] }] }) })),
  { name: "wide", favour: 1.1, tree: (level) => (level > 0 ? null : { down: [other(true), centre(1.1), news(24, 2), actions, LEDGE, { across: [{ ...own(false), along: 1 }, hand, { id: "beside", kind: "text", ems: 5, lines: 1 }], even: true, hug: true }, keys] }) },
  { name: "flat", favour: 0.95, tree: () => ({ down: [other(true), { across: [{ ...centre(1), grow: 0 } as Zone, { down: [news(9, 3), actions] }], grow: 1 }, { across: [own(false), hand], grow: 0 }] }) },
];

/** A replay has neither news nor actions. */
export const replayed: readonly Arrangement[] = [
  { name: "stacked", tree: () => ({ down: [other(false), centre(1), own(true), hand] }) },
  { name: "wide", favour: 1.05, tree: () => ({ down: [other(true), centre(1), { across: [{ ...own(false), along: 1 }, hand, { id: "beside", kind: "text", ems: 5, lines: 1 }], even: true, hug: true }] }) },
  { name: "flat", favour: 0.95, tree: () => ({ down: [other(true), { across: [own(false), { ...centre(0.95), grow: 0 } as Zone, hand], grow: 1 }] }) },
];
