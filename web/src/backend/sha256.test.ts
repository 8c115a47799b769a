// SHA-256 of 32 bytes, compared with the library of Node.js.
import { createHash, randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { sha256 } from "./sha256";

const theirs = (digits: string) => createHash("sha256").update(Buffer.from(digits, "hex")).digest("hex");

test("hashes equal those of Node.js", () => {
  for (const digits of ["00".repeat(32), "ff".repeat(32), "01".repeat(32), "80".repeat(32)]) expect(sha256(digits)).toBe(theirs(digits));
  for (let bit = 0; bit < 256; bit += 1) {
    const digits = (1n << BigInt(bit)).toString(16).padStart(64, "0");
    expect(sha256(digits)).toBe(theirs(digits));
  }
  for (let round = 0; round < 2000; round += 1) {
    const digits = randomBytes(32).toString("hex");
    expect(sha256(digits)).toBe(theirs(digits));
  }
});
