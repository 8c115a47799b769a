// The store does not fail if the browser has no storage or no space.
import { expect, test } from "vitest";
import { match } from "./match.test-data";
import { MatchStore } from "./store";

test("without storage nothing throws, and the next attempt opens it again", async () => {
  let opened = 0;
  const full = new MatchStore(() => {
    opened += 1;
    return Promise.reject(new DOMException("full", "QuotaExceededError"));
  });
  expect(await full.all()).toEqual([]);
  expect(await full.keep([match()])).toBe(false);
  expect(await full.forget("T1")).toBe(false);
  expect(opened).toBe(3);
  const none = new MatchStore(() => {
    throw new ReferenceError("indexedDB is not defined");
  });
  expect(await none.all()).toEqual([]);
});
