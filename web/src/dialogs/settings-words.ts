// The words of the settings, which come with their dialog: who plays never loads these.
import en from "../../../text/en/settings-page.json";
import it from "../../../text/it/settings-page.json";
import { settings } from "../kit/settings.svelte";
import { fill } from "../words/words";

const words: Record<typeof settings.language, Record<string, string>> = { en, it };
export type SettingsKey = keyof typeof en;

export const say = (key: SettingsKey, params: Record<string, unknown> = {}): string => fill(words[settings.language][key] ?? key, params);
