// Absent players, and the choices of the others.
import { expect, test } from "vitest";
import type { Chair, TableInfo } from "../backend/wire";
import { absentees, deserters } from "./absence";

const person = (away: number | null, substitute: string | null = null, left = false): Chair => ({ kind: "person", name: "Bert", connected: away === null, away, substitute, left });
const info = (...chairs: Chair[]) => ({ you: 0, absence: 60_000, chairs }) as unknown as TableInfo;

test("an absence is shown after a moment, and after a minute a bot may substitute", () => {
  const table = info(person(null), person(2_000));
  expect(absentees(table, 1_000, 1_000)).toEqual([]);
  expect(absentees(table, 1_000, 11_000)).toEqual([{ seat: 1, away: 12_000, long: false }]);
  expect(absentees(table, 1_000, 61_000)).toEqual([{ seat: 1, away: 62_000, long: true }]);
});
test("bots, present players, this player, substituted ones and those who left are not absent", () => {
  expect(absentees(info(person(90_000), { kind: "bot", bot: "greedy", name: "Carla" }, person(null), person(90_000, "greedy"), person(90_000, null, true), { kind: "open" }), 0, 90_000)).toEqual([]);
});

test("with two players the remaining one may claim the win or play on", () => {
  const table = { ...info(person(null), person(null, null, true)), seats: 2, clocks: [] };
  expect(deserters(table, [0, 1])).toEqual([{ seat: 1, mayReplace: true, mayClaim: true, mayWait: false }]);
  expect(deserters({ ...table, you: null }, [0, 1])).toEqual([{ seat: 1, mayReplace: false, mayClaim: false, mayWait: false }]);
  expect(deserters({ ...table, you: 1 }, [0, 1])).toEqual([]);
});
test("a remaining partner decides, and the side has not left", () => {
  const table = { ...info(person(null), person(null), person(null, null, true), person(null)), seats: 4, clocks: [] };
  expect(deserters(table, [0, 1, 0, 1])).toEqual([{ seat: 2, mayReplace: true, mayClaim: false, mayWait: false }]);
  expect(deserters({ ...table, you: 1 }, [0, 1, 0, 1])).toEqual([{ seat: 2, mayReplace: false, mayClaim: false, mayWait: false }]);
});

test("at a larger table with a clock the others may wait", () => {
  const clock = (decided: number | null) => ({ bank: 0, delay: 0, elapsed: null, runs: false, flagged: false, decided });
  const table = { ...info(person(null), person(null, null, true), person(null)), seats: 3, clocks: [clock(null), clock(20_000), clock(null)] };
  expect(deserters(table, [0, 1, 2])).toEqual([{ seat: 1, mayReplace: true, mayClaim: false, mayWait: true }]);
});
