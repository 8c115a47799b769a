// Texts about incidents with the cards, in the player's language.
import { afterEach, expect, test } from "vitest";
import { settings } from "../../kit/settings.svelte";
import type { Sheet } from "./client";
import { incidentText } from "./words";

afterEach(() => { settings.language = "en"; });

test("a fault of the program is described with its details", () => {
  const told = () => incidentText({} as Sheet, { what: "fault", detail: "two of 7d" });
  expect(told()).toBe("the program lost or doubled a card, the hand is void: two of 7d");
  settings.language = "it";
  expect(told()).toBe("il programma ha perso o raddoppiato una carta, la mano è nulla: two of 7d");
});
