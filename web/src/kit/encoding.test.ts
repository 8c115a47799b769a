// The same cases as in `crates/notation/src/encoding.rs`.
import { expect, test } from "vitest";
import { decode } from "./encoding";

const bytes = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0));

test.each([
  ["Jos\xc3\xa9", "José", "UTF-8"],
  ["\xef\xbb\xbfJos\xc3\xa9", "José", "UTF-8"],
  ["\xef\xbb\xbfJos\xe9", "José", "ISO 8859-1"],
  ["Jos\xe9", "José", "ISO 8859-1"],
  ["D\x92Arcy Jos\xe9 \x80", "D’Arcy José €", "Windows-1252"],
  ["\x81\x8d\x8f\x90\x9d", "\ufffd".repeat(5), "Windows-1252"],
  ["\xff\xfe[\0\xe9\0", "[é", "UTF-16LE"],
  ["\xfe\xff\0[\0\xe9", "[é", "UTF-16BE"],
  ["[\0B\0\x19\x20", "[B’", "UTF-16LE"],
  ["\0[\0B\x20\x19", "[B’", "UTF-16BE"],
  ["\xff\xfe[\0\xe9", "[\ufffd", "UTF-16LE"],
])("%j is %s in %s", (file, text, encoding) => {
  expect(decode(bytes(file))).toEqual({ text, encoding });
});
