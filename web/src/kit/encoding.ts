// Text encodings of files of boards, decided for the whole file as `crates/notation/src/encoding.rs` does.

export type Encoding = "UTF-8" | "UTF-16LE" | "UTF-16BE" | "ISO 8859-1" | "Windows-1252";

/** Decodes a file. A byte order mark is dropped. Bytes that aren't UTF-8 are Windows-1252 if one of them is a control character in ISO 8859-1. */
export function decode(file: Uint8Array): { text: string; encoding: Encoding } {
  const wide = wideEncoding(file);
  if (wide !== null) return { text: new TextDecoder(wide).decode(file), encoding: wide };
  const bytes = file[0] === 0xef && file[1] === 0xbb && file[2] === 0xbf ? file.subarray(3) : file;
  try {
    return { text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes), encoding: "UTF-8" };
  } catch {
    if (!bytes.some((byte) => byte >= 0x80 && byte <= 0x9f)) return { text: singleBytes(bytes), encoding: "ISO 8859-1" };
    return { text: singleBytes(bytes, WINDOWS), encoding: "Windows-1252" };
  }
}

/** UTF-16 is known by its mark, or by a zero in every other byte: a file of boards begins with ASCII. */
function wideEncoding([a, b, c, d]: Uint8Array): "UTF-16LE" | "UTF-16BE" | null {
  const isAscii = (byte: number | undefined) => byte !== undefined && byte >= 1 && byte <= 127;
  if ((a === 0xff && b === 0xfe) || (isAscii(a) && b === 0 && isAscii(c) && d === 0)) return "UTF-16LE";
  if ((a === 0xfe && b === 0xff) || (a === 0 && isAscii(b) && c === 0 && isAscii(d))) return "UTF-16BE";
  return null;
}

/** Characters of the bytes 128 to 159 in Windows-1252; a \ufffd is undefined. Node 20 decodes them as ISO 8859-1. */
const WINDOWS = "€\ufffd‚ƒ„…†‡ˆ‰Š‹Œ\ufffdŽ\ufffd\ufffd‘’“”•–—˜™š›œ\ufffdžŸ";

const singleBytes = (bytes: Uint8Array, from128 = "") =>
  Array.from(bytes, (byte) => from128[byte - 128] ?? String.fromCharCode(byte)).join("");
