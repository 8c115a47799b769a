// The texts of challenges, loaded with them.
import en from "../../../text/en/challenge-page.json";
import it from "../../../text/it/challenge-page.json";
import type { ApiError, ChallengeSetup } from "../backend/wire";
import { partWords } from "../words/part";
import { say as sayToFriends } from "../dialogs/friend-words";
import { timeControlWords } from "../table/time-control";
import { gameName, optionName, optionValue, presetName, refusalWords } from "../words/words";

const words = partWords({ en, it });
export const { say } = words;

/** Returns the sentence of a refusal. */
export const refused = (error: ApiError): string => words.find(`challenge.refusal.${error.reason ?? error.code}`, error.params ?? {}) ?? refusalWords(error);

/** Describes a setup: "Scopa, quick". With other rules the preset follows the game. */
export function setupWords({ game, pool, preset, timeControl }: ChallengeSetup): string {
  if (pool === null) return say("challenge.setup", { game: gameName(game), pace: presetName(game, preset) });
  const pace = timeControl === null ? null : say(pool.endsWith("-quick") ? "challenge.pace.quick" : "challenge.pace.normal");
  return pace === null ? gameName(game) : say("challenge.setup", { game: gameName(game), pace });
}

/** Returns what a setup with other rules has besides its preset: time, changed options and spectators. */
export function setupDetails({ game, pool, timeControl, options, audience }: ChallengeSetup): string[] {
  if (pool !== null) return [];
  return [
    timeControl === null ? say("challenge.noClock") : timeControlWords(timeControl),
    ...Object.entries(options ?? {}).map(([key, value]) => `${optionName(game, key)}: ${optionValue(game, key, value)}`),
    ...(audience === "players" ? [sayToFriends("friend.isPlayersOnly")] : []),
  ];
}
