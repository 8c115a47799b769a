import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Game } from "../backend/wire";
import { firstGames } from "./first-games";

const GAMES = [{ id: "scopa" }] as Game[];

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("games that have arrived are taken once", async () => {
  const first = firstGames(Promise.resolve(GAMES));
  await first.soon();
  expect(first.take()).toBe(GAMES);
  expect(first.take()).toBeNull();
});

test("late games are waited for a moment, and then taken as a request", async () => {
  let answer = (_: Game[]) => {};
  const request = new Promise<Game[]>((resolve) => (answer = resolve));
  const first = firstGames(request);
  const soon = first.soon();
  vi.advanceTimersByTime(100);
  await soon;
  expect(first.take()).toBe(request);
  answer(GAMES);
  await request;
  expect(first.take()).toBeNull();
});

test("a failed request is waited for no longer, and Home gets the failure", async () => {
  const first = firstGames(Promise.reject(new Error("unreachable")));
  await first.soon();
  await expect(first.take()).rejects.toThrow("unreachable");
});

test("another page needs no games", async () => {
  const first = firstGames(null);
  await first.soon();
  expect(first.take()).toBeNull();
});
