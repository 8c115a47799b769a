// The file in which a browser's things are carried: taken over whole, or refused with what is wrong.
import { beforeEach, describe, expect, test } from "vitest";
import { carry, readCarried, type Part } from "./carried";

let shelf: string[] = [];
let wall: string[] = [];
beforeEach(() => ([shelf, wall] = [[], []]));
const words = (name: string, place: () => string[]): Part<string[]> => ({
  name,
  carry: async () => (place().length === 0 ? undefined : [...place()]),
  read: (found) => (Array.isArray(found) && found.every((one) => typeof one === "string") ? { value: found as string[] } : { wrong: "titles" }),
  take: async (value) => void place().push(...value),
});
const PARTS = [words("books", () => shelf), words("pictures", () => wall)] as readonly Part[];

describe("a carried file", () => {
  test("has what there is, and brings it to another browser", async () => {
    shelf = ["Emma"];
    const file = await carry(PARTS);
    expect(JSON.parse(file)).toEqual({ format: "parlour-browser/1", books: ["Emma"] });
    shelf = ["Persuasion"];
    const carried = readCarried(file, PARTS);
    if ("fault" in carried) throw new Error(carried.fault);
    expect([carried.parts, shelf]).toEqual([["books"], ["Persuasion"]]);
    await carried.take();
    expect(shelf).toEqual(["Persuasion", "Emma"]);
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
    ["with a part nobody knows", '{"format":"parlour-browser/1","books":["Emma"],"secrets":{}}', { fault: "unknown", part: "secrets" }],
    ["with a broken second part", '{"format":"parlour-browser/1","books":["Emma"],"pictures":7}', { fault: "wrong", part: "pictures", wrong: "titles" }],
  ])("that is %s is refused, and nothing of it is taken over", (_, text, fault) => {
    expect(readCarried(text, PARTS)).toEqual(fault);
    expect([shelf, wall]).toEqual([[], []]);
  });
});
