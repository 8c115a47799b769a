// Texts of a part of the page that is loaded later. The part brings its texts in every language, so that
// other pages do not load them.
import { settings, type Language } from "../kit/settings.svelte";
import { fill } from "./words";

type Facts = Record<string, unknown>;

/** Returns the functions that look up a part's texts. Both languages have every key. */
export function partWords<Key extends string>(words: Record<Language, Record<Key, string>>) {
  /** Returns the text, or null if there is none. */
  const find = (key: string, params: Facts = {}): string | null => {
    const word: string | undefined = (words[settings.language] as Record<string, string>)[key];
    return word === undefined ? null : fill(word, params);
  };
  const say = (key: Key, params: Facts = {}): string => find(key, params) ?? key;
  return { find, say };
}
