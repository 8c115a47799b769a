// The faces of the Italian pack: coins, cups, swords and batons, figures, and the small face for narrow cards.
import { pipCount, type Card, type Rank, type Suit } from "./card";
import { signColour } from "./colours";
import { figure } from "./figures";
import { cornerIndex, largeIndex } from "./glyphs";
import { aceSign, emblem, sign } from "./signs";
import { bothEnds, group, placement, rectangle, type Placing } from "./svg";
import type { Spot } from "./pips";

type Place = { readonly spot: Spot; readonly placing: Placing };

const across = (y: number, ...columns: number[]): Spot[] => columns.map((x): Spot => [x, y]);

// Coins and cups stand upright in open order. Fewer signs are larger.
const roundSpots: Readonly<Record<number, { readonly scale: number; readonly spots: readonly Spot[] }>> = {
  2: { scale: 1.1, spots: [...across(102, 125), ...across(248, 125)] },
  3: { scale: 0.86, spots: [...across(76, 125), ...across(175, 125), ...across(274, 125)] },
  4: { scale: 0.8, spots: [...across(98, 83, 167), ...across(252, 83, 167)] },
  5: { scale: 0.76, spots: [...across(84, 82, 168), ...across(175, 125), ...across(266, 82, 168)] },
  6: { scale: 0.76, spots: [...across(76, 84, 166), ...across(175, 84, 166), ...across(274, 84, 166)] },
  7: { scale: 0.64, spots: [...across(66, 84, 166), ...across(118, 125), ...across(170, 84, 166), ...across(274, 84, 166)] },
  8: { scale: 0.6, spots: [...across(66, 84, 166), ...across(120, 125), ...across(175, 84, 166), ...across(230, 125), ...across(284, 84, 166)] },
  9: { scale: 0.52, spots: [82, 175, 268].flatMap((y) => across(y, 71, 125, 179)) },
  10: { scale: 0.54, spots: [...across(62, 84, 166), ...across(99, 125), ...across(137, 84, 166), ...across(213, 84, 166), ...across(251, 125), ...across(288, 84, 166)] },
};

// Swords and batons stand in rows. Those in the lower half point down.
const longRows: Readonly<Record<number, readonly (readonly number[])[]>> = {
  4: [[92, 158], [92, 158]],
  5: [[82, 168], [125], [82, 168]],
  6: [[80, 125, 170], [80, 125, 170]],
  7: [[92, 158], [80, 125, 170], [92, 158]],
  8: [[80, 125, 170], [98, 152], [80, 125, 170]],
  9: [[80, 125, 170], [80, 125, 170], [80, 125, 170]],
  10: [[80, 125, 170], [71, 107, 143, 179], [80, 125, 170]],
};

function longPlaces(count: number): Place[] {
  const crossed = (turn: number): Place => ({ spot: [125, 178], placing: { scale: [2.05, 2.45], turn } });
  if (count === 2) return [crossed(-27), crossed(27)];
  if (count === 3) return [crossed(-33), crossed(33), crossed(0)];
  const rows = longRows[count]!;
  // Five are four with one between them, so their rows may overlap and the signs are longer.
  const [height, step] = rows.length === 2 ? [1.36, 148] : count === 5 ? [1.2, 88] : [0.93, 102];
  return rows.flatMap((columns, row) => {
    const y = 175 + (row - (rows.length - 1) / 2) * step;
    const width = columns.length < 3 ? Math.max(1.2, height) : columns.length === 3 ? 1.02 : 0.86;
    return columns.map((x): Place => ({ spot: [x, y], placing: { scale: [width, height], turn: y > 175 ? 180 : 0 } }));
  });
}

function places(suit: Suit, count: number): readonly Place[] {
  if (suit === "s" || suit === "c") return longPlaces(count);
  const { scale, spots } = roundSpots[count]!;
  // A cup looks larger than a coin of the same size, so it is drawn a little smaller.
  return spots.map((spot) => ({ spot, placing: { scale: suit === "h" ? scale * 0.93 : scale } }));
}

function pip(drawing: string, [x, y]: Spot, placing: Placing): string {
  return group({ class: "pip", transform: placement(x, y, placing) }, drawing);
}

/** Corner indices that differ from the rank. */
type Indices = Readonly<Partial<Record<Rank, string>>>;

/** Indices with the initials of the figures, for packs that also have 8, 9 and 10. */
export const initials: Indices = { A: "1", J: "F", Q: "C", K: "R" };
/** Indices with the values of the figures, for decks of forty. */
export const values: Indices = { A: "1", J: "8", Q: "9", K: "T" };

function corner({ rank, suit }: Card, indices: Indices): string {
  return cornerIndex(indices[rank] ?? rank, 29, 20, 34, signColour[suit]) + emblem(suit, 29, 75, 0.28);
}

export function italianFace(card: Card, indices: Indices): string {
  const { rank, suit } = card;
  const middle = rank === "J" || rank === "Q" || rank === "K"
    ? figure(rank, suit)
    : rank === "A"
      ? pip(aceSign(suit), [125, 175], {})
      : places(suit, pipCount(rank)).map(({ spot, placing }) => pip(sign(suit), spot, placing)).join("");
  const frame = rectangle(10, 10, 230, 330, { rx: 7, fill: "none", stroke: signColour[suit], "stroke-width": 1.6 });
  return frame + middle + bothEnds(corner(card, indices));
}

/**
 * Returns a large index over a large sign, both at the left, so that they are visible in an overlapped hand.
 */
export function smallItalianFace({ rank, suit }: Card, indices: Indices): string {
  return largeIndex(indices[rank] ?? rank, signColour[suit]) + group({ class: "pip" }, emblem(suit, 112, 232, 1.76));
}
