// Matches and identity in a file, and identity in a link, for another device.
import { beforeEach, expect, test } from "vitest";
import { myTables, rememberTable, token } from "../backend/identity";
import { carry, readCarried, type Part } from "../kit/carried";
import { becomeGuestIn, guestIn, identityLink, identityPart, matchesPart } from "./carried";
import { match } from "./match.test-data";

beforeEach(() => localStorage.clear());
const GUEST = "g".repeat(43);

test("the identity is carried with its tables, and an invalid file changes nothing", async () => {
  rememberTable("a", "scopa");
  rememberTable("b", "gin-rummy");
  const before = token();
  const file = await carry([identityPart] as readonly Part[]);
  localStorage.clear();
  rememberTable("c", "speed");
  const here = token();
  for (const wrong of [null, {}, { token: "short" }, { token: GUEST, tables: 3 }, [GUEST], { token: GUEST, tables: [{ table: "../x", game: "scopa" }] }]) expect(identityPart.read(wrong)).toHaveProperty("wrong");
  const carried = readCarried(file, [identityPart] as readonly Part[]);
  expect(token()).toBe(here);
  if ("fault" in carried) throw new Error(carried.fault);
  await carried.take();
  expect(token()).toBe(before);
  expect(myTables().map(({ table }) => table)).toEqual(["b", "a", "c"]);
});
test("local tables are not carried", async () => {
  for (const table of ["a", "b", "c", "local-d", "local-e"]) rememberTable(table, "scopa");
  const there = ["c", "b", "a"].map((table) => ({ table, game: "scopa" }));
  expect(await identityPart.carry()).toEqual({ token: token(), tables: there });
  expect(guestIn(new URL(identityLink("https://cards.example")).hash)?.tables).toEqual(there);
});
test("matches are taken over all or none, and the first invalid one is named", () => {
  expect(matchesPart.read([match(), match({ table: "T2" })])).toEqual({ value: [match(), match({ table: "T2" })] });
  expect(matchesPart.read([match(), { table: "T2" }])).toEqual({ wrong: "2" });
  expect(matchesPart.read({})).toEqual({ wrong: "list" });
});
test("the link has the identity and the last tables in its fragment", () => {
  for (const table of ["a", "b", "c", "d"]) rememberTable(table, "scopa");
  const link = new URL(identityLink("https://cards.example"));
  expect([link.pathname, link.search]).toEqual(["/matches", ""]);
  const guest = guestIn(link.hash)!;
  expect(guest).toEqual({ token: token(), tables: ["d", "c", "b"].map((table) => ({ table, game: "scopa" })) });
  localStorage.clear();
  becomeGuestIn(guest);
  expect([token(), myTables().map(({ table }) => table)]).toEqual([guest.token, ["d", "c", "b"]]);
  // A known table keeps its details.
  rememberTable("c", "scopa", { others: ["Bert"], score: [1, 0], turn: "yours", actor: null });
  becomeGuestIn(guest);
  expect(myTables()[0]).toMatchObject({ table: "c", seen: { others: ["Bert"] } });
  for (const hash of ["", "#", "#guest=short", `#table=${GUEST}`, "#deal=3"]) expect(guestIn(hash)).toBeNull();
});
