import { beforeEach, expect, test } from "vitest";
import { dayOf, daysPart, lastDays, noteBegun, noteOver, tries } from "./days";

beforeEach(() => localStorage.clear());

test("the first try of a day counts", () => {
  noteBegun("scopa", "2026-11-23", "first");
  noteBegun("scopa", "2026-11-23", "second");
  expect(noteOver("scopa", "2026-11-23", "second", [9, 0])).toBe(false);
  expect(tries()).toEqual({ scopa: { "2026-11-23": { table: "first", result: null } } });
  expect(noteOver("scopa", "2026-11-23", "first", [3, 1])).toBe(true);
  expect(tries().scopa?.["2026-11-23"]?.result).toEqual([3, 1]);
});

test("thirty days can be played, each once, even across a change of clocks", () => {
  const days = lastDays(new Date(2026, 2, 30, 0, 30));
  expect(days).toHaveLength(30);
  expect(new Set(days).size).toBe(30);
  expect([days[0], days[29]]).toEqual(["2026-03-30", "2026-03-01"]);
  expect(dayOf(new Date(2026, 0, 5))).toBe("2026-01-05");
});

test("an import replaces no local try, and invalid data is refused", () => {
  noteBegun("scopa", "2026-11-23", "here");
  const file = daysPart.read({ scopa: { "2026-11-23": { table: "there", result: [1, 0] }, "2026-11-22": { table: "there", result: [2, 1] } } });
  if (!("value" in file)) throw new Error("it can be read");
  void daysPart.take(file.value);
  expect(tries().scopa).toEqual({ "2026-11-23": { table: "here", result: null }, "2026-11-22": { table: "there", result: [2, 1] } });
  for (const wrong of [null, [], { scopa: 1 }, { scopa: { today: { table: "a", result: null } } }, { scopa: { "2026-11-23": { table: "a", result: [1] } } }]) {
    expect(daysPart.read(wrong)).toEqual({ wrong: "days" });
  }
  localStorage.setItem("parlour.days", "{");
  expect(tries()).toEqual({});
});
test("an unfinished try at a local table is not exported", () => {
  noteBegun("scopa", "2026-11-23", "local-a");
  expect(daysPart.carry()).toBeUndefined();
  noteBegun("bridge", "2026-11-23", "b");
  noteBegun("bridge", "2026-11-22", "local-c");
  noteOver("bridge", "2026-11-22", "local-c", [3, 1]);
  expect(daysPart.carry()).toEqual({ bridge: { "2026-11-23": { table: "b", result: null }, "2026-11-22": { table: "local-c", result: [3, 1] } } });
});
