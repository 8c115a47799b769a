import { expect, test } from "vitest";
import { questionAt } from "./study-here";

const fileOf = (...bytes: number[]) => (questionAt("/api/boards", Uint8Array.from(bytes)) as { file: string }).file;

test("a request to the server becomes a question to the module", () => {
  const question = { ask: "tricks" as const, hands: [], dealer: 0, vulnerable: [false, true] as [boolean, boolean] };
  expect(questionAt("/api/double-dummy", question)).toEqual({ about: "doubleDummy", question });
  expect(questionAt("/api/boards", Uint8Array.of(0x5b))).toEqual({ about: "boards", file: "[" });
  expect(questionAt("/api/boards/12", Uint8Array.of(0x5b))).toEqual({ about: "board", file: "[", number: 12 });
});

test("a file is decoded as a server decodes it", () => {
  expect(fileOf(...new TextEncoder().encode("Nicolò Łódź"))).toBe("Nicolò Łódź");
  expect(fileOf(0x44, 0x92, 0x41)).toBe("D’A");
  expect(fileOf(0xef, 0xbb, 0xbf, 0x5b)).toBe("[");
});
