// The actions of Speed as the server lists them, and as a player makes them.
import type { Place } from "../../wire";

export const PLACES: readonly Place[] = ["left", "right"];
const LETTER: Record<Place, string> = { left: "L", right: "R" };

export interface Play { card: string; place: Place }

/** A play as the server lists it: "7c > L". */
export const listed = ({ card, place }: Play): string => `${card} > ${LETTER[place]}`;

/** A play with the card it is aimed at: "7c > L on 6d". */
export const aimed = (play: Play, top: string | null): string => (top === null ? listed(play) : `${listed(play)} on ${top}`);

/** What an action plays; nothing for a flip. */
export function playOf(action: string): Play | null {
  const [, card, letter] = /^(\S+) > ([LR])/.exec(action) ?? [];
  if (card === undefined) return null;
  return { card, place: letter === "L" ? "left" : "right" };
}

/** The piles on which a card may be played. */
export const places = (legal: readonly string[], card: string): Place[] => PLACES.filter((place) => legal.includes(listed({ card, place })));
