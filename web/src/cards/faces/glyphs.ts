// The characters of the indices, drawn as strokes, so that they look the same with any fonts.
import { group, line, short } from "./svg";

type Glyph = { readonly width: number; readonly data: string };

// Each character has a box of height 100. The stroke is 14 wide and stays inside the box.
const glyphs: Readonly<Record<string, Glyph>> = {
  A: { width: 68, data: "M12 93L31 7H37L56 93M20 65H48M2 93H24M44 93H66" },
  "1": { width: 46, data: "M7 24L25 9V93M8 93H41" },
  "2": { width: 62, data: "M8 31C8 15 18 7 31 7C44 7 54 15 54 29C54 49 13 66 8 93H55" },
  "3": { width: 62, data: "M9 7H52L28 40C45 40 55 51 55 66C55 82 44 93 30 93C19 93 10 87 7 77" },
  "4": { width: 66, data: "M46 93V7H43L9 68H62M33 93H59" },
  "5": { width: 62, data: "M51 7H14L11 46C17 41 24 39 31 39C46 39 55 50 55 65C55 82 44 93 30 93C19 93 10 87 7 78" },
  "6": { width: 62, data: "M51 14C47 9 41 7 35 7C17 7 7 28 7 62C7 82 17 93 31 93C46 93 55 82 55 66C55 51 46 41 32 41C19 41 9 50 7 62" },
  "7": { width: 60, data: "M7 22V7H54C38 33 27 60 25 93" },
  "8": { width: 62, data: "M31 47C19 47 11 38 11 27C11 15 19 7 31 7C43 7 51 15 51 27C51 38 43 47 31 47C16 47 7 56 7 70C7 84 16 93 31 93C46 93 55 84 55 70C55 56 46 47 31 47Z" },
  "9": { width: 62, data: "M11 86C15 91 21 93 27 93C45 93 55 72 55 38C55 18 45 7 31 7C16 7 7 18 7 34C7 49 16 59 30 59C43 59 53 50 55 38" },
  T: { width: 84, data: "M5 23L20 10V93M58 7C45 7 39 22 39 50C39 78 45 93 58 93C71 93 77 78 77 50C77 22 71 7 58 7Z" },
  J: { width: 56, data: "M40 7V68C40 85 34 93 23 93C13 93 7 86 7 74M25 7H53" },
  Q: { width: 68, data: "M34 7C17 7 7 22 7 50C7 78 17 93 34 93C51 93 61 78 61 50C61 22 51 7 34 7ZM36 68L62 95" },
  K: { width: 70, data: "M16 7V93M56 7L18 56M31 41L56 93M4 7H28M4 93H28M45 7H66M44 93H67" },
  F: { width: 58, data: "M16 93V7H52V22M16 49H42M4 93H30M4 7H16" },
  C: { width: 62, data: "M55 32C53 16 45 7 33 7C17 7 7 23 7 50C7 77 17 93 33 93C45 93 53 84 56 69" },
  R: { width: 66, data: "M16 93V7H34C48 7 55 15 55 28C55 42 47 50 33 50H16M34 50L58 93M4 93H28M4 7H16M49 93H64" },
};

function drawn(name: string, left: (width: number) => number, y: number, across: number, down: number, colour: string): string {
  const found = glyphs[name];
  if (found === undefined) throw new Error(`there is no index "${name}"`);
  return group(
    { transform: `translate(${short(left(found.width * across))} ${short(y)}) scale(${across.toFixed(3)} ${down.toFixed(3)})` },
    line(found.data, colour, 14.5, { "stroke-linecap": "butt", "stroke-linejoin": "miter" }),
  );
}

/** Returns a corner index, centred at x, with its upper edge at y. */
export function cornerIndex(name: string, x: number, y: number, height: number, colour: string): string {
  // The ten has two digits and is narrower, so that it takes little more space than the others.
  return drawn(name, (width) => x - width / 2, y, (height / 100) * (name === "T" ? 0.88 : 1), height / 100, colour);
}

/**
 * Returns the large index of a narrow card, in bold strokes. It ends above 115 units, because cards may
 * overlap that far.
 */
export function largeIndex(name: string, colour: string): string {
  return drawn(name, () => 18, 13, 1.38, 1.02, colour);
}
