import { expect, test } from "vitest";
import { questionAt } from "./study-here";

const fileOf = (...bytes: number[]) => (questionAt("/api/boards", Uint8Array.from(bytes)) as { file: string }).file;

test("a request to the server becomes a question to the module", () => {
  const question = { ask: "tricks" as const, hands: [], dealer: 0, vulnerable: [false, true] as [boolean, boolean] };
  expect(questionAt("/api/double-dummy", question)).toEqual({ about: "doubleDummy", question });
  expect(questionAt("/api/boards", Uint8Array.of(0x5b))).toEqual({ about: "boards", file: "[" });
  expect(questionAt("/api/boards/12", Uint8Array.of(0x5b))).toEqual({ about: "board", file: "[", number: 12 });
});

test("a file is decoded as UTF-8, otherwise as ISO 8859-1", () => {
  expect(fileOf(...new TextEncoder().encode("Nicolò Łódź"))).toBe("Nicolò Łódź");
  expect(fileOf(0x4e, 0x69, 0x63, 0xf2, 0x80)).toBe("Nicò\u0080");
  // The byte order mark of UTF-8 stays: the parser skips it when it detects the notation.
  expect(fileOf(0xef, 0xbb, 0xbf, 0x5b)).toBe("\ufeff[");
});
