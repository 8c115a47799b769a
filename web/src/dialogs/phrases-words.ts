// What can be said at a table, in words that come with the saying.
import en from "../../../text/en/phrases-page.json";
import it from "../../../text/it/phrases-page.json";
import type { Phrase } from "../house/wire";
import { partWords } from "../words/part";

export const { say } = partWords({ en, it });

/** All of them, in the order in which a match needs them. */
export const PHRASES = ["hello", "good-luck", "well-played", "thank-you", "sorry", "one-moment", "back", "good-game", "play-again", "goodbye"] as const satisfies readonly Phrase[];

/** A phrase in the reader's language; nothing for one of a later server. */
export const phraseWords = (phrase: Phrase): string | null => ((PHRASES as readonly string[]).includes(phrase) ? say(`phrases.${phrase}` as keyof typeof en) : null);
