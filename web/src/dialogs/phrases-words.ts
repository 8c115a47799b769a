// The phrases for other players, loaded with their dialog.
import en from "../../../text/en/phrases-page.json";
import it from "../../../text/it/phrases-page.json";
import type { Phrase } from "../backend/wire";
import { partWords } from "../words/part";

export const { say } = partWords({ en, it });

/** All phrases, in the order in which a match needs them. */
export const PHRASES = ["hello", "good-luck", "well-played", "thank-you", "sorry", "one-moment", "back", "good-game", "play-again", "goodbye"] as const satisfies readonly Phrase[];

/** Returns a phrase in the player's language, or null for one of a later server. */
export const phraseWords = (phrase: Phrase): string | null => ((PHRASES as readonly string[]).includes(phrase) ? say(`phrases.${phrase}` as keyof typeof en) : null);
