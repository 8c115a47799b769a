// Absent players, and the choices of the others.
import { expect, test } from "vitest";
import type { Chair, TableInfo } from "../house/wire";
import { absentees, deserters } from "./absence";

const person = (away: number | null, standIn: string | null = null, left = false): Chair => ({ kind: "person", name: "Bert", here: away === null, away, standIn, left });
const info = (...chairs: Chair[]) => ({ you: 0, absence: 60_000, chairs }) as unknown as TableInfo;

test("somebody who is away is missed after a moment, and after a minute a bot may play", () => {
  const table = info(person(null), person(2_000));
  expect(absentees(table, 1_000, 1_000)).toEqual([]);
  expect(absentees(table, 1_000, 11_000)).toEqual([{ seat: 1, away: 12_000, long: false }]);
  expect(absentees(table, 1_000, 61_000)).toEqual([{ seat: 1, away: 62_000, long: true }]);
});
test("nobody misses a bot, somebody who is here, oneself, whoever a bot plays for, or whoever has left", () => {
  expect(absentees(info(person(90_000), { kind: "bot", bot: "greedy", name: "Carla" }, person(null), person(90_000, "greedy"), person(90_000, null, true), { kind: "open" }), 0, 90_000)).toEqual([]);
});

test("of two, whoever stayed may take the win or play on against a bot", () => {
  const table = { ...info(person(null), person(null, null, true)), seats: 2, clocks: [] };
  expect(deserters(table, [0, 1])).toEqual([{ seat: 1, mayReplace: true, mayClaim: true, mayWait: false }]);
  expect(deserters({ ...table, you: null }, [0, 1])).toEqual([{ seat: 1, mayReplace: false, mayClaim: false, mayWait: false }]);
  expect(deserters({ ...table, you: 1 }, [0, 1])).toEqual([]);
});
test("a partner who stayed decides, and one of two is no side that has left", () => {
  const table = { ...info(person(null), person(null), person(null, null, true), person(null)), seats: 4, clocks: [] };
  expect(deserters(table, [0, 1, 0, 1])).toEqual([{ seat: 2, mayReplace: true, mayClaim: false, mayWait: false }]);
  expect(deserters({ ...table, you: 1 }, [0, 1, 0, 1])).toEqual([{ seat: 2, mayReplace: false, mayClaim: false, mayWait: false }]);
});

test("at a larger table with a clock one may wait before a bot plays on", () => {
  const clock = (decided: number | null) => ({ bank: 0, free: 0, took: null, runs: false, asleep: false, decided });
  const table = { ...info(person(null), person(null, null, true), person(null)), seats: 3, clocks: [clock(null), clock(20_000), clock(null)] };
  expect(deserters(table, [0, 1, 2])).toEqual([{ seat: 1, mayReplace: true, mayClaim: false, mayWait: true }]);
});
