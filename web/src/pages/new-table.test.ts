// The form of a new table: chairs, changes against the preset, and the stored form.
import { beforeEach, expect, test } from "vitest";
import { asNewTable, chairsFor, firstForm, friendsSeat, keepForm, keptForm, tidy, valueOf, withFriend, type Form } from "./new-table";
import { change, fieldOf, offeredRules } from "./offered-rules";
import { readSum, sumText, type TypedSum } from "../words/amounts";
import { settings } from "../kit/settings.svelte";
import type { Game } from "../backend/wire";

const GAME: Game = {
  id: "scopa", seats: [2, 4], bots: ["beginner", "casual", "skilled", "strong", "master"], stake: null, cardSets: [], turns: "taken", day: { preset: "classic", seats: 2, deals: 1 },
  presets: [
    { id: "classic", source: { title: "", at: "" }, tables: [{ seats: 2, options: { target: 11, teams: false } }, { seats: 4, options: { target: 11, teams: true } }] },
    { id: "other", source: { title: "", at: "" }, tables: [{ seats: 2, options: { target: 21, teams: false } }] },
  ],
  options: [
    { key: "target", rule: "SC-S11", display: false, values: { range: [1, 200] } },
    { key: "teams", rule: "SC-S5", display: false, values: { oneOf: [false, true] } },
  ],
};
let form: Form;
beforeEach(() => { form = firstForm(GAME); });

test("the first form is a game for two against a middling bot", () => {
  expect(asNewTable(GAME, form, "Anna")).toEqual({ game: "scopa", options: { preset: "classic" }, seats: 2, chairs: ["me", { bot: "skilled" }], name: "Anna", stake: null, timeControl: null });
});
test("a table with friends can be for its players only, and the next form is for all again", () => {
  form.playersOnly = true;
  expect(asNewTable(GAME, form, "Anna").audience).toBeUndefined();
  const invited = { ...withFriend(GAME, form), playersOnly: true };
  expect(asNewTable(GAME, invited, "Anna").audience).toBe("players");
  keepForm(GAME, invited);
  expect(keptForm(GAME).playersOnly).toBeUndefined();
});
test("at bridge the player sits South", () => {
  expect(chairsFor({ ...GAME, id: "bridge" }, 4, []).indexOf("me")).toBe(2);
});
test("an amount is parsed, and a stake is sent only in a game with stakes", () => {
  expect(["", "0", "0.05", "0,5", "12", " 3.10 "].map(readSum)).toEqual([null, null, 5, 50, 1200, 310]);
  expect(["-1", "0.005", "x", "1.2.3", "99999"].map(readSum)).toEqual(Array(5).fill(undefined));
  form.stake = 5;
  expect(asNewTable(GAME, form, "Anna").stake).toBeNull();
  expect(asNewTable({ ...GAME, stake: "point" }, form, "Anna").stake).toBe(5);
});
/**
 * Types into the field of an amount, key by key as in a browser. Returns the text of the field and the
 * amount.
 */
function typedIntoField(keys: string, sum: number | null): [string, number | null] {
  let typed: TypedSum | null = null;
  for (const key of keys) {
    const text: string = sumText(typed, sum) + key;
    const read = readSum(text);
    if (read !== undefined) sum = read;
    typed = { text, sum };
  }
  return [sumText(typed, sum), sum];
}
test("a typed amount is not reformatted while typing", () => {
  expect(typedIntoField("15", null)).toEqual(["15", 1500]);
  expect(typedIntoField("0.05", null)).toEqual(["0.05", 5]);
  // An invalid amount is shown as typed, for correction.
  expect(typedIntoField("1.005", null)).toEqual(["1.005", 100]);
});
test("an amount from elsewhere is formatted so that it can be parsed", () => {
  expect(sumText({ text: "15", sum: 1500 }, 5)).toBe("0.05");
  expect(sumText({ text: "1.005", sum: 100 }, null)).toBe("");
  for (const language of ["en", "it"] as const) {
    settings.language = language;
    expect([1, 50, 1500, 123_450, 999_999].map((sum) => readSum(sumText(null, sum)))).toEqual([1, 50, 1500, 123_450, 999_999]);
  }
  settings.language = "en";
});
test("exactly one chair is the player's", () => {
  expect(chairsFor(GAME, 4, ["open", "me"])).toEqual(["open", "me", { bot: "skilled" }, { bot: "skilled" }]);
  expect(chairsFor(GAME, 2, ["open", "open", "me"])).toEqual(["me", "open"]);
  expect(chairsFor(GAME, 3, ["me", "me", "open"]).filter((chair) => chair === "me")).toHaveLength(1);
});
test("only changes against the preset are sent", () => {
  change(GAME, form, "target", 5);
  expect(form.changes).toEqual({ target: 5 });
  expect(valueOf(GAME, form, "target")).toBe(5);
  change(GAME, form, "target", 11);
  expect(form.changes).toEqual({});
});
test("another preset or size drops changes that equal it", () => {
  change(GAME, form, "target", 21);
  form.preset = "other";
  tidy(GAME, form);
  expect(form.changes).toEqual({});
  form = firstForm(GAME);
  change(GAME, form, "teams", true);
  form.seats = 4;
  tidy(GAME, form);
  expect(form.changes).toEqual({});
  expect(form.chairs).toHaveLength(4);
});
test("a refusal finds its field by name or by rule", () => {
  expect(fieldOf(GAME, { code: "options", message: "", params: { option: "teams" } })).toBe("teams");
  expect(fieldOf(GAME, { code: "options", message: "", rule: "SC-S5" })).toBe("teams");
  expect(fieldOf(GAME, { code: "options", message: "", params: { option: "seats" } })).toBe("seats");
  expect(fieldOf(GAME, { code: "options", message: "" })).toBeNull();
});
test("a stored form is used only if it still fits", () => {
  const kept: Form = { preset: "classic", seats: 4, chairs: ["me", "open", { bot: "skilled" }, "open"], changes: { target: 16 } };
  expect(keptForm(GAME, JSON.stringify(kept))).toEqual(kept);
  expect(keptForm(GAME, JSON.stringify({ ...kept, seats: 5 }))).toEqual(firstForm(GAME));
  expect(keptForm(GAME, JSON.stringify({ ...kept, chairs: ["me", { bot: "gone" }] }))).toEqual(firstForm(GAME));
  expect(keptForm(GAME, "{broken")).toEqual(firstForm(GAME));
});
test("a friend gets the seat across at a table for four, otherwise the last one", () => {
  const bridge = { ...GAME, id: "bridge" };
  expect(friendsSeat(chairsFor(bridge, 4, []))).toBe(0);
  expect(friendsSeat(["me", { bot: "skilled" }])).toBe(1);
  expect(friendsSeat([{ bot: "skilled" }, { bot: "skilled" }, "me"])).toBe(1);
  const form: Form = { preset: "classic", seats: 4, chairs: ["open", "me", { bot: "strong" }, "open"], changes: {} };
  expect(withFriend(GAME, form).chairs).toEqual([{ bot: "skilled" }, "me", { bot: "strong" }, "open"]);
});
test("a table with a friend does not change the stored form", () => {
  localStorage.clear();
  keepForm(GAME, { ...form, changes: { target: 5 } });
  keepForm(GAME, { ...form, chairs: ["me", "open"], changes: { target: 2 } });
  expect(keptForm(GAME)).toEqual({ ...form, changes: { target: 5 } });
});
test("a game with many rules shows the first ones, and folds the others", () => {
  const keys = (count: number): Game => ({ ...GAME, options: Array.from({ length: count }, (_, index) => ({ key: `k${index}`, rule: "", display: index === 0, values: { oneOf: [false, true] } })) });
  expect(offeredRules(keys(8), form).rare).toEqual([]);
  const { usual, rare } = offeredRules(keys(9), form);
  expect(usual.map(({ key }) => key)).toEqual(["k1", "k2", "k3", "k4", "k5", "k6"]);
  // Options that only change the drawing come last.
  expect(rare.map(({ key }) => key)).toEqual(["k7", "k8", "k0"]);
});
test("an option without effect is not shown, and is dropped when its rule is switched off", () => {
  const [plain] = GAME.presets[0]!.tables;
  const game: Game = {
    ...GAME, presets: [{ ...GAME.presets[0]!, tables: [{ ...plain!, options: { ...plain!.options, ace: false, aceStays: true } }] }],
    options: [...GAME.options, { key: "ace", rule: "", display: false, values: { oneOf: [false, true] } }, { key: "aceStays", rule: "", display: false, values: { oneOf: [true, false] }, needs: { key: "ace", values: { oneOf: [true] } } }],
  };
  const shown = () => offeredRules(game, form).usual.map(({ key }) => key);
  expect(shown()).toEqual(["target", "teams", "ace"]);
  change(game, form, "ace", true);
  expect(shown()).toEqual(["target", "teams", "ace", "aceStays"]);
  change(game, form, "aceStays", false);
  change(game, form, "ace", false);
  expect(form.changes).toEqual({});
});
