// The actions of Speed, as the server lists them and as players send them.
import type { DiscardPile } from "../../backend/wire";

export const PLACES: readonly DiscardPile[] = ["left", "right"];
const LETTER: Record<DiscardPile, string> = { left: "L", right: "R" };

export interface Play { card: string; pile: DiscardPile }

/** Returns a play as the server lists it: "7c > L". */
export const listed = ({ card, pile }: Play): string => `${card} > ${LETTER[pile]}`;

/** Returns a play with the card it is aimed at: "7c > L on 6d". */
export const withTarget = (play: Play, top: string | null): string => (top === null ? listed(play) : `${listed(play)} on ${top}`);

/** Parses the play of an action. Returns null for a flip. */
export function playOf(action: string): Play | null {
  const [, card, letter] = /^(\S+) > ([LR])/.exec(action) ?? [];
  if (card === undefined) return null;
  return { card, pile: letter === "L" ? "left" : "right" };
}

/** Returns the piles on which a card may be played. */
export const places = (legal: readonly string[], card: string): DiscardPile[] => PLACES.filter((pile) => legal.includes(listed({ card, pile })));
