// The texts: complete in both languages, all placeholders filled, refusals translated.
import { readdirSync, readFileSync } from "node:fs";
import { afterEach, describe, expect, test } from "vitest";
import games from "../book/games.json";
import { settings } from "../kit/settings.svelte";
import { presetHelp } from "./option-help";
import { count, fill, halves, money, plain, refusalWords, say, signed, texts, total } from "./words";

// The texts of the page and of all its parts: every file with such a name.
const read = (language: string): Record<string, string> =>
  Object.assign({}, ...readdirSync(`../text/${language}`).filter((file) => file === "common.json" || file.endsWith("page.json")).map((file) => JSON.parse(readFileSync(`../text/${language}/${file}`, "utf8")) as object)) as Record<string, string>;
const en = read("en");
const it = read("it");

const places = (sentence: string) => [...sentence.matchAll(/\{(\w+)\}/g)].map((found) => found[1]).sort();
afterEach(() => { settings.language = "en"; });

describe("catalogues", () => {
  test("have the same keys", () => expect(Object.keys(it).sort()).toEqual(Object.keys(en).sort()));
  test("have the same placeholders in every sentence", () => {
    for (const [key, sentence] of Object.entries(en)) expect([key, places(it[key]!)]).toEqual([key, places(sentence)]);
  });
  test("have no empty texts", () => {
    for (const [key, sentence] of [...Object.entries(en), ...Object.entries(it)]) expect([key, sentence.trim()]).not.toEqual([key, ""]);
  });
  test("speak to the player wherever they speak of another player", () => {
    for (const language of ["en", "it"] as const) {
      const keys = Object.keys(texts(language)).filter((key) => key.startsWith("log."));
      const others = keys.filter((key) => key.endsWith(".other"));
      expect(others.length).toBeGreaterThan(40);
      expect(others.filter((key) => !keys.includes(key.replace(/other$/, "you")))).toEqual([]);
    }
  });
  test("contain every key that the page uses", () => {
    const sources = readdirSync("src", { recursive: true, encoding: "utf8" })
      .filter((file) => /\.(svelte|ts)$/.test(file) && !file.includes(".test"))
      .map((file) => readFileSync(`src/${file}`, "utf8"));
    const asked = new Set(sources.flatMap((source) => [...source.matchAll(/\bsay\("([^"]+)"/g)].map((found) => found[1]!)));
    const counted = new Set(sources.flatMap((source) => [...source.matchAll(/\b(?:howMany|count)\("([^"]+)"/g)].flatMap((found) => [`${found[1]}.one`, `${found[1]}.many`])));
    expect(asked.size).toBeGreaterThan(80);
    expect([...asked, ...counted].filter((key) => !(key in en))).toEqual([]);
  });
});

test("every preset has a description in both languages", () => {
  const manners = games.flatMap(({ id, presets }) => presets.map((preset) => [id, preset.id] as const));
  for (const language of ["en", "it"] as const) {
    settings.language = language;
    expect(manners.filter(([game, preset]) => presetHelp(game, preset) === null)).toEqual([]);
  }
});

test("placeholders are filled; a missing param leaves its placeholder", () => {
  expect(fill("{name} takes {card}", { name: "Bruno" })).toBe("Bruno takes {card}");
});
test("sentences follow the language", () => {
  expect(say("turn.yours")).toBe("Your turn");
  settings.language = "it";
  expect(say("turn.yours")).toBe("Tocca a te");
});
test("one and many", () => {
  expect(count("plate.points", 1)).toBe("1 point");
  expect(count("plate.points", 0)).toBe("0 points");
});
test("an identifier without a text is readable", () => expect(plain("captureObligation")).toBe("Capture obligation"));

describe("refusals", () => {
  const refused = { code: "illegal", reason: "must-capture", rule: "SC-R8", message: "7d can take 7c", params: { card: "seven of coins" } };
  test("are translated if there is a text", () => {
    expect(refusalWords(refused)).toBe("Seven of coins can take, so it may not be laid.");
    settings.language = "it";
    expect(refusalWords(refused)).toMatch(/^Seven of coins può prendere/);
  });
  test("fall back on the server's message", () => {
    expect(refusalWords({ ...refused, reason: "never-heard-of" })).toBe("7d can take 7c");
    expect(refusalWords({ code: "options", message: "scopone is for four" })).toBe("Scopone is for four");
  });
  test("of the server are translated too", () => {
    settings.language = "it";
    for (const code of ["diverged", "not-a-pad"]) expect(refusalWords({ code, message: "in English" })).not.toBe("In English");
  });
  test("never show an unfilled placeholder", () => {
    expect(refusalWords({ ...refused, params: {} })).toBe("7d can take 7c");
  });
});

test("negative numbers use the same sign everywhere", () => {
  expect([halves(-1), halves(-1.5), halves(-0.5), halves(0), halves(0.5), halves(28.5), total(-1), signed(-1), money(-5, true)]).toEqual(["−1", "−1½", "−½", "0", "½", "28½", "−1", "−1", "−0.05"]);
});
