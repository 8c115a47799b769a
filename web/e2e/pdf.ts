// The text of a PDF by Chromium, letter by letter: enough to check the content of a printed page.
import { inflateSync } from "node:zlib";

interface Part { dictionary: string; stream: Buffer | null }

function parts(file: Buffer): Map<string, Part> {
  const text = file.toString("latin1");
  const found = new Map<string, Part>();
  for (const match of text.matchAll(/(\d+) 0 obj\s([\s\S]*?)endobj/g)) {
    const body = match[2]!;
    const begins = /stream\r?\n/.exec(body);
    if (begins === null) {
      found.set(match[1]!, { dictionary: body, stream: null });
      continue;
    }
    const dictionary = body.slice(0, begins.index);
    const raw = Buffer.from(body.slice(begins.index + begins[0].length, body.lastIndexOf("endstream")), "latin1");
    found.set(match[1]!, { dictionary, stream: dictionary.includes("FlateDecode") ? inflateSync(raw) : raw });
  }
  return found;
}

/** Returns the letters of a font's glyphs. */
function letters(map: string): Map<number, string> {
  const found = new Map<number, string>();
  const word = (hex: string) => Buffer.from(hex, "hex").swap16().toString("utf16le");
  for (const [, block] of map.matchAll(/beginbfchar([\s\S]*?)endbfchar/g))
    for (const [, glyph, text] of block!.matchAll(/<(\w+)> <(\w+)>/g)) found.set(parseInt(glyph!, 16), word(text!));
  for (const [, block] of map.matchAll(/beginbfrange([\s\S]*?)endbfrange/g))
    for (const [, first, last, text] of block!.matchAll(/<(\w+)> <(\w+)> <(\w+)>/g))
      for (let glyph = parseInt(first!, 16); glyph <= parseInt(last!, 16); glyph++)
        found.set(glyph, String.fromCodePoint(word(text!).codePointAt(0)! + glyph - parseInt(first!, 16)));
  return found;
}

/** Returns the text of all pages without spaces, because word boundaries are only positions. */
export function written(file: Buffer): string {
  const all = parts(file);
  const fonts = new Map<string, Map<number, string>>();
  for (const [number, { dictionary }] of all) {
    const map = /\/ToUnicode (\d+) 0 R/.exec(dictionary)?.[1];
    if (map !== undefined) fonts.set(number, letters(all.get(map)?.stream?.toString("latin1") ?? ""));
  }
  let said = "";
  for (const { stream, dictionary } of all.values()) {
    if (stream === null || /\/(Font|Length1|CIDInit|Image)/.test(dictionary)) continue;
    let font = new Map<number, string>();
    for (const [, name, hex] of stream.toString("latin1").matchAll(/\/F(\d+) [\d.]+ Tf|<([0-9A-Fa-f]+)>/g)) {
      if (name !== undefined) font = fonts.get(name) ?? new Map();
      else for (let place = 0; place + 4 <= hex!.length; place += 4) said += font.get(parseInt(hex!.slice(place, place + 4), 16)) ?? "";
    }
  }
  return said.replaceAll(/\s/g, "");
}
