// What can be said at a table, in words that come with the saying.
import en from "../../../text/en/phrases-page.json";
import it from "../../../text/it/phrases-page.json";
import type { Phrase } from "../house/wire";
import { settings } from "../kit/settings.svelte";
import { fill } from "../words/words";

const words: Record<typeof settings.language, Record<string, string>> = { en, it };

export const say = (key: keyof typeof en, params: Record<string, unknown> = {}): string => fill(words[settings.language][key] ?? key, params);

/** All of them, in the order in which a match needs them. */
export const PHRASES = ["hello", "good-luck", "well-played", "thank-you", "sorry", "one-moment", "back", "good-game", "play-again", "goodbye"] as const satisfies readonly Phrase[];

/** A phrase in the reader's language; nothing for one of a later server. */
export const phraseWords = (phrase: Phrase): string | null => ((PHRASES as readonly string[]).includes(phrase) ? say(`phrases.${phrase}` as keyof typeof en) : null);
