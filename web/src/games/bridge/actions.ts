// The legal actions of bridge as the server lists them, by what they are.
import { readCard } from "../../cards/names";
import type { Seat, TableInfo, Trick } from "../../house/wire";

export interface Choices { calls: Set<string>; cards: Set<string>; claims: number[]; answers: string[] }

/** In the auction everything is a call; afterwards cards, claims and answers. */
export function choices(legal: readonly string[], auction: boolean): Choices {
  const claims = legal.flatMap((action) => (action.startsWith("claim ") ? [Number(action.slice(6))] : []));
  return {
    calls: new Set(auction ? legal : []),
    cards: new Set(auction ? [] : legal.filter((action) => readCard(action) !== null)),
    claims: claims.toSorted((a, b) => a - b),
    answers: legal.filter((action) => action === "accept" || action === "refuse"),
  };
}

/** The seat at the bottom: ours, or for whoever is no player South's, as a diagram is printed. */
export const bottomSeat = (info: TableInfo): Seat => info.you ?? 2;

/** The seats clockwise from the one at the bottom: bottom, left, top, right. */
export const around = (bottom: number): [number, number, number, number] =>
  [bottom, (bottom + 1) % 4, (bottom + 2) % 4, (bottom + 3) % 4];

/** The cards of a trick with the seats they came from, in the order played. */
export const leadOrder = (trick: Trick): [number, string][] =>
  trick.cards.map((card, index) => [((trick.leader ?? 0) + index) % 4, card]);
