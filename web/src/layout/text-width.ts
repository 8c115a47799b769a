// How wide a text is, in the size it is set in: measured once for every text.
const known = new Map<string, number>();
let context: CanvasRenderingContext2D | null | undefined;

/** How much smaller a text is set to be seen whole in a width, if a little is enough: a share of its size. */
export const fitting = (text: string, size: number, width: number): number => Math.max(0.74, Math.min(1, width / (ems(text) * size)));

/** The width of a text in ems of the interface's bold letters. */
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
