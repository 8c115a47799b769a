// Clocks between two notices from the server.
import { expect, test } from "vitest";
import { clockText, isLow, leftOf, timeOf } from "./clocks";

const clock = { bank: 60_000, delay: 8_000, elapsed: 3_000, runs: true, flagged: false, decided: null };

test("the delay is used first, then the bank, and neither is negative", () => {
  expect(timeOf(clock, 1_000, 1_000)).toEqual({ delay: 5_000, bank: 60_000, runs: true });
  expect(timeOf(clock, 1_000, 8_000)).toEqual({ delay: null, bank: 58_000, runs: true });
  expect(timeOf(clock, 1_000, 900_000)).toEqual({ delay: null, bank: 0, runs: true });
  expect(leftOf(timeOf(clock, 1_000, 2_000))).toBe(64_000);
});
test("a stopped clock, and one not in use, do not run", () => {
  expect(timeOf({ ...clock, runs: false }, 1_000, 50_000)).toEqual({ delay: 5_000, bank: 60_000, runs: false });
  expect(timeOf({ ...clock, elapsed: null }, 1_000, 50_000)).toEqual({ delay: null, bank: 60_000, runs: false });
});
test("the clock of this device may be behind", () => {
  expect(timeOf(clock, 5_000, 1_000).delay).toBe(5_000);
});
test("only a running clock is shown as low", () => {
  expect(isLow(timeOf({ ...clock, bank: 0 }, 0, 0))).toBe(true);
  expect(isLow(timeOf({ ...clock, bank: 0, runs: false }, 0, 0))).toBe(false);
  expect(isLow(timeOf(clock, 0, 0))).toBe(false);
});
test("times are formatted", () => {
  expect([0, 1, 9_400, 65_000, 3_599_000].map(clockText)).toEqual(["0:00", "0:01", "0:10", "1:05", "59:59"]);
  expect([3_600_000, 86_400_000, 7 * 86_400_000 - 1].map(clockText)).toEqual(["1 h 0 min", "1 d 0 h", "6 d 23 h"]);
});
