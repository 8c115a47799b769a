// Widths of texts, measured once for each text.
const known = new Map<string, number>();
let context: CanvasRenderingContext2D | null | undefined;

/** Text of the second size shrinks to the smallest size, 13 of 15 px, and no further. */
export const LEAST = 0.87;

/** Returns the factor that shrinks a text to fit a width, within limits. */
export const fitting = (text: string, size: number, width: number): number => Math.max(LEAST, Math.min(1, width / (ems(text) * size)));

/** Returns the width of a text in ems, in the bold font of the interface. */
export function ems(text: string): number {
  let width = known.get(text);
  if (width === undefined) {
    if (context === undefined) {
      context = typeof document === "undefined" ? null : document.createElement("canvas").getContext("2d");
      if (context !== null) context.font = `600 100px ${getComputedStyle(document.documentElement).fontFamily}`;
    }
    width = context == null ? text.length * 0.58 : context.measureText(text).width / 100;
    known.set(text, width);
  }
  return width;
}
