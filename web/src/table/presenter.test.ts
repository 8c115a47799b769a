// Notices are shown one after another; any input shows the rest at once.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { present } from "./presenter";

beforeEach(() => { vi.useFakeTimers(); });
afterEach(() => vi.useRealTimers());

const setting = (time = 500) => {
  const shown: [string, boolean][] = [];
  const rests: boolean[] = [];
  const presenter = present<string>(async (item, atOnce) => { shown.push([item, atOnce]); return atOnce ? 0 : time; }, (rest) => rests.push(rest));
  return { shown, rests, presenter };
};

test("the next item waits for the motion of the one before", async () => {
  const { shown, rests, presenter } = setting();
  presenter.push("a");
  presenter.push("b");
  await vi.advanceTimersByTimeAsync(499);
  expect(shown).toEqual([["a", false]]);
  await vi.advanceTimersByTimeAsync(1);
  expect(shown).toEqual([["a", false], ["b", false]]);
  expect(rests).toEqual([false]);
  await vi.advanceTimersByTimeAsync(500);
  expect(rests).toEqual([false, true]);
});

test("a flush shows all waiting items, the last with its motion", async () => {
  const { shown, presenter } = setting();
  for (const item of ["a", "b", "c"]) presenter.push(item);
  await vi.advanceTimersByTimeAsync(10);
  presenter.flush();
  await vi.advanceTimersByTimeAsync(0);
  expect(shown).toEqual([["a", false], ["b", true], ["c", false]]);
});

test("after a flush the next notice is shown with its motion again", async () => {
  const { shown, presenter } = setting();
  presenter.push("a");
  presenter.flush();
  await vi.advanceTimersByTimeAsync(600);
  presenter.push("b");
  presenter.push("c");
  await vi.advanceTimersByTimeAsync(100);
  expect(shown.map(([item]) => item)).toEqual(["a", "b"]);
});

test("a long queue is shown without motion", async () => {
  const { shown, presenter } = setting();
  for (let index = 0; index < 12; index += 1) presenter.push(String(index));
  await vi.advanceTimersByTimeAsync(600);
  expect(shown).toHaveLength(12);
});

test("a stopped presenter shows nothing more", async () => {
  const { shown, presenter } = setting();
  presenter.push("a");
  presenter.push("b");
  await vi.advanceTimersByTimeAsync(10);
  presenter.stop();
  await vi.advanceTimersByTimeAsync(2000);
  expect(shown).toHaveLength(1);
});
