// Contrast of the design tokens: text on felt of every cloth, on light and dark paper, and on what stays light.
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const css = readFileSync("src/kit/tokens.css", "utf8");

/** The tokens of the rules whose selector contains `selector`, over those of `base`. */
function tokens(selector: string, base: ReadonlyMap<string, string> = new Map()): Map<string, string> {
  const found = new Map(base);
  for (const [, rule, body] of css.matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
    if (!rule!.split(",").some((one) => one.trim().replace(/^.*\*\/\s*/s, "") === selector)) continue;
    for (const [, name, value] of body!.matchAll(/(--[\w-]+):\s*([^;]+);/g)) found.set(name!, value!);
  }
  return found;
}

type Colour = readonly [number, number, number, number];

function colour(value: string): Colour {
  const hex = /^#([0-9a-f]{3,8})$/.exec(value)?.[1];
  if (hex === undefined) throw new Error(`${value} is not a colour`);
  const wide = hex.length < 6 ? [...hex].map((digit) => digit + digit).join("") : hex;
  const [red, green, blue, alpha] = [0, 2, 4, 6].map((at) => (at < wide.length ? parseInt(wide.slice(at, at + 2), 16) / 255 : 1));
  return [red!, green!, blue!, alpha!];
}

const over = (top: Colour, below: Colour): Colour => [0, 1, 2, 3].map((part) => (part === 3 ? 1 : top[part]! * top[3] + below[part]! * (1 - top[3]))) as unknown as Colour;
const luminance = (of: Colour): number => {
  const [red, green, blue] = of.map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
};
/** The contrast of `text` on the first of `grounds`, which lie one on the other. */
function contrast(all: ReadonlyMap<string, string>, text: string, ...grounds: string[]): number {
  const of = (name: string) => colour(all.get(name) ?? "no token");
  const ground = grounds.map(of).reduceRight((below, top) => over(top, below));
  const [light, dark] = [luminance(over(of(text), ground)), luminance(ground)].sort((a, b) => b - a);
  return (light! + 0.05) / (dark! + 0.05);
}

const usual = tokens(":root");
const CLOTHS = { green: usual, ...Object.fromEntries(["blue", "red", "dark"].map((cloth) => [cloth, tokens(`:root[data-cloth="${cloth}"]`, usual)])) };

test.each(Object.entries(CLOTHS))("text is legible on the lightest felt and on every veil: %s", (_, all) => {
  for (const ground of ["--felt-light", "--felt", "--felt-edge", "--rail", "--room"]) {
    for (const text of ["--text", "--text-soft", "--gold", "--alt"]) expect(contrast(all, text, ground), `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5);
  }
  for (const shade of ["--shade-1", "--shade-2", "--shade-3"]) expect(contrast(all, "--text-soft", shade, "--felt-light"), shade).toBeGreaterThanOrEqual(4.5);
  expect(contrast(all, "--wrong-light", "--shade-1", "--felt-light")).toBeGreaterThanOrEqual(4.5);
  expect(contrast(all, "--text", "--veil-1", "--felt-light")).toBeGreaterThanOrEqual(4.5);
  expect(contrast(all, "--brass", "--felt-light")).toBeGreaterThanOrEqual(3);
});

test.each([["light", usual], ["dark", tokens("[data-dark] .paper", usual)]])("text is legible on paper: %s", (_, all) => {
  for (const text of ["--ink", "--ink-soft", "--accent", "--wrong"]) {
    expect(contrast(all, text, "--paper"), text).toBeGreaterThanOrEqual(4.5);
    expect(contrast(all, text, "--tint", "--paper"), `${text} on a tint`).toBeGreaterThanOrEqual(4.5);
  }
  expect(contrast(all, "--ink", "--field")).toBeGreaterThanOrEqual(4.5);
  expect(contrast(all, "--on-accent", "--accent")).toBeGreaterThanOrEqual(4.5);
});

test.each([
  ["--on-gold", "--gold"], ["--on-gold", "--gold-light"], ["--on-gold", "--card"], ["--on-light", "--ivory"], ["--on-light", "--mint"], ["--on-light", "--faint"],
  ["--on-notice", "--notice"], ["--notice-line", "--card"], ["--wrong-deep", "--wrong-soft"], ["--wrong-deep", "--wrong-light"], ["--white", "--bad"], ["--white", "--good"], ["--white", "--redouble"],
  ["--white", "--neutral"], ["--white", "--off"], ["--good-deep", "--note"], ["--tool-ink", "--tool"], ["--tool-soft", "--tool"], ["--tool-light", "--tool-alt"], ["--share-text", "--share"],
])("%s is legible on %s", (text, ground) => {
  expect(contrast(usual, text, ground)).toBeGreaterThanOrEqual(4.5);
});

test("signs of suits are legible on cards and on gold buttons", () => {
  const fours = tokens("[data-four-colours]", tokens(":root", usual));
  const gold = tokens("[data-four-colours] .choice.first", tokens(".choice.first", fours));
  for (const suit of ["--suit-spade", "--suit-heart", "--suit-diamond", "--suit-club"]) {
    expect(contrast(fours, suit, "--card"), suit).toBeGreaterThanOrEqual(4.5);
    expect(contrast(gold, suit, "--gold"), suit).toBeGreaterThanOrEqual(4.5);
  }
});

test("every token that a component uses exists", () => {
  const used = new Map<string, string>();
  const set = new Set(usual.keys());
  for (const [, name] of css.matchAll(/(--[\w-]+):/g)) set.add(name!);
  const components = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".svelte"));
  for (const file of [...components, "kit/page.css"].map((name) => `src/${name}`)) {
    const text = readFileSync(file, "utf8");
    for (const [, name] of text.matchAll(/(--[\w-]+)(?::|=)/g)) set.add(name!);
    for (const [, name] of text.matchAll(/var\((--[\w-]+)\)/g)) used.set(name!, file);
  }
  expect([...used].filter(([name]) => !set.has(name))).toEqual([]);
});
