// Reading stored settings.
import { afterEach, expect, test } from "vitest";
import { changeSettings, readSettings, SETTINGS, settings } from "./settings.svelte";

afterEach(() => changeSettings({ motion: "normal", name: "" }));

test("settings: stored values count, invalid ones do not", () => {
  expect(readSettings(null, ["it-IT"]).language).toBe("it");
  expect(readSettings(null, ["de", "fr"]).language).toBe("en");
  expect(readSettings(JSON.stringify({ motion: "slow", cardSize: "enormous", timers: false, sound: true, stranger: 1 }), ["en"])).toMatchObject({ motion: "slow", cardSize: "normal", timers: false, sound: "quiet" });
  expect(readSettings(JSON.stringify({ stranger: 1 }), ["en"])).not.toHaveProperty("stranger");
  for (const broken of ["{broken", "null", "7", "[]", "\"motion\""]) expect(readSettings(broken, ["en"]).motion).toBe("normal");
  expect(readSettings(JSON.stringify({ name: "x".repeat(60) }), ["en"]).name).toHaveLength(40);
});

test("settings: changes are stored", () => {
  changeSettings({ motion: "fast", name: "Ida", cloth: "paisley" });
  expect(settings).toMatchObject({ motion: "fast", name: "Ida", cloth: "green" });
  expect(readSettings(localStorage.getItem(SETTINGS), ["en"])).toMatchObject({ motion: "fast", name: "Ida" });
});
