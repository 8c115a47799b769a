// The command line of Cassino.
import { expect, test } from "vitest";
import { understand } from "./command";

const LEGAL = ["8d x 3h 5c [2d 6c]", "8d x 3h 5c", "2d + 5c = sum 7", "5s + 5c = rank 5", "5s + 5c = sum 10", "Kc"];

test.each([
  ["play Kc", "Kc"],
  ["trail 4c", "4c"],
  ["take 8d 5c+3h [6c 2d]", "8d x 3h 5c [2d 6c]"],
  ["8d x 3h 5c", "8d x 3h 5c"],
  ["build 2d 5c = 7", "2d + 5c = sum 7"],
  ["build 2d 5c", "2d + 5c = sum 7"],
  ["2d + 5c = sum 7", "2d + 5c = sum 7"],
  ["costruisci 5s 5c = rank 5", "5s + 5c = rank 5"],
  ["build 2d 6c = 8", "2d + 6c = sum 8"],
])("%s", (line, action) => expect(understand(line, LEGAL)).toEqual({ act: action }));

test("what is not clear is said", () => {
  expect(understand("8d", LEGAL)).toEqual({ unclear: "choice", what: "8d" });
  expect(understand("build 5s 5c", LEGAL)).toEqual({ unclear: "choice", what: "5s" });
  expect(understand("take 8d zz", LEGAL)).toEqual({ unclear: "card", what: "zz" });
  expect(understand("dance", LEGAL)).toEqual({ unclear: "words", what: "dance" });
});
