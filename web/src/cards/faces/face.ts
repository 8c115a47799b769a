// The markup of a card's face, by card code, pack and size.
import type { Style } from "../names";
import { parseCard, type Card } from "./card";
import { frenchFace, smallFrenchFace } from "./french";
import { initials, italianFace, smallItalianFace, values } from "./italian";
import { stock } from "./svg";

type Draw = (card: Card) => string;
const faces: Readonly<Record<Style, readonly [Draw, Draw]>> = {
  french: [frenchFace, smallFrenchFace],
  italian: [(card) => italianFace(card, initials), (card) => smallItalianFace(card, initials)],
  italian40: [(card) => italianFace(card, values), (card) => smallItalianFace(card, values)],
};

// Cache: a face never changes.
const drawn = new Map<string, string>();

export function faceMarkup(code: string, style: Style, small: boolean): string {
  const key = `${code} ${style} ${small}`;
  const known = drawn.get(key);
  if (known !== undefined) return known;
  const markup = stock(faces[style][small ? 1 : 0](parseCard(code)));
  drawn.set(key, markup);
  return markup;
}
