// A position in a replay as the fragment of an address.
import { expect, test } from "vitest";
import { readPosition, writePosition } from "./replay-source";

test("a position goes into the address and comes back", () => {
  expect(writePosition(1, 14)).toBe("#deal=2&step=14");
  expect(readPosition("#deal=2&step=14")).toEqual({ deal: 1, step: 14 });
  expect(readPosition("")).toEqual({ deal: 0, step: 0 });
  expect(readPosition("#deal=-3&step=x")).toEqual({ deal: 0, step: 0 });
});
