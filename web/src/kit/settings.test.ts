// Settings: what is read of what was kept.
import { expect, test } from "vitest";
import { readSettings } from "./settings.svelte";

test("settings: what was kept counts, what makes no sense does not", () => {
  expect(readSettings(null, ["it-IT"]).language).toBe("it");
  expect(readSettings(null, ["de", "fr"]).language).toBe("en");
  expect(readSettings(JSON.stringify({ motion: "slow", cardSize: "huge", timers: false }), ["en"])).toMatchObject({ motion: "slow", cardSize: "normal", timers: false });
  expect(readSettings("{broken", ["en"]).motion).toBe("normal");
});
