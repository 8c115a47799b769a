// Who is missing, and since when.
import { expect, test } from "vitest";
import type { Chair, TableInfo } from "../house/wire";
import { absentees } from "./absence";

const person = (away: number | null, standIn: string | null = null): Chair => ({ kind: "person", name: "Bert", here: away === null, away, standIn });
const info = (...chairs: Chair[]) => ({ you: 0, absence: 60_000, chairs }) as unknown as TableInfo;

test("somebody who is away is missed after a moment, and after a minute a bot may play", () => {
  const table = info(person(null), person(2_000));
  expect(absentees(table, 1_000, 1_000)).toEqual([]);
  expect(absentees(table, 1_000, 11_000)).toEqual([{ seat: 1, away: 12_000, long: false }]);
  expect(absentees(table, 1_000, 61_000)).toEqual([{ seat: 1, away: 62_000, long: true }]);
});
test("nobody misses a bot, somebody who is here, oneself, or whoever a bot plays for", () => {
  expect(absentees(info(person(90_000), { kind: "bot", bot: "greedy", name: "Carla" }, person(null), person(90_000, "greedy"), { kind: "open" }), 0, 90_000)).toEqual([]);
});
