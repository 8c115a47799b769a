// The pads on this device.
import { beforeEach, expect, test } from "vitest";
import { card, draft, keepCard, keepDraft, keepPad, keyOf, padText, remove, shelf } from "./shelf";

const opening = { id: "1@a", at: "2026-11-21T20:00:00Z", do: "open", game: "scopa", players: ["Anna", "Bruno"], dealer: 0 };
const text = JSON.stringify({ format: "parlour-pad/1", operations: [opening] });
beforeEach(() => localStorage.clear());

test("the list shows games and players, the last written first", () => {
  keepPad("one", text);
  keepCard("one", { shared: null, touched: 1, unheard: [] });
  keepPad("two", text);
  keepCard("two", { shared: "AAAA", touched: 2, unheard: [] });
  expect(shelf().map(({ key }) => key)).toEqual(["two", "one"]);
  expect(shelf()[1]).toEqual({ key: "one", games: ["scopa"], players: ["Anna", "Bruno"], begun: "2026-11-21T20:00:00Z", touched: 1, shared: null });
});
test("a link finds a pad by its own and its shared name", () => {
  keepPad("two", text);
  keepCard("two", { shared: "AAAA", touched: 2, unheard: [] });
  expect([keyOf("two"), keyOf("AAAA"), keyOf("BBBB")]).toEqual(["two", "two", null]);
});
test("drafts are stored by match, and deleted with the pad", () => {
  keepPad("one", text);
  keepDraft("one", "1@a", { cards: [21, null] });
  keepDraft("one", "9@a", { cards: [1, null] });
  expect(draft("one", "1@a")).toEqual({ cards: [21, null] });
  expect(draft("one", "2@a")).toEqual({});
  remove("one");
  expect([padText("one"), draft("one", "1@a"), card("one")]).toEqual([null, {}, { shared: null, touched: 0, unheard: [] }]);
});
test("invalid data is skipped", () => {
  localStorage.setItem("parlour.pad.x", "{");
  localStorage.setItem("parlour.pad.y", "{}");
  localStorage.setItem("parlour.pad-draft.x", "[");
  expect(shelf()).toEqual([]);
  expect(draft("x", "1@a")).toEqual({});
});
