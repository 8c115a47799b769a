// The base path of the page, derived from the place of its scripts, and used in every address.
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { base, baseOf } from "./base";

test.each([
  ["https://cards.example/assets/home-abc.js", "/"],
  ["https://cards.example/some/folder/assets/home-abc.js", "/some/folder/"],
  ["http://127.0.0.1:4880/a%20folder/assets/ask-worker-1.js?x#y", "/a%20folder/"],
])("a script at %s is of the page in %s", (script, folder) => expect(baseOf(script)).toBe(folder));

test("the base path is / outside a build", () => expect(base).toBe("/"));

test("every address of the page begins with the base path", () => {
  // Exceptions: routes of the navigation, which adds the base itself, and addresses of the server.
  const absolute = /(?:(?:href|src|action)=["'{`]+|(?:go|fetch|open|replace|pushState|replaceState|register)\([^()]*["'`]|(?:origin|host)\}|: ["'`])\/(?!api\/|ws\b|\/)[\w$-]/;
  const found = readdirSync("src", { recursive: true, encoding: "utf8" })
    .filter((file) => /\.(svelte|ts)$/.test(file) && !file.includes(".test"))
    .flatMap((file) => readFileSync(`src/${file}`, "utf8").split("\n").flatMap((line, at) => (absolute.test(line) ? [`${file}:${at + 1}: ${line.trim()}`] : [])));
  expect(found).toEqual([]);
});
