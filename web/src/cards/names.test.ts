// Names of cards by face style, and reading them.
import { afterEach, expect, test } from "vitest";
import { settings } from "../kit/settings.svelte";
import { cardName, readCard } from "./names";

afterEach(() => { settings.language = "en"; });

test("cards are named by face style", () => {
  expect(cardName("7d", "italian")).toMatch(/coins$/);
  expect(cardName("7d", "french")).toMatch(/diamonds$/);
  settings.language = "it";
  expect(cardName("Qh", "italian")).toBe("cavallo di coppe");
  expect(cardName("Qh", "french")).toBe("donna di cuori");
});
test.each([["7d", "7d"], ["10h", "Th"], ["KC", "Kc"], ["7♦", "7d"], ["x", null], ["11d", null]])("reads %s", (text, card) => {
  expect(readCard(text)).toBe(card);
});
