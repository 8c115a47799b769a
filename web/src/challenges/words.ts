// The texts of challenges, loaded with them.
import en from "../../../text/en/challenge-page.json";
import it from "../../../text/it/challenge-page.json";
import type { ApiError, ChallengeSetup } from "../backend/wire";
import { partWords } from "../words/part";
import { gameName, refusalWords } from "../words/words";

const words = partWords({ en, it });
export const { say } = words;

/** Returns the sentence of a refusal. */
export const refused = (error: ApiError): string => words.find(`challenge.refusal.${error.reason ?? error.code}`, error.params ?? {}) ?? refusalWords(error);

/** Describes a setup: "Scopa, quick". */
export function setupWords({ game, pool, timeControl }: ChallengeSetup): string {
  const pace = timeControl === null ? null : say(pool.endsWith("-quick") ? "challenge.pace.quick" : "challenge.pace.normal");
  return pace === null ? gameName(game) : say("challenge.setup", { game: gameName(game), pace });
}
