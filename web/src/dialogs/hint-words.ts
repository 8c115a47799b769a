// The words of a hint, which come with it.
import en from "../../../text/en/hint-page.json";
import it from "../../../text/it/hint-page.json";
import { settings } from "../kit/settings.svelte";
import { fill } from "../words/words";

const words: Record<typeof settings.language, Record<string, string>> = { en, it };

export const say = (key: keyof typeof en, params: Record<string, unknown> = {}): string => fill(words[settings.language][key] ?? key, params);
