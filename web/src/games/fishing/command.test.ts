// The command line of the fishing games.
import { expect, test } from "vitest";
import { understand } from "./command";

const LEGAL = ["7d x 3s 4c", "7d x 2h 5h", "Kc", "2c x 2d"];

test.each([
  ["play Kc", "Kc"],
  ["kc", "Kc"],
  ["take 7d 4c+3s", "7d x 3s 4c"],
  ["take 7d with 5h 2h", "7d x 2h 5h"],
  ["7d x 3s 4c", "7d x 3s 4c"],
  ["7♦ = 4♣ + 3♠", "7d x 3s 4c"],
  ["prendi 2c con 2d", "2c x 2d"],
  ["play 2c", "2c x 2d"],
])("%s", (line, action) => {
  expect(understand(line, LEGAL)).toEqual({ act: action });
});

test("several captures are a choice, not a guess", () => {
  expect(understand("play 7d", LEGAL)).toEqual({ unclear: "choice", what: "7d" });
});
test("what cannot be read is named", () => {
  expect(understand("play 7x", LEGAL)).toEqual({ unclear: "card", what: "7x" });
  expect(understand("hello", LEGAL)).toEqual({ unclear: "words", what: "hello" });
  expect(understand("play", LEGAL)).toEqual({ unclear: "words", what: "play" });
});
test("an action that is not legal is passed on", () => {
  expect(understand("take 7d 4c", LEGAL)).toEqual({ act: "7d x 4c" });
  expect(understand("play 9h", LEGAL)).toEqual({ act: "9h" });
});
