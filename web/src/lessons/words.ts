// The texts of lessons and puzzles, loaded with their pages.
import en from "../../../text/en/lessons-page.json";
import it from "../../../text/it/lessons-page.json";
import { settings } from "../kit/settings.svelte";
import { partWords } from "../words/part";

export const { say } = partWords({ en, it });
/** Returns a text of an exercise in the player's language, if it has one. */
export const translated = (words: Record<string, string>): string => words[settings.language] ?? words["en"] ?? Object.values(words)[0] ?? "";
