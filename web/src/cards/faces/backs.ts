// The backs of the two packs, in the player's colour: a quiet pattern in a light frame.
import type { Style } from "../names";
import type { Spot } from "./pips";
import { beads, cardHeight, cardWidth, circle, filled, line, petals, placed, rectangle, short, stock } from "./svg";

const inset = 14;
const edge = 23;
const width = cardWidth - 2 * edge;
const height = cardHeight - 2 * edge;

function grid(columns: number, rows: number): Spot[] {
  return Array.from({ length: columns * rows }, (_, index): Spot => [
    edge + ((index % columns) + 0.5) * (width / columns),
    edge + (Math.floor(index / columns) + 0.5) * (height / rows),
  ]);
}

// A pattern is one path of equal figures with relative coordinates. It is short, because a table shows many
// backs.
function pattern(spots: readonly Spot[], rise: number, figure: string): string {
  return spots.map(([x, y]) => `M${short(x)} ${short(y - rise)}${figure}`).join("");
}

function lozenges(columns: number, rows: number): string {
  const aside = short(width / columns / 2);
  const up = short(height / rows / 2);
  return pattern(grid(columns, rows), height / rows / 2, `l${aside} ${up}l-${aside} ${up}l-${aside}-${up}z`);
}

function blossoms(columns: number, rows: number): string {
  const petal = (x: number, y: number): string => `q${x} ${8 * y} ${10 * x} ${10 * y}q${-2 * x} ${-9 * y} ${-10 * x} ${-10 * y}`;
  return pattern(grid(columns, rows), 0, petal(1, 1) + petal(1, -1) + petal(-1, 1) + petal(-1, -1));
}

function frames(fill: string, light: string): string {
  return rectangle(inset, inset, cardWidth - 2 * inset, cardHeight - 2 * inset, { rx: 6, fill }) +
    rectangle(inset + 4.5, inset + 4.5, cardWidth - 2 * inset - 9, cardHeight - 2 * inset - 9, { rx: 3, fill: "none", stroke: light, "stroke-width": 1.8 });
}

function medallion(fill: string, light: string, rosette: string): string {
  return placed(circle(0, 0, 34, fill, { stroke: light, "stroke-width": 1.8 }) + filled(rosette, light) + circle(0, 0, 5, fill, { stroke: light, "stroke-width": 1.8 }), cardWidth / 2, cardHeight / 2);
}

interface Colours { readonly ground: string; readonly light: string; readonly line: string; readonly dot: string }

const COLOURS = {
  blue: { ground: "#1f3a63", light: "#c3d0e4", line: "#5274a6", dot: "#7f9bc4" },
  red: { ground: "#781c24", light: "#ecd0b0", line: "#a0454b", dot: "#c07a72" },
  green: { ground: "#1d4d35", light: "#d3e2c4", line: "#4f8465", dot: "#86b08f" },
  black: { ground: "#2b2b30", light: "#dad4c6", line: "#5c5c64", dot: "#8d8a88" },
} satisfies Record<string, Colours>;
export type BackColour = keyof typeof COLOURS;

type Pattern = (colours: Colours) => string;
const italian: Pattern = ({ ground, light, line: drawn }) => stock(
  frames(ground, light) + filled(blossoms(9, 13), drawn) + medallion(ground, light, petals(16, 12, 30, 4)),
);
const patterns: Readonly<Record<Style, Pattern>> = {
  french: ({ ground, light, line: drawn, dot }) => stock(
    frames(ground, light) + line(lozenges(10, 14), drawn, 1.5) + filled(beads(grid(10, 14), 2.3), dot) + medallion(ground, light, petals(8, 3, 28, 7)),
  ),
  italian,
  italian40: italian,
};
const usual: Readonly<Record<Style, BackColour>> = { french: "blue", italian: "red", italian40: "red" };
const known = new Map<string, string>();

/** Returns the back of a pack, in the chosen colour or its own. */
export function backMarkup(style: Style, chosen: BackColour | "game" = "game"): string {
  const colour = chosen === "game" ? usual[style] : chosen;
  const key = `${style} ${colour}`;
  if (!known.has(key)) known.set(key, patterns[style](COLOURS[colour]));
  return known.get(key)!;
}
