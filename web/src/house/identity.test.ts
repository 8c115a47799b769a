// The token and the list of tables.
import { beforeEach, describe, expect, test } from "vitest";
import { forgetTable, myTables, rememberTable, token } from "./identity";

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
