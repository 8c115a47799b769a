// The folder of the page, read off where its scripts lie; and that no address leaves it out.
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { base, baseOf } from "./base";

test.each([
  ["https://cards.example/assets/home-abc.js", "/"],
  ["https://cards.example/some/house/assets/home-abc.js", "/some/house/"],
  ["http://127.0.0.1:4880/a%20house/assets/ask-worker-1.js?x#y", "/a%20house/"],
])("a script at %s is of the page in %s", (script, folder) => expect(baseOf(script)).toBe(folder));

test("where nothing was built it is the whole host", () => expect(base).toBe("/"));

test("every address of a place or a file of the page begins with it", () => {
  // The routes of navigation come after it, and the server's own addresses are not the page's.
  const absolute = /(?:(?:href|src|action)=["'{`]+|(?:go|fetch|open|replace|pushState|replaceState|register)\([^()]*["'`]|(?:origin|host)\}|: ["'`])\/(?!api\/|ws\b|\/)[\w$-]/;
  const found = readdirSync("src", { recursive: true, encoding: "utf8" })
    .filter((file) => /\.(svelte|ts)$/.test(file) && !file.includes(".test"))
    .flatMap((file) => readFileSync(`src/${file}`, "utf8").split("\n").flatMap((line, at) => (absolute.test(line) ? [`${file}:${at + 1}: ${line.trim()}`] : [])));
  expect(found).toEqual([]);
});
