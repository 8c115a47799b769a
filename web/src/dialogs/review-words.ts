// The words of looking at a match once more, which come with it: who plays never loads these.
import en from "../../../text/en/review-page.json";
import it from "../../../text/it/review-page.json";
import { settings } from "../kit/settings.svelte";
import { fill } from "../words/words";

const words: Record<typeof settings.language, Record<string, string>> = { en, it };

export const say = (key: keyof typeof en, params: Record<string, unknown> = {}): string => fill(words[settings.language][key] ?? key, params);
