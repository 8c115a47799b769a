import { expect, test } from "vitest";
import { laid, mannerIn, nothing, placeOf, point, searchOf, tap, within, type Task } from "./situation";

const task: Task = {
  key: "play",
  fields: [
    { key: "table", kind: "cards", least: 0, most: 40, ordered: false },
    { key: "builds", kind: "builds", most: 14 },
    { key: "hand", kind: "cards", least: 1, most: 2, ordered: false },
    { key: "card", kind: "cards", least: 0, most: 1, within: ["hand"], ordered: false },
    { key: "taken", kind: "cards", least: 0, most: 40, within: ["table", "builds"], ordered: false },
    { key: "last", kind: "flag" },
  ],
};

test("a card lies in one place, moves with a tap, and goes away with a second one", () => {
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

test("what is pointed at is laid out, and is forgotten when it is taken away", () => {
  const draft = nothing();
  draft.builds.push({ cards: [], value: 9, own: true });
  tap(task, draft, 0, "4c");
  tap(task, draft, 0, "5c");
  tap(task, draft, "table", "9h");
  const taken = task.fields[4]!;
  expect(within(taken, draft)).toEqual(["9h", "4c", "5c"]);
  point(taken, draft, "4c");
  expect(laid(task, draft)).toEqual({ table: "9h", builds: [{ cards: "4c 5c", value: 9, own: true }], taken: "4c" });
  tap(task, draft, 0, "4c");
  expect(draft.cards.taken).toEqual([]);
});

test("rules in an address are the rules that were written there", () => {
  const manner = { preset: "denexa", seats: 2, options: { target: 21, claimOut: true, sumMode: "both" } };
  expect(mannerIn(searchOf(manner))).toEqual(manner);
  expect(mannerIn("")).toEqual({ preset: null, seats: null, options: {} });
});
