// The texts of profiles, loaded with them.
import en from "../../../text/en/player-page.json";
import it from "../../../text/it/player-page.json";
import { settings } from "../kit/settings.svelte";
import { partWords } from "../words/part";
import { gameName } from "../words/words";

const words = partWords({ en, it });
export const { say, find } = words;

export const count = (n: number): string => say(n === 1 ? "player.count.one" : "player.count.many", { n });

/** Formats a time in seconds since 1970 as a date. */
export const day = (seconds: number): string => new Date(seconds * 1000).toLocaleDateString(settings.language, { day: "numeric", month: "long", year: "numeric" });

/** Returns the game of a family of ratings, and who plays: "scopa-two" is Scopa for 2 players. */
export function familyWords(family: string): { game: string; kind: string } {
  const at = family.lastIndexOf("-");
  return { game: gameName(family.slice(0, at)), kind: find(`player.kind.${family.slice(at + 1)}`) ?? "" };
}
