// Names of cards by face style, and reading them.
import { afterEach, expect, test } from "vitest";
import { settings } from "../kit/settings.svelte";
import { facesOf } from "../games";
import { cardName, facesFor, inFullPack, rankIndex, readCard } from "./names";

afterEach(() => { [settings.language, settings.faces] = ["en", "game"]; });

test("cards are named by face style", () => {
  expect(cardName("7d", "italian")).toMatch(/coins$/);
  expect(cardName("7d", "french")).toMatch(/diamonds$/);
  settings.language = "it";
  expect(cardName("Qh", "italian")).toBe("cavallo di coppe");
  expect(cardName("Qh", "french")).toBe("donna di cuori");
});
test("the figures of Scopa show their values, and other Italian cards their initials", () => {
  const indices = (game: string) => ["Ad", "7d", "Jd", "Qd", "Kd"].map((card) => rankIndex(card, facesFor(facesOf(game)))).join(" ");
  expect(indices("scopa")).toBe("1 7 8 9 10");
  expect(indices("cassino")).toBe("A 7 J Q K");
  settings.faces = "italian";
  expect(indices("scopa")).toBe("1 7 8 9 10");
  expect(indices("cassino")).toBe("1 7 F C R");
  settings.faces = "french";
  expect(indices("scopa")).toBe("A 7 J Q K");
  expect(cardName("Qh", "italian40")).toBe("knight of cups");
  expect(rankIndex("Kh", inFullPack("italian40"))).toBe("R");
});
test.each([["7d", "7d"], ["10h", "Th"], ["KC", "Kc"], ["7♦", "7d"], ["x", null], ["11d", null]])("reads %s", (text, card) => {
  expect(readCard(text)).toBe(card);
});
