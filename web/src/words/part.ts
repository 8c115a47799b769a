// The words of a part that comes later than the page itself, and brings its own in every language: who does not need the part never
// loads them.
import { settings, type Language } from "../kit/settings.svelte";
import { fill } from "./words";

type Facts = Record<string, unknown>;

/** How a part says what it says; both languages have every key. */
export function partWords<Key extends string>(words: Record<Language, Record<Key, string>>) {
  /** What is said, if anybody has written it. */
  const find = (key: string, params: Facts = {}): string | null => {
    const word: string | undefined = (words[settings.language] as Record<string, string>)[key];
    return word === undefined ? null : fill(word, params);
  };
  const say = (key: Key, params: Facts = {}): string => find(key, params) ?? key;
  return { find, say };
}
