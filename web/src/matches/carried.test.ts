// What goes to another device: a file of parts, a link for who we are.
import { beforeEach, expect, test } from "vitest";
import { myTables, rememberTable, token } from "../house/identity";
import { FORMAT, partsIn, take, written, type Part } from "../kit/carried";
import { becomeGuestIn, guestIn, identityLink, identityPart } from "./carried";

beforeEach(() => localStorage.clear());
const GUEST = "g".repeat(43);

test("a file holds the parts that were chosen; each reads its own, and what nobody knows is left alone", async () => {
  const read: unknown[] = [];
  const part = (name: string, good: boolean): Part => ({ name, write: () => Promise.resolve([name]), read: (value) => (read.push(value), good) });
  const text = await written([part("matches", true), part("settings", true)]);
  expect(JSON.parse(text)).toEqual({ format: FORMAT, matches: ["matches"], settings: ["settings"] });
  expect(await take(partsIn(text)!, [part("settings", false), part("identity", true)])).toEqual(["settings"]);
  expect(read).toEqual([["settings"]]);
  for (const other of ["", "{", "null", "3", '{"format":"parlour-pad/1"}', '{"matches":[]}']) expect(partsIn(other)).toBeNull();
});
test("who we are is carried with the tables at which we sit, and a broken file changes nothing", () => {
  rememberTable("a", "scopa");
  rememberTable("b", "gin-rummy");
  const before = token();
  const file: unknown = JSON.parse(JSON.stringify(identityPart.write()));
  localStorage.clear();
  rememberTable("c", "speed");
  const here = token();
  for (const wrong of [null, {}, { token: "short" }, { token: GUEST, tables: 3 }, [GUEST]]) expect(identityPart.read(wrong)).toBe(false);
  expect(token()).toBe(here);
  expect(identityPart.read(file)).toBe(true);
  expect(token()).toBe(before);
  expect(myTables().map(({ table }) => table)).toEqual(["b", "a", "c"]);
  expect(identityPart.read({ token: GUEST, tables: [{ table: "../x", game: "scopa" }, null] })).toBe(true);
  expect(myTables()).toHaveLength(3);
});
test("the link says who we are behind the sign that no server is sent, with the last tables", () => {
  for (const table of ["a", "b", "c", "d"]) rememberTable(table, "scopa");
  const link = new URL(identityLink("https://house.example"));
  expect([link.pathname, link.search]).toEqual(["/matches", ""]);
  const guest = guestIn(link.hash)!;
  expect(guest).toEqual({ token: token(), tables: ["d", "c", "b"].map((table) => ({ table, game: "scopa" })) });
  localStorage.clear();
  becomeGuestIn(guest);
  expect([token(), myTables().map(({ table }) => table)]).toEqual([guest.token, ["d", "c", "b"]]);
  for (const hash of ["", "#", "#guest=short", `#table=${GUEST}`, "#deal=3"]) expect(guestIn(hash)).toBeNull();
});
