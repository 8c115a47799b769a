// Card faces: valid markup, the right number of signs, and no two alike.
import { describe, expect, it } from "vitest";
import { backMarkup } from "./backs";
import type { Style } from "../names";
import { parseCard, pipCount, ranks, suits } from "./card";
import { signColour } from "./colours";
import { court } from "./courts";
import { faceMarkup } from "./face";
import { figure } from "./figures";
import { cornerIndex, largeIndex } from "./glyphs";
import { pipSpots } from "./pips";

const styles: readonly Style[] = ["french", "italian", "italian40"];
const codes = suits.flatMap((suit) => ranks.map((rank) => `${rank}${suit}`));
const codesOf = (style: Style) => codes.filter((code) => style !== "italian40" || !/^[89T]/.test(code));
const all = styles.flatMap((style) => [false, true].flatMap((small) => codesOf(style).map((code) => ({ code, style, small }))));

/** Returns the elements of the markup in order. Throws an error if it is not well formed. */
function elements(markup: string): string[] {
  const tag = /<(\/?)([a-z]+)((?: [a-z-]+="[^"<>&]*")*)(\/?)>/y;
  const open: string[] = [];
  const found: string[] = [];
  while (tag.lastIndex < markup.length) {
    const from = tag.lastIndex;
    const match = tag.exec(markup);
    if (match === null) throw new Error(`not a tag: ${markup.slice(from, from + 60)}`);
    const [whole, closing, name, attributes, alone] = match as unknown as [string, string, string, string, string];
    const names = [...attributes.matchAll(/ ([a-z-]+)=/g)].map(([, attribute]) => attribute);
    if (new Set(names).size !== names.length) throw new Error(`duplicate attribute: ${whole}`);
    if (closing === "/") {
      if (open.pop() !== name) throw new Error(`closing tag without an opening one: ${whole}`);
      continue;
    }
    found.push(whole);
    if (alone === "") open.push(name);
  }
  if (open.length > 0) throw new Error(`unclosed tags: ${open.join(" ")}`);
  return found;
}

const signs = (markup: string): string[] => elements(markup).filter((tag) => tag.includes(' class="pip"'));

describe("a card code", () => {
  it("is parsed into rank and suit", () => {
    expect(parseCard("7d")).toEqual({ rank: "7", suit: "d" });
    expect(parseCard("Th")).toEqual({ rank: "T", suit: "h" });
    expect(parseCard("As")).toEqual({ rank: "A", suit: "s" });
  });

  it.each(["", "7", "d", "7D", "ad", "1d", "10d", "7dd", " 7d", "d7", "7x", "??"])('"%s" is rejected, and the error names it', (code) => {
    expect(() => parseCard(code)).toThrow(`"${code}" is not a card`);
    for (const style of styles) expect(() => faceMarkup(code, style, false)).toThrow(`"${code}" is not a card`);
  });
});

describe("every face", () => {
  it.each(all)("$code $style small=$small is valid", ({ code, style, small }) => {
    const markup = faceMarkup(code, style, small);
    const drawn = elements(markup);
    expect(drawn.length).toBeLessThan(pipCount(parseCard(code).rank) === 0 ? 150 : 80);
    expect(markup).not.toMatch(/NaN|undefined|Infinity|null/);
    // Ids would collide between cards on one page, and a strict content policy forbids style attributes.
    expect(markup).not.toMatch(/ (id|style|href)=|<text|<image/);
  });

  it.each(styles)("differs from every other face of the %s pack", (style) => {
    const markups = all.filter((face) => face.style === style).map(({ code, small }) => faceMarkup(code, style, small));
    expect(new Set(markups).size).toBe(2 * codesOf(style).length);
  });

  it("differs between the French and the Italian pack", () => {
    const markups = (style: Style) => codes.flatMap((code) => [faceMarkup(code, style, false), faceMarkup(code, style, true)]);
    expect(new Set([...markups("french"), ...markups("italian")]).size).toBe(2 * 2 * 52);
  });

  it("of a deck of forty has the value of a figure as its index, and is otherwise the Italian one", () => {
    for (const code of codesOf("italian40")) {
      const { rank, suit } = parseCard(code);
      const [initial, value] = { J: ["F", "8"], Q: ["C", "9"], K: ["R", "T"] }[rank as string] ?? ["", ""];
      const exchanged = (index: (name: string) => string, small: boolean) => {
        const italian = faceMarkup(code, "italian", small);
        return initial === "" ? italian : italian.replaceAll(index(initial!), index(value!));
      };
      expect(faceMarkup(code, "italian40", false) === exchanged((name) => cornerIndex(name, 29, 20, 34, signColour[suit]), false), code).toBe(true);
      expect(faceMarkup(code, "italian40", true) === exchanged((name) => largeIndex(name, signColour[suit]), true), code).toBe(true);
    }
    expect(faceMarkup("Jd", "italian40", false)).not.toBe(faceMarkup("Jd", "italian", false));
  });
});

describe("the pips of a face", () => {
  it.each(styles)("equal the rank in number in the %s pack", (style) => {
    for (const code of codes) {
      const count = pipCount(parseCard(code).rank);
      expect(signs(faceMarkup(code, style, false)), code).toHaveLength(count);
    }
  });

  it.each(styles)("do not overlap on the %s cards", (style) => {
    for (const code of codes) {
      const transforms = signs(faceMarkup(code, style, false)).map((tag) => /transform="([^"]*)"/.exec(tag)?.[1]);
      expect(new Set(transforms).size, code).toBe(transforms.length);
    }
  });

  it("are one on a small face, with one index", () => {
    for (const style of styles) for (const code of codes) expect(signs(faceMarkup(code, style, true)), code).toHaveLength(1);
  });

  it("point down in the lower half of a French card and up elsewhere", () => {
    for (const code of codes.filter((each) => pipCount(parseCard(each).rank) > 1)) {
      for (const tag of signs(faceMarkup(code, "french", false))) {
        const y = Number(/translate\([\d.]+ ([\d.]+)\)/.exec(tag)?.[1]);
        expect(tag.includes("rotate(180)"), `${code} at ${y}`).toBe(y > 175);
      }
    }
  });

  it("are mirrored left to right, and are the same upside down except the odd pip of a seven", () => {
    for (const [count, spots] of Object.entries(pipSpots)) {
      const keys = spots.map(([x, y]) => `${Math.round(x)} ${Math.round(y)}`).sort();
      expect(spots.map(([x, y]) => `${Math.round(250 - x)} ${Math.round(y)}`).sort()).toEqual(keys);
      if (count !== "7") expect(spots.map(([x, y]) => `${Math.round(250 - x)} ${Math.round(350 - y)}`).sort()).toEqual(keys);
    }
  });
});

describe("shapes without their colours", () => {
  const shapes = (markup: string): string => markup.replace(/ (fill|stroke)="[^"]*"/g, "");

  it("are distinct without colours", () => {
    for (const style of styles) {
      for (const small of [false, true]) {
        const known = new Set(codesOf(style).map((code) => shapes(faceMarkup(code, style, small))));
        expect(known.size, `${style} small=${small}`).toBe(codesOf(style).length);
      }
    }
  });

  it("differ between the three court cards of a suit", () => {
    for (const suit of suits) {
      expect(new Set((["J", "Q", "K"] as const).map((rank) => shapes(court(rank, suit)))).size).toBe(3);
      expect(new Set((["J", "Q", "K"] as const).map((rank) => shapes(figure(rank, suit)))).size).toBe(3);
    }
  });
});

describe("a back", () => {
  it("is valid and different in each pack", () => {
    for (const style of styles) expect(elements(backMarkup(style)).length).toBeLessThan(30);
    expect(backMarkup("french")).not.toBe(backMarkup("italian"));
  });
});
