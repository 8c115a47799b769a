// The small rooms: addresses, keys, the token and the list of tables, settings, sizes, names.
import { beforeEach, describe, expect, test, vi } from "vitest";
import { forgetTable, myTables, rememberTable, token } from "./identity";
import { arrowTo, wishOf } from "./keyboard";
import { botName, sideName } from "./players";
import { readPosition, writePosition } from "./replay";
import { readSettings } from "./settings.svelte";
import { cardSizes } from "./sizes";
import type { TableInfo } from "./wire";

describe("addresses", () => {
  test("every place and nowhere", async () => {
    vi.stubGlobal("location", { pathname: "/" });
    vi.stubGlobal("addEventListener", () => undefined);
    const { placeAt } = await import("./navigation.svelte");
    expect(placeAt("/")).toEqual({ page: "home" });
    expect(placeAt("/table/aB-_9")).toEqual({ page: "table", table: "aB-_9" });
    expect(placeAt("/replay/x")).toEqual({ page: "replay", table: "x" });
    expect(placeAt("/pads")).toEqual({ page: "pads", pad: null });
    expect(placeAt("/pad/ab_-9/")).toEqual({ page: "pads", pad: "ab_-9" });
    expect(placeAt("/pad/")).toEqual({ page: "nowhere" });
    expect(placeAt("/boards")).toEqual({ page: "boards" });
    expect(placeAt("/table/a/b")).toEqual({ page: "nowhere" });
    expect(placeAt("/table/<b>")).toEqual({ page: "nowhere" });
  });
  test("a position goes into the address and comes back", () => {
    expect(writePosition(1, 14)).toBe("#deal=2&step=14");
    expect(readPosition("#deal=2&step=14")).toEqual({ deal: 1, step: 14 });
    expect(readPosition("")).toEqual({ deal: 0, step: 0 });
    expect(readPosition("#deal=-3&step=x")).toEqual({ deal: 0, step: 0 });
  });
});

describe("keys", () => {
  const key = (name: string, more = {}) => ({ key: name, ctrlKey: false, metaKey: false, altKey: false, isComposing: false, target: null, ...more });
  test("digits are cards, letters are wishes", () => {
    expect(wishOf(key("1"))).toEqual({ wish: "card", index: 0 });
    expect(wishOf(key("0"))).toEqual({ wish: "card", index: 9 });
    expect(wishOf(key("T"))).toEqual({ wish: "readTable" });
    expect(wishOf(key("?"))).toEqual({ wish: "help" });
    expect(wishOf(key("q"))).toBeNull();
  });
  test("no wish while somebody types or with a modifier", () => {
    expect(wishOf(key("t", { target: { tagName: "INPUT", type: "text" } }))).toBeNull();
    expect(wishOf(key("t", { target: { tagName: "INPUT", type: "checkbox" } }))).not.toBeNull();
    expect(wishOf(key("c", { ctrlKey: true }))).toBeNull();
  });
  test("arrows go round, and up and down by rows", () => {
    expect(arrowTo("ArrowRight", 2, 3)).toBe(0);
    expect(arrowTo("ArrowLeft", 0, 3)).toBe(2);
    expect(arrowTo("ArrowDown", 1, 6, 4)).toBe(5);
    expect(arrowTo("ArrowDown", 3, 6, 4)).toBeNull();
    expect(arrowTo("End", 0, 6)).toBe(5);
    expect(arrowTo("Enter", 0, 6)).toBeNull();
  });
});

describe("who we are", () => {
  beforeEach(() => localStorage.clear());
  test("the token is 43 characters and stays the same", () => {
    const first = token();
    expect(first).toMatch(/^[\w-]{43}$/);
    expect(token()).toBe(first);
    localStorage.setItem("parlour.token", "broken");
    expect(token()).not.toBe(first);
  });
  test("tables are remembered once, newest first, and forgotten", () => {
    rememberTable("a", "scopa");
    rememberTable("b", "scopa");
    rememberTable("a", "scopa");
    expect(myTables().map(({ table }) => table)).toEqual(["a", "b"]);
    forgetTable("a");
    expect(myTables().map(({ table }) => table)).toEqual(["b"]);
    localStorage.setItem("parlour.tables", "{broken");
    expect(myTables()).toEqual([]);
  });
});

test("settings: what was kept counts, what makes no sense does not", () => {
  expect(readSettings(null, ["it-IT"]).language).toBe("it");
  expect(readSettings(null, ["de", "fr"]).language).toBe("en");
  expect(readSettings(JSON.stringify({ motion: "slow", cardSize: "huge", timers: false }), ["en"])).toMatchObject({ motion: "slow", cardSize: "normal", timers: false });
  expect(readSettings("{broken", ["en"]).motion).toBe("normal");
});

test("own cards have the sizes of the design, and the hand stays in the bottom 35 %", () => {
  expect(cardSizes(360, 640, "normal").hand).toBe(64);
  expect(cardSizes(768, 1024, "normal").hand).toBe(88);
  expect(cardSizes(1440, 900, "normal").hand).toBe(104);
  expect(cardSizes(360, 640, "large").hand).toBeGreaterThan(64);
  expect(cardSizes(640, 360, "normal").hand * 1.4).toBeLessThan(360 * 0.35);
});

test("bots at one table never share a name, and keep it", () => {
  const names = [0, 1, 2, 3, 4, 5].map((seat) => botName("t4ble", seat));
  expect(new Set(names).size).toBe(6);
  expect(botName("t4ble", 2)).toBe(names[2]);
});
test("we come first in the name of our side", () => {
  const info = { table: "t", you: 2, chairs: [{ kind: "person", name: "Rita", here: true }, { kind: "open" }, { kind: "person", name: "Anna", here: true }, { kind: "open" }] } as unknown as TableInfo;
  expect(sideName(info, [0, 1, 0, 1], 0)).toBe("You and Rita");
});
