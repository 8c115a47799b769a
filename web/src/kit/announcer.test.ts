// Announcements, and their removal.
import { expect, test, vi } from "vitest";
import { announcer } from "./announcer.svelte";

test("an announcement is cleared, and a repeat is announced again", () => {
  vi.useFakeTimers();
  announcer.say("Your turn.");
  const first = announcer.text;
  announcer.say("Your turn.");
  expect(announcer.text).not.toBe(first);
  vi.advanceTimersByTime(5_000);
  expect(announcer.text).toBe("");
  vi.useRealTimers();
});
