// The actions of Speed as the server lists them, and as a player makes them.
import type { DiscardPile } from "../../house/wire";

export const PLACES: readonly DiscardPile[] = ["left", "right"];
const LETTER: Record<DiscardPile, string> = { left: "L", right: "R" };

export interface Play { card: string; pile: DiscardPile }

/** A play as the server lists it: "7c > L". */
export const listed = ({ card, pile }: Play): string => `${card} > ${LETTER[pile]}`;

/** A play with the card it is aimed at: "7c > L on 6d". */
export const withTarget = (play: Play, top: string | null): string => (top === null ? listed(play) : `${listed(play)} on ${top}`);

/** What an action plays; nothing for a flip. */
export function playOf(action: string): Play | null {
  const [, card, letter] = /^(\S+) > ([LR])/.exec(action) ?? [];
  if (card === undefined) return null;
  return { card, pile: letter === "L" ? "left" : "right" };
}

/** The piles on which a card may be played. */
export const places = (legal: readonly string[], card: string): DiscardPile[] => PLACES.filter((pile) => legal.includes(listed({ card, pile })));
