// The file in which a browser's things are carried: taken over whole, or refused with what is wrong.
import { afterEach, describe, expect, test } from "vitest";
import { carry, LONGEST_FILE, readCarried, type Part } from "./carried";
import { settingsPart } from "./carried-settings";
import { changeSettings, settings } from "./settings.svelte";

afterEach(() => changeSettings({ cloth: "green", motion: "normal", name: "", sound: "quiet" }));

const shelf: string[] = [];
const books: Part<string[]> = {
  name: "books",
  carry: () => (shelf.length === 0 ? undefined : [...shelf]),
  read: (found) => (Array.isArray(found) && found.every((one) => typeof one === "string") ? { value: found as string[] } : { wrong: "titles" }),
  take: (value) => void shelf.push(...value),
};
const PARTS = [settingsPart, books] as readonly Part[];

describe("a carried file", () => {
  test("makes another browser the same", () => {
    changeSettings({ cloth: "blue", name: "Ida", sound: "off" });
    const file = carry(PARTS);
    changeSettings({ cloth: "red", name: "Bo", sound: "full" });
    const carried = readCarried(file, PARTS);
    if ("fault" in carried) throw new Error(carried.fault);
    expect(carried.parts).toEqual(["settings"]);
    expect(settings.cloth).toBe("red");
    carried.take();
    expect(settings).toMatchObject({ cloth: "blue", name: "Ida", sound: "off" });
  });

  test("may hold a part of the settings; the others stay", () => {
    changeSettings({ motion: "slow" });
    const carried = readCarried(JSON.stringify({ parlour: 1, settings: { cloth: "dark" } }), PARTS);
    if ("fault" in carried) throw new Error(carried.fault);
    carried.take();
    expect(settings).toMatchObject({ cloth: "dark", motion: "slow" });
  });

  test.each([
    ["no JSON", "hello", { fault: "not-ours" }],
    ["no object", "[1]", { fault: "not-ours" }],
    ["nothing", "null", { fault: "not-ours" }],
    ["another program's", '{"version":1}', { fault: "not-ours" }],
    ["no version", '{"parlour":"1","settings":{}}', { fault: "not-ours" }],
    ["empty", '{"parlour":1}', { fault: "not-ours" }],
    ["too long", " ".repeat(LONGEST_FILE + 1), { fault: "too-long" }],
    ["of a later Parlour", '{"parlour":2,"settings":{"cloth":"blue"}}', { fault: "newer", version: 2 }],
    ["with a part nobody knows", '{"parlour":1,"settings":{"cloth":"blue"},"secrets":{}}', { fault: "unknown", part: "secrets" }],
    ["with a value that is none", '{"parlour":1,"books":["Emma"],"settings":{"cloth":"paisley"}}', { fault: "wrong", part: "settings", wrong: "cloth" }],
    ["with a setting that is none", '{"parlour":1,"settings":{"cloth":"blue","__proto__x":1}}', { fault: "wrong", part: "settings", wrong: "__proto__x" }],
    ["with settings that are none", '{"parlour":1,"settings":[]}', { fault: "wrong", part: "settings", wrong: "settings" }],
    ["with a broken second part", '{"parlour":1,"settings":{"cloth":"blue"},"books":7}', { fault: "wrong", part: "books", wrong: "titles" }],
  ])("that is %s is refused, and nothing of it is taken over", (_, text, fault) => {
    expect(readCarried(text, PARTS)).toEqual(fault);
    expect(settings.cloth).toBe("green");
    expect(shelf).toEqual([]);
  });
});
