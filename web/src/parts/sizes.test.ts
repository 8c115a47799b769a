// Sizes of the cards of the hand.
import { expect, test } from "vitest";
import { cardSizes } from "./sizes";

test("own cards have the sizes of the design, and the hand stays in the bottom 35 %", () => {
  expect(cardSizes(360, 640, "normal").hand).toBe(64);
  expect(cardSizes(768, 1024, "normal").hand).toBe(88);
  expect(cardSizes(1440, 900, "normal").hand).toBe(104);
  expect(cardSizes(360, 640, "large").hand).toBeGreaterThan(64);
  expect(cardSizes(640, 360, "normal").hand * 1.4).toBeLessThan(360 * 0.35);
});
