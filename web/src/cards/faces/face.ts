// The markup of a card's face, by card code, pack and size.
import { parseCard, type Style } from "./card";
import { frenchFace, smallFrenchFace } from "./french";
import { italianFace, smallItalianFace } from "./italian";
import { stock } from "./svg";

const faces = { french: [frenchFace, smallFrenchFace], italian: [italianFace, smallItalianFace] } as const;

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
