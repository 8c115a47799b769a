// Functions that build SVG markup.

export const cardWidth = 250;
export const cardHeight = 350;

export type Attributes = Readonly<Record<string, string | number>>;

/** Formats a number for markup, rounded to a tenth of a unit, which is finer than any screen. */
export function short(value: number): string {
  return String(Math.round(value * 10) / 10);
}

function element(name: string, attributes: Attributes, inner = ""): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${value}"`);
  return inner === "" ? `<${name}${written.join("")}/>` : `<${name}${written.join("")}>${inner}</${name}>`;
}

export function group(attributes: Attributes, inner: string): string {
  return element("g", attributes, inner);
}

export function filled(data: string, fill: string, more: Attributes = {}): string {
  return element("path", { d: data, fill, ...more });
}

export function outlined(data: string, fill: string, stroke: string, width: number): string {
  return element("path", { d: data, fill, stroke, "stroke-width": width, "stroke-linejoin": "round" });
}

export function line(data: string, stroke: string, width: number, more: Attributes = {}): string {
  return element("path", {
    d: data, fill: "none", stroke, "stroke-width": width, "stroke-linecap": "round", "stroke-linejoin": "round", ...more,
  });
}

export function circle(x: number, y: number, radius: number, fill: string, more: Attributes = {}): string {
  return element("circle", { cx: short(x), cy: short(y), r: short(radius), fill, ...more });
}

export function rectangle(x: number, y: number, width: number, height: number, more: Attributes): string {
  return element("rect", { x, y, width, height, ...more });
}

export type Placing = { readonly scale?: number | readonly [number, number]; readonly turn?: number };

/** Places a drawing around its own origin at a point of the card. */
export function placed(drawing: string, x: number, y: number, { scale = 1, turn = 0 }: Placing = {}): string {
  return group({ transform: placement(x, y, { scale, turn }) }, drawing);
}

export function placement(x: number, y: number, { scale = 1, turn = 0 }: Placing = {}): string {
  const turned = turn === 0 ? "" : ` rotate(${turn})`;
  const size = typeof scale === "number" ? `${scale}` : `${scale[0]} ${scale[1]}`;
  return `translate(${short(x)} ${short(y)})${turned}${size === "1" ? "" : ` scale(${size})`}`;
}

/** Returns a drawing and its copy rotated by 180°, for a card that reads the same from both ends. */
export function bothEnds(drawing: string): string {
  return drawing + group({ transform: `rotate(180 ${cardWidth / 2} ${cardHeight / 2})` }, drawing);
}

/** Returns small discs at many points as one path, so that a row of beads is one element. */
export function beads(points: readonly (readonly [number, number])[], radius: number): string {
  return points
    .map(([x, y]) => `M${short(x - radius)} ${short(y)}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0Z`)
    .join("");
}

/** Returns petals or rays around the origin as one path. Each is a pointed leaf between two radii. */
export function petals(count: number, inner: number, outer: number, width: number, firstAngle = 0): string {
  const leaf = (step: number): string => {
    const angle = firstAngle + (step * 2 * Math.PI) / count;
    const point = (radius: number, aside: number): string =>
      `${short(radius * Math.sin(angle) + aside * Math.cos(angle))} ${short(-radius * Math.cos(angle) + aside * Math.sin(angle))}`;
    const middle = inner + (outer - inner) * 0.55;
    return `M${point(inner, 0)}Q${point(middle, -width)} ${point(outer, 0)}Q${point(middle, width)} ${point(inner, 0)}Z`;
  };
  return Array.from({ length: count }, (_, step) => leaf(step)).join("");
}

/** Returns the card's background with a hairline, so that overlapping cards are distinct. */
export function stock(inner: string): string {
  return rectangle(0.75, 0.75, cardWidth - 1.5, cardHeight - 1.5, {
    rx: 12.5, fill: "var(--card-stock, #fffdf7)", stroke: "#000", "stroke-opacity": 0.28, "stroke-width": 1.5,
  }) + inner;
}
