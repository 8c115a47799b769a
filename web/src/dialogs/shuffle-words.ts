// The words of the checking of a shuffle, which come with it: who plays never loads these.
import en from "../../../text/en/shuffle-page.json";
import it from "../../../text/it/shuffle-page.json";
import { settings } from "../kit/settings.svelte";
import { fill } from "../words/words";

const words: Record<typeof settings.language, Record<string, string>> = { en, it };

export const say = (key: keyof typeof en, params: Record<string, unknown> = {}): string => fill(words[settings.language][key] ?? key, params);

/** The sentence for one or for many. */
export const count = (key: "shuffle.decks" | "shuffle.reshuffles" | "shuffle.voided", n: number, params: Record<string, unknown> = {}): string => say(`${key}.${n === 1 ? "one" : "many"}`, { n, ...params });

/** What does not fit, by the code of the refusal; nothing, if there are no words for it. */
export function wrongWord(code: string, params: Record<string, unknown>): string | null {
  const word = words[settings.language][`shuffle.wrong.${code}`];
  return word === undefined ? null : fill(word, params);
}
