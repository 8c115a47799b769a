// The word for clearing the table by game, in both languages.
import { afterEach, expect, test } from "vitest";
import { settings } from "../../kit/settings.svelte";
import { sweepCount } from "./narration";

afterEach(() => { settings.language = "en"; });

test.each([
  ["scopa", ["1 scopa", "2 scope"], ["1 scopa", "2 scope"]],
  ["wall-street", ["1 takeover", "2 takeovers"], ["1 scalata", "2 scalate"]],
  ["cassino", ["1 sweep", "2 sweeps"], ["1 spazzata", "2 spazzate"]],
])("clearing the table at %s", (game, english, italian) => {
  expect([1, 2].map((n) => sweepCount(game, n))).toEqual(english);
  settings.language = "it";
  expect([1, 2].map((n) => sweepCount(game, n))).toEqual(italian);
});
