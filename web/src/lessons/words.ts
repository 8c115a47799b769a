// The words of lessons and puzzles, which come with them.
import en from "../../../text/en/lessons-page.json";
import it from "../../../text/it/lessons-page.json";
import { settings } from "../kit/settings.svelte";
import { partWords } from "../words/part";

export const { say } = partWords({ en, it });
/** Words an exercise brings along, in the reader's language if it has them. */
export const translated = (words: Record<string, string>): string => words[settings.language] ?? words["en"] ?? Object.values(words)[0] ?? "";
