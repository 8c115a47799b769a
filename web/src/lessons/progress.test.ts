import { beforeEach, expect, test } from "vitest";
import { difficultyOf } from "./exercises";
import { noteSolved, progress, streak } from "./progress";

const puzzle = (id: string) => ({ id, kind: "puzzle" as const });

beforeEach(() => localStorage.clear());

test("puzzles solved without help are a streak, which help ends", () => {
  noteSolved("scopa", puzzle("a"), "alone");
  noteSolved("cassino", puzzle("a"), "alone");
  expect(streak()).toBe(2);
  // A puzzle counts once, and a lesson never.
  noteSolved("scopa", puzzle("a"), "alone");
  noteSolved("scopa", { id: "lesson", kind: "lesson" }, "helped");
  expect(streak()).toBe(2);
  noteSolved("scopa", puzzle("b"), "helped");
  expect(streak()).toBe(0);
  noteSolved("scopa", puzzle("b"), "alone");
  expect(streak()).toBe(0);
  expect(progress()["scopa"]).toEqual({ a: "alone", lesson: "helped", b: "alone" });
});

test("a damaged streak counts as none", () => {
  localStorage.setItem("parlour.puzzle-streak", "many");
  expect(streak()).toBe(0);
});

test("the first third of a game's puzzles is easy and the last hard", () => {
  expect(Array.from({ length: 6 }, (_, place) => difficultyOf(place, 6))).toEqual(["easy", "easy", "medium", "medium", "hard", "hard"]);
  expect(difficultyOf(0, 1)).toBe("easy");
});
