// The faces of the French pack: pips, aces and courts in four suit colours, and the small face for narrow cards.
import { pipCount, type Card, type Suit } from "./card";
import { suitColour } from "./colours";
import { court } from "./courts";
import { cornerIndex, largeIndex } from "./glyphs";
import { pipSpots, suitPath } from "./pips";
import { bothEnds, filled, placement, type Placing } from "./svg";

function sign(suit: Suit, x: number, y: number, placing: Placing, name?: string): string {
  return filled(suitPath[suit], suitColour[suit], {
    ...(name === undefined ? {} : { class: name }),
    transform: placement(x, y, placing),
  });
}

function corner({ rank, suit }: Card): string {
  return cornerIndex(rank, 27, 15, 44, suitColour[suit]) + sign(suit, 27, 81, { scale: 0.32 });
}

function pips({ rank, suit }: Card): string {
  return pipSpots[pipCount(rank)]!
    .map(([x, y]) => sign(suit, x, y, { scale: 0.49, turn: y > 175 ? 180 : 0 }, "pip"))
    .join("");
}

function ace(suit: Suit): string {
  const inlay = suit === "s"
    ? filled(suitPath.s, "none", { transform: placement(125, 178, { scale: 1.24 }), stroke: "#fffdf7", "stroke-width": 2 }) + sign("s", 125, 180, { scale: 0.1 })
    : "";
  return sign(suit, 125, 175, { scale: suit === "s" ? 1.55 : 1.2 }, "pip") + inlay;
}

export function frenchFace(card: Card): string {
  const { rank, suit } = card;
  const middle = rank === "J" || rank === "Q" || rank === "K" ? court(rank, suit) : rank === "A" ? ace(suit) : pips(card);
  return middle + bothEnds(corner(card));
}

/**
 * Returns a large index over a large sign, both at the left, so that they are visible in an overlapped hand.
 */
export function smallFrenchFace({ rank, suit }: Card): string {
  return largeIndex(rank, suitColour[suit]) + sign(suit, 112, 231, { scale: 1.76 }, "pip");
}
