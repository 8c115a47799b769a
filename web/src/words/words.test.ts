// The words: both languages complete, places filled, refusals in words.
import { readdirSync, readFileSync } from "node:fs";
import { afterEach, describe, expect, test } from "vitest";
import enCommon from "../../../text/en/common.json";
import enPads from "../../../text/en/pad-page.json";
import enPage from "../../../text/en/page.json";
import enHint from "../../../text/en/hint-page.json";
import enPhrases from "../../../text/en/phrases-page.json";
import enReview from "../../../text/en/review-page.json";
import enSettings from "../../../text/en/settings-page.json";
import enShuffle from "../../../text/en/shuffle-page.json";
import itCommon from "../../../text/it/common.json";
import itPads from "../../../text/it/pad-page.json";
import itPage from "../../../text/it/page.json";
import itHint from "../../../text/it/hint-page.json";
import itPhrases from "../../../text/it/phrases-page.json";
import itReview from "../../../text/it/review-page.json";
import itSettings from "../../../text/it/settings-page.json";
import itShuffle from "../../../text/it/shuffle-page.json";
import games from "../book/games.json";
import { settings } from "../kit/settings.svelte";
import { count, fill, halves, money, plain, presetHelp, refusalWords, say, signed, total } from "./words";

// What every place of the page says, and what comes with the pads, the settings, the phrases, the review, the hints and the checking of shuffles.
const en = { ...enCommon, ...enPage, ...enHint, ...enPads, ...enPhrases, ...enReview, ...enSettings, ...enShuffle };
const it = { ...itCommon, ...itPage, ...itHint, ...itPads, ...itPhrases, ...itReview, ...itSettings, ...itShuffle };

const places = (sentence: string) => [...sentence.matchAll(/\{(\w+)\}/g)].map((found) => found[1]).sort();
afterEach(() => { settings.language = "en"; });

describe("catalogues", () => {
  test("have the same keys", () => expect(Object.keys(it).sort()).toEqual(Object.keys(en).sort()));
  test("have the same places in every sentence", () => {
    for (const [key, sentence] of Object.entries(en)) expect([key, places((it as Record<string, string>)[key]!)]).toEqual([key, places(sentence)]);
  });
  test("leave nothing empty", () => {
    for (const [key, sentence] of [...Object.entries(en), ...Object.entries(it)]) expect([key, sentence.trim()]).not.toEqual([key, ""]);
  });
  test("hold every key the page asks for by name", () => {
    const sources = readdirSync("src", { recursive: true, encoding: "utf8" })
      .filter((file) => /\.(svelte|ts)$/.test(file) && !file.includes(".test"))
      .map((file) => readFileSync(`src/${file}`, "utf8"));
    const asked = new Set(sources.flatMap((source) => [...source.matchAll(/\bsay\("([^"]+)"/g)].map((found) => found[1]!)));
    const counted = new Set(sources.flatMap((source) => [...source.matchAll(/\b(?:howMany|count)\("([^"]+)"/g)].flatMap((found) => [`${found[1]}.one`, `${found[1]}.many`])));
    expect(asked.size).toBeGreaterThan(80);
    expect([...asked, ...counted].filter((key) => !(key in en))).toEqual([]);
  });
});

test("every preset of every game says in both languages what it is", () => {
  const manners = games.flatMap(({ id, presets }) => presets.map((preset) => [id, preset.id] as const));
  for (const language of ["en", "it"] as const) {
    settings.language = language;
    expect(manners.filter(([game, preset]) => presetHelp(game, preset) === null)).toEqual([]);
  }
});

test("places are filled; a missing fact leaves its place visible", () => {
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
test("a code without words is still readable", () => expect(plain("captureObligation")).toBe("Capture obligation"));

describe("refusals", () => {
  const refused = { code: "illegal", reason: "must-capture", rule: "SC-R8", message: "7d can take 7c", params: { card: "seven of coins" } };
  test("are told in the reader's language when it has the words", () => {
    expect(refusalWords(refused)).toBe("Seven of coins can take, so it may not be laid.");
    settings.language = "it";
    expect(refusalWords(refused)).toMatch(/^Seven of coins può prendere/);
  });
  test("fall back on the server's sentence", () => {
    expect(refusalWords({ ...refused, reason: "never-heard-of" })).toBe("7d can take 7c");
    expect(refusalWords({ code: "options", message: "scopone is for four" })).toBe("Scopone is for four");
  });
  test("never show an unfilled place", () => {
    expect(refusalWords({ ...refused, params: {} })).toBe("7d can take 7c");
  });
});

test("less than nothing is written with one sign everywhere", () => {
  expect([halves(-1), halves(-1.5), halves(-0.5), halves(0), halves(0.5), halves(28.5), total(-1), signed(-1), money(-5, true)]).toEqual(["−1", "−1½", "−½", "0", "½", "28½", "−1", "−1", "−0.05"]);
});
