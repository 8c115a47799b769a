import { expect, test } from "vitest";
import type { Said } from "../../backend/wire";
import { saidInWords } from "./said";

const anything = { least: 0, most: 13 };
const nothing: Said = { kind: "natural", forcing: "no", points: { least: 0, most: 40 }, lengths: [anything, anything, anything, anything] };

test("a call without a meaning has no text", () => {
  expect(saidInWords(nothing)).toBe("");
});

test("points, suits and forcing are described", () => {
  const spades: Said = { kind: "limit-raise", forcing: "invites", points: { least: 10, most: 12 }, lengths: [anything, anything, anything, { least: 4, most: 13 }] };
  expect(saidInWords(spades)).toBe("support, and a choice · 10–12 points · 4 or more spades · invites");
  expect(saidInWords({ ...nothing, kind: "shortness", points: { least: 0, most: 23 }, lengths: [{ least: 0, most: 1 }, anything, anything, anything] })).toBe("short in this suit · at most 23 points · at most 1 clubs");
  expect(saidInWords({ ...nothing, points: { least: 15, most: 40 }, lengths: [anything, { least: 6, most: 6 }, anything, anything] })).toBe("15 points or more · 6 diamonds");
});
