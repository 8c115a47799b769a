// Bells: the offset of the clock that the server gets.
import { expect, test } from "vitest";
import { clock } from "./bells";

test("the clock of a place ahead of UTC is positive", () => {
  const at = (offset: number) => clock({ getTimezoneOffset: () => offset } as Date);
  expect([at(-120), at(0), at(210)]).toEqual([120, 0, -210]);
});
