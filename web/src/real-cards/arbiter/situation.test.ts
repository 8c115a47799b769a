import { expect, test } from "vitest";
import { mannerIn, searchOf } from "./manner";
import { after, fits, laid, lay, nothing, placeOf, point, pointedAt, tap, unlay, within, type Task } from "./situation";

const task: Task = {
  key: "play",
  fields: [
    { key: "table", kind: "cards", min: 0, max: 40, ordered: false },
    { key: "builds", kind: "builds", max: 14 },
    { key: "hand", kind: "cards", min: 1, max: 2, ordered: false },
    { key: "card", kind: "cards", min: 0, max: 1, within: ["hand"], ordered: false },
    { key: "taken", kind: "cards", min: 0, max: 40, within: ["table", "builds"], ordered: false },
    { key: "last", kind: "flag" },
  ],
};

test("a card is in one place, moves with a tap, and is removed with a second one", () => {
  const draft = nothing();
  tap(task, draft, "table", "7d");
  tap(task, draft, "hand", "7d");
  expect(placeOf(task, draft, "7d")).toBe("hand");
  tap(task, draft, "hand", "7d");
  expect(placeOf(task, draft, "7d")).toBeNull();
  tap(task, draft, "hand", "7d");
  tap(task, draft, "hand", "8d");
  tap(task, draft, "hand", "9d");
  expect(draft.cards.hand).toEqual(["7d", "8d"]);
});

test("only existing cards are pointed at", () => {
  const draft = nothing();
  draft.builds.push({ cards: [], value: 9, own: true });
  tap(task, draft, 0, "4c");
  tap(task, draft, 0, "5c");
  tap(task, draft, "table", "9h");
  const taken = task.fields[4]!;
  expect(within(taken, draft)).toEqual(["9h", "4c", "5c"]);
  point(taken, draft, 1);
  expect(laid(task, draft)).toEqual({ table: "9h", builds: [{ cards: "4c 5c", value: 9, own: true }], taken: "4c" });
  tap(task, draft, 0, "4c");
  expect(draft.cards.taken).toEqual([]);
});

test("the rules of an address are parsed", () => {
  const manner = { preset: "denexa", seats: 2, options: { target: 21, claimOut: true, sumMode: "both" } };
  expect(mannerIn(searchOf(manner))).toEqual(manner);
  expect(mannerIn("")).toEqual({ preset: null, seats: null, options: {} });
});

const kind = (id: string, copies: number) => ({ id, part: "capital", names: {}, copies, value: null, cost: null, kind: null, effects: [] });
const market: Task = {
  key: "bid",
  fields: [
    { key: "hand", kind: "setCards", of: [kind("5", 3), kind("I01", 1)], min: 0, max: 3 },
    { key: "lying", kind: "setCards", of: [kind("5", 3), kind("I01", 1)], min: 0, max: 30 },
    { key: "bid", kind: "setCards", min: 0, max: 30, within: ["hand", "lying"] },
  ],
};

test("copies of a card are limited, and a single one moves", () => {
  const draft = nothing();
  for (let n = 0; n < 2; n++) lay(market, draft, "hand", kind("5", 3));
  for (let n = 0; n < 2; n++) lay(market, draft, "lying", kind("5", 3));
  expect(laid(market, draft)).toEqual({ hand: "5 5", lying: "5" });
  expect(fits(market, draft, "hand", kind("5", 3))).toBe(false);
  lay(market, draft, "hand", kind("I01", 1));
  lay(market, draft, "lying", kind("I01", 1));
  expect(draft.cards).toMatchObject({ hand: ["5", "5"], lying: ["5", "I01"] });
  lay(market, draft, "lying", kind("I01", 1));
  expect(draft.cards.lying).toEqual(["5"]);
});

test("after a full hand the next card goes to the other one", () => {
  const knock = { key: "knock", fields: [{ key: "knocker", kind: "cards", min: 10, max: 11, ordered: false }, { key: "hand", kind: "cards", min: 1, max: 10, ordered: false }] } as Task;
  const draft = nothing();
  const cards = [..."A23456789T"].map((rank) => `${rank}c`);
  for (const card of cards.slice(0, 9)) tap(knock, draft, "knocker", card);
  expect(after(knock, draft, "knocker")).toBe("knocker");
  tap(knock, draft, "knocker", "Tc");
  expect(after(knock, draft, "knocker")).toBe("hand");
  // An eleventh card, for big gin, can be added; once the other hand has cards, the selection stays.
  tap(knock, draft, "hand", "Kd");
  expect(after(knock, draft, "knocker")).toBe("knocker");
  expect(after(knock, draft, "hand")).toBe("hand");
});

test("equal cards are pointed at by number", () => {
  const draft = nothing();
  draft.cards = { hand: ["5", "5"], lying: ["5"] };
  const bid = market.fields[2]!;
  point(bid, draft, 2);
  point(bid, draft, 1);
  expect(pointedAt(bid, draft)).toEqual([true, true, false]);
  unlay(market, draft, "hand", 0);
  unlay(market, draft, "hand", 0);
  expect(laid(market, draft)).toEqual({ lying: "5", bid: "5" });
  point(bid, draft, 0);
  expect(pointedAt(bid, draft)).toEqual([false]);
});
