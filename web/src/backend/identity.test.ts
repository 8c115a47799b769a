// The guest's token and the list of tables.
import { beforeEach, describe, expect, test } from "vitest";
import { becomeGuest, enterAccount, forgetTable, isToken, leaveAccount, myMatches, myTables, rememberTable, token, type Seen } from "./identity";

describe("identity", () => {
  beforeEach(() => localStorage.clear());
  test("the token is 43 characters and stays the same", () => {
    const first = token();
    expect(first).toMatch(/^[\w-]{43}$/);
    expect(token()).toBe(first);
    localStorage.setItem("parlour.token", "broken");
    expect(token()).not.toBe(first);
  });
  test("tables are listed once, newest first, and can be removed", () => {
    rememberTable("a", "scopa");
    rememberTable("b", "scopa");
    rememberTable("a", "scopa");
    expect(myTables().map(({ table }) => table)).toEqual(["a", "b"]);
    forgetTable("a");
    expect(myTables().map(({ table }) => table)).toEqual(["b"]);
    localStorage.setItem("parlour.tables", "{broken");
    expect(myTables()).toEqual([]);
  });
  test("full storage is no error, and another guest needs a token", () => {
    const full = { getItem: () => null, setItem: () => { throw new DOMException("full", "QuotaExceededError"); } } as unknown as Storage;
    expect(() => rememberTable("a", "scopa", undefined, full)).not.toThrow();
    expect(() => forgetTable("a", full)).not.toThrow();
    expect(becomeGuest("g".repeat(43), full)).toBe(false);
    expect(becomeGuest("g".repeat(43))).toBe(true);
    expect(token()).toBe("g".repeat(43));
    expect([isToken("short"), isToken(3), isToken(`${"g".repeat(42)}/`)]).toEqual([false, false, false]);
  });
  test("a device of an account becomes the guest again that it was", () => {
    const guest = token();
    enterAccount("d".repeat(43));
    expect(token()).toBe("d".repeat(43));
    leaveAccount();
    expect(token()).toBe(guest);
    // The token that claimed the account means the account, and can't be a guest's again.
    leaveAccount();
    expect(token()).not.toBe(guest);
  });
  test("a table keeps its last state, and a finished match its replay", () => {
    const seen: Seen = { others: ["Carla"], score: [7, 5], turn: "yours", actor: null };
    rememberTable("a", "scopa", seen);
    expect(myTables()[0]?.seen).toEqual(seen);
    rememberTable("a", "scopa", { ...seen, score: [11, 5], turn: "over" });
    expect(myTables()).toEqual([]);
    expect(myMatches().map(({ table }) => table)).toEqual(["a"]);
    for (let n = 0; n < 50; n += 1) rememberTable(`over-${n}`, "scopa", { ...seen, turn: "over" });
    rememberTable("b", "scopa", seen);
    expect([myMatches().length, myTables().length]).toEqual([20, 1]);
    localStorage.setItem("parlour.tables", JSON.stringify([{ table: "x", game: "scopa", seen: { others: 3 } }, null]));
    expect(myTables()).toEqual([]);
  });
});
