// The texts of the verification, loaded with its dialog.
import en from "../../../text/en/shuffle-page.json";
import it from "../../../text/it/shuffle-page.json";
import { partWords } from "../words/part";

const { find, say } = partWords({ en, it });
export { say };

/** Returns the singular or plural sentence. */
export const count = (key: "shuffle.decks" | "shuffle.reshuffles" | "shuffle.voided", n: number, params: Record<string, unknown> = {}): string => say(`${key}.${n === 1 ? "one" : "many"}`, { n, ...params });

/** Returns the text for a mismatch by the code of the refusal, or null if there is none. */
export const wrongWord = (code: string, params: Record<string, unknown>): string | null => find(`shuffle.wrong.${code}`, params);
