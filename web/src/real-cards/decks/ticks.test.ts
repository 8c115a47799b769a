// Counting cards by taps.
import { expect, test } from "vitest";
import { tapped, whole } from "./ticks";

test("a card can be counted twice, and a slip corrected", () => {
  const twice = ["7d", "7d", "Kc"].reduce((found, card) => tapped(found, card, "more"), {});
  expect(twice).toEqual({ "7d": 2, Kc: 1 });
  expect(tapped(twice, "7d", "less")).toEqual({ "7d": 1, Kc: 1 });
  expect(tapped({}, "7d", "less")).toEqual({ "7d": 0 });
});
test("a missing card is tapped away", () => {
  expect(tapped(whole([{ card: "Ac", count: 1 }, { card: "2c", count: 2 }]), "2c", "less")).toEqual({ Ac: 1, "2c": 1 });
});
