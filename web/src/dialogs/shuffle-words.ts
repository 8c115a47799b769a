// The words of the checking of a shuffle, which come with it: who plays never loads these.
import en from "../../../text/en/shuffle-page.json";
import it from "../../../text/it/shuffle-page.json";
import { partWords } from "../words/part";

const { find, say } = partWords({ en, it });
export { say };

/** The sentence for one or for many. */
export const count = (key: "shuffle.decks" | "shuffle.reshuffles" | "shuffle.voided", n: number, params: Record<string, unknown> = {}): string => say(`${key}.${n === 1 ? "one" : "many"}`, { n, ...params });

/** What does not fit, by the code of the refusal; nothing, if there are no words for it. */
export const wrongWord = (code: string, params: Record<string, unknown>): string | null => find(`shuffle.wrong.${code}`, params);
