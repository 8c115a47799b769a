// Drafts of entries: the rest of a sum, the fields asked, and the resulting entry.
import { expect, test } from "vitest";
import type { Field } from "./client";
import { asked, beginnings, figures, isRare, stepped, typed, written } from "./draft";

const field = (more: object): Field => ({ name: "cards", kind: "number", min: 0, max: 40, who: "sides", optional: false, sum: 40, late: false, ...more }) as Field;
const CARDS = field({});
const SWEEPS = field({ name: "sweeps", max: 36, sum: null });

test("the rest follows from the sum if one figure is missing", () => {
  expect(figures(CARDS, {}, 2)).toEqual([null, null]);
  expect(figures(CARDS, { cards: [21, null] }, 2)).toEqual([21, 19]);
  expect(figures(CARDS, { cards: [null, 10, 8] }, 3)).toEqual([22, 10, 8]);
  expect(figures(CARDS, { cards: [null, null, 8] }, 3)).toEqual([null, null, 8]);
  expect(figures(CARDS, { cards: [21, 21] }, 2)).toEqual([21, 21]);
  expect(figures(CARDS, { cards: [41, null] }, 2)).toEqual([41, 0]);
});
test("figures without a sum default to 0", () => {
  expect(figures(SWEEPS, {}, 2)).toEqual([0, 0]);
  expect(figures(SWEEPS, { sweeps: [null, 2] }, 2)).toEqual([0, 2]);
  expect(figures({ ...SWEEPS, optional: true }, {}, 2)).toEqual([null, null]);
});
test("invalid drafts are empty", () => {
  expect(typed(CARDS, { cards: "21" }, 2)).toEqual([null, null]);
  expect(typed(CARDS, { cards: [21, "x"] }, 2)).toEqual([21, null]);
});
test("stepping begins near the usual figure and stays within the limits", () => {
  expect(stepped(CARDS, null, 1, 2)).toBe(20);
  expect(stepped(CARDS, 20, -1, 2)).toBe(19);
  expect(stepped(SWEEPS, null, 1, 2)).toBe(1);
  expect([stepped(CARDS, 40, 1, 2), stepped(CARDS, 0, -1, 2)]).toEqual([40, 0]);
});
test("unnecessary fields are neither asked nor written", () => {
  const form = [
    field({ name: "ended", kind: "choice", words: ["knock", "blitz"], who: "hand", sum: null }),
    field({ name: "knocker", kind: "seat", of: [0, 1], who: "hand", sum: null, optional: true, when: { field: "ended", is: ["knock"] } }),
    field({ name: "values", kind: "half", who: "seats", sum: null, optional: true }),
    field({ name: "losers", kind: "someSeats", of: [0, 1], who: "hand", sum: null, optional: true, unless: "values" }),
    field({ name: "right", kind: "flag", who: "hand", sum: null, optional: true, when: { field: "knocker", is: [] } }),
  ];
  const names = (draft: object) => asked(form, { ...draft }).map(({ name }) => name);
  expect(names({})).toEqual(["ended", "values", "losers"]);
  expect(names({ ended: "knock" })).toEqual(["ended", "knocker", "values", "losers"]);
  expect(names({ ended: "knock", knocker: 0 })).toContain("right");
  expect(names({ ended: "blitz", values: [31, null] })).toEqual(["ended", "values"]);
  expect(written(form, { ended: "blitz", knocker: 1, losers: [0] }, 2, 2).entry).toEqual({ ended: "blitz", losers: [0] });
});
test("the first missing field is named", () => {
  const form = [CARDS, SWEEPS];
  expect(written(form, {}, 2, 2).missing?.name).toBe("cards");
  expect(written(form, { cards: [21, null] }, 2, 2)).toEqual({ entry: { cards: [21, 19], sweeps: [0, 0] }, missing: null });
  const deadwood = field({ name: "deadwood", who: "seats", sum: null, optional: true });
  expect(written([deadwood], {}, 2, 2)).toEqual({ entry: {}, missing: null });
  expect(written([deadwood], { deadwood: [4, null] }, 2, 2).missing?.name).toBe("deadwood");
});
test("values are written as tapped, and some may be missing", () => {
  const portfolio = field({ name: "portfolio", kind: "values", of: [12, 3, -2], who: "seats", sum: null, optional: true });
  const capital = field({ name: "capital", who: "seats", sum: null, optional: true, late: true });
  const draft = { portfolio: [[12, -2], []], capital: [4, null] };
  expect(written([portfolio, capital], draft, 2, 2)).toEqual({ entry: draft, missing: null });
  expect(written([portfolio], {}, 2, 2)).toEqual({ entry: {}, missing: null });
});
test("rarely needed fields are folded", () => {
  expect(isRare(field({ kind: "order", sides: 2, optional: true, late: true }))).toBe(true);
  expect(isRare(field({ name: "worth", who: "seats", sum: null, optional: true, unless: "portfolio" }))).toBe(true);
  // The values of the hands are the safer way to determine the loser.
  expect(isRare(field({ name: "values", kind: "half", min: 2, max: 31, who: "seats", sum: null, optional: true }))).toBe(false);
  expect(isRare(field({ name: "losers", kind: "someSeats", of: [0, 1], sum: null, optional: true, unless: "values" }))).toBe(false);
  expect(isRare(CARDS)).toBe(false);
});

test("a field is not asked if the answer it depends on is unnecessary", () => {
  const form = [
    field({ name: "kind", kind: "choice", who: "hand", sum: null }),
    field({ name: "honors", kind: "oneOf", who: "hand", sum: null, optional: true, when: { field: "kind", is: ["played"] } }),
    field({ name: "honorsSeat", kind: "seat", who: "hand", sum: null, when: { field: "honors", is: ["100", "150"] } }),
  ];
  const names = (draft: object) => asked(form, draft as never).map(({ name }) => name);
  expect(names({ kind: "played", honors: 100 })).toEqual(["kind", "honors", "honorsSeat"]);
  expect(names({ kind: "adjustment", honors: 100 })).toEqual(["kind"]);
});

test("the usual ending of a hand is the default", () => {
  const kind = field({ name: "kind", kind: "choice", words: ["played", "passedOut"], who: "hand", sum: null });
  expect(beginnings([kind, CARDS])).toEqual({ kind: "played" });
  expect(beginnings([CARDS, kind])).toEqual({});
  expect(beginnings([])).toEqual({});
  const worth = field({ name: "values", kind: "half", min: 2, max: 31, who: "seats", sum: null });
  expect([stepped(worth, null, 1, 3), stepped(worth, 21, 1, 3)]).toEqual([21, 22]);
});
