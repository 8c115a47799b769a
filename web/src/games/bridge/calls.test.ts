// Calls and contracts in words.
import { expect, test } from "vitest";
import { callName, contractName, explained, meaning, readContract, standing } from "./calls";

test("contracts are parsed, and other texts are not", () => {
  expect(readContract("4SX")).toEqual({ level: 4, strain: "S", doubled: "X" });
  expect(readContract("7N")).toEqual({ level: 7, strain: "N", doubled: "" });
  for (const text of ["P", "X", "8S", "4SXXX", "", null]) expect(readContract(text)).toBeNull();
});

test("a contract is described", () => {
  expect(explained(readContract("6SX")!)).toBe("12 tricks in spades, doubled");
  expect(explained(readContract("3N")!)).toBe("9 tricks at no trump");
  expect(contractName(readContract("1H")!)).toBe("1 heart");
  expect(contractName(readContract("2CXX")!)).toBe("2 clubs, redoubled");
  expect(callName("XX")).toBe("redouble");
});

test("a further bid ends a double", () => {
  expect(standing(["1H", "X", "1S"])).toEqual(readContract("1S"));
  expect(standing(["P", "1H", "X", "P", "P", "XX"])).toEqual(readContract("1HXX"));
  expect(standing(["P", "P"])).toBeNull();
});

test("the contract after a call is described", () => {
  expect(meaning("X", ["1S", "P", "4S"])).toBe("10 tricks in spades, doubled");
  expect(meaning("5C", ["4S"])).toBe("11 tricks in clubs");
  expect(meaning("P", ["1S", "P", "P"])).toBe("the auction ends: 7 tricks in spades");
  expect(meaning("P", ["1S", "P"])).toBe("no bid this time");
});
