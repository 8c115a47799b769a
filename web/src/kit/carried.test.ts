// The file that carries a browser's data: taken over as a whole, or refused with a reason.
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { carry, readCarried, type Part } from "./carried";
import { settingsPart } from "./carried-settings";
import { changeSettings, settings } from "./settings.svelte";

let shelf: string[] = [];
let wall: string[] = [];
beforeEach(() => ([shelf, wall] = [[], []]));
const words = (name: string, place: () => string[]): Part<string[]> => ({
  name,
  carry: async () => (place().length === 0 ? undefined : [...place()]),
  read: (found) => (Array.isArray(found) && found.every((one) => typeof one === "string") ? { value: found as string[] } : { wrong: "titles" }),
  take: async (value) => void place().push(...value),
});
afterEach(() => changeSettings({ cloth: "green", motion: "normal", name: "", sound: "quiet" }));
const PARTS = [settingsPart, words("books", () => shelf), words("pictures", () => wall)] as readonly Part[];

describe("a carried file", () => {
  test("contains the data and brings it to another browser", async () => {
    shelf = ["Emma"];
    const file = await carry(PARTS);
    expect(JSON.parse(file)).toMatchObject({ format: "parlour-browser/1", books: ["Emma"], settings: { cloth: "green" } });
    expect(JSON.parse(file)).not.toHaveProperty("pictures");
    shelf = ["Persuasion"];
    const carried = readCarried(file, PARTS);
    if ("fault" in carried) throw new Error(carried.fault);
    expect([carried.parts, shelf]).toEqual([["settings", "books"], ["Persuasion"]]);
    await carried.take();
    expect(shelf).toEqual(["Persuasion", "Emma"]);
  });
  test("makes the settings of another browser the same", async () => {
    changeSettings({ cloth: "blue", name: "Ida", sound: "off" });
    const file = await carry(PARTS);
    changeSettings({ cloth: "red", name: "Bo", sound: "full" });
    const carried = readCarried(file, PARTS);
    if ("fault" in carried) throw new Error(carried.fault);
    expect(settings.cloth).toBe("red");
    await carried.take();
    expect(settings).toMatchObject({ cloth: "blue", name: "Ida", sound: "off" });
  });
  test("may hold a part of the settings; the others stay", async () => {
    changeSettings({ motion: "slow" });
    const carried = readCarried(JSON.stringify({ format: "parlour-browser/1", settings: { cloth: "dark" } }), PARTS);
    if ("fault" in carried) throw new Error(carried.fault);
    await carried.take();
    expect(settings).toMatchObject({ cloth: "dark", motion: "slow" });
  });
  test("may be taken over without one of its parts", async () => {
    const carried = readCarried('{"format":"parlour-browser/1","books":["Emma"],"pictures":["Sea"]}', PARTS);
    if ("fault" in carried) throw new Error(carried.fault);
    await carried.take(["books"]);
    expect([shelf, wall]).toEqual([[], ["Sea"]]);
  });
  test.each([
    ["no JSON", "hello", { fault: "not-ours" }],
    ["no object", "[1]", { fault: "not-ours" }],
    ["nothing", "null", { fault: "not-ours" }],
    ["another's", '{"format":"parlour-pad/1","books":[]}', { fault: "not-ours" }],
    ["without a format", '{"books":[]}', { fault: "not-ours" }],
    ["empty", '{"format":"parlour-browser/1"}', { fault: "not-ours" }],
    ["of a later Parlour", '{"format":"parlour-browser/2","books":["Emma"]}', { fault: "newer", version: 2 }],
    ["with an unknown part", '{"format":"parlour-browser/1","books":["Emma"],"secrets":{}}', { fault: "unknown", part: "secrets" }],
    ["with a value that is none", '{"format":"parlour-browser/1","books":["Emma"],"settings":{"cloth":"paisley"}}', { fault: "wrong", part: "settings", wrong: "cloth" }],
    ["with a setting that is none", '{"format":"parlour-browser/1","settings":{"cloth":"blue","__proto__x":1}}', { fault: "wrong", part: "settings", wrong: "__proto__x" }],
    ["with settings that are none", '{"format":"parlour-browser/1","settings":[]}', { fault: "wrong", part: "settings", wrong: "settings" }],
    ["with a broken second part", '{"format":"parlour-browser/1","books":["Emma"],"pictures":7}', { fault: "wrong", part: "pictures", wrong: "titles" }],
  ])("that is %s is refused, and nothing of it is taken over", (_, text, fault) => {
    expect(readCarried(text, PARTS)).toEqual(fault);
    expect([shelf, wall, settings.cloth]).toEqual([[], [], "green"]);
  });
});
