// The texts of the pads, loaded with them.
import en from "../../../../text/en/pad-page.json";
import it from "../../../../text/it/pad-page.json";
import { settings } from "../../kit/settings.svelte";
import { fill, say as sayOnPage, type PageKey } from "../../words/words";

type PadKey = keyof typeof en;
export const padPage: Record<typeof settings.language, Record<string, string>> = { en, it };

export function say(key: PadKey | PageKey, params: Record<string, unknown> = {}): string {
  const word = padPage[settings.language][key];
  return word === undefined ? sayOnPage(key as PageKey, params) : fill(word, params);
}

/** Returns the singular or plural sentence. */
export const count = (key: "pads.status.waiting", n: number): string => say(`${key}.${n === 1 ? "one" : "many"}`, { n });
