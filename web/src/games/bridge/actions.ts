// The legal actions of bridge, as the server lists them, by kind.
import { readCard } from "../../cards/names";
import type { Seat, TableInfo, Trick } from "../../backend/wire";

export interface Choices { calls: Set<string>; cards: Set<string>; claims: number[]; answers: string[] }

/**
 * Groups the legal actions by kind: calls during the auction; cards, claims and answers to a claim during
 * the play.
 */
export function choices(legal: readonly string[], auction: boolean): Choices {
  const claims = legal.flatMap((action) => (action.startsWith("claim ") ? [Number(action.slice(6))] : []));
  return {
    calls: new Set(auction ? legal : []),
    cards: new Set(auction ? [] : legal.filter((action) => readCard(action) !== null)),
    claims: claims.toSorted((a, b) => a - b),
    answers: legal.filter((action) => action === "accept" || action === "refuse"),
  };
}

/** Returns the seat at the bottom: this player's, or South for a spectator, as in a printed diagram. */
export const bottomSeat = (info: TableInfo): Seat => info.you ?? 2;

/** Returns the seats clockwise from the bottom one: bottom, left, top, right. */
export const around = (bottom: number): [number, number, number, number] =>
  [bottom, (bottom + 1) % 4, (bottom + 2) % 4, (bottom + 3) % 4];

/** Returns the cards of a trick with their seats, in the order played. */
export const leadOrder = (trick: Trick): [number, string][] =>
  trick.cards.map((card, index) => [((trick.leader ?? 0) + index) % 4, card]);
