// The texts of the player's matches, loaded with their page.
import en from "../../../text/en/matches-page.json";
import it from "../../../text/it/matches-page.json";
import { settings } from "../kit/settings.svelte";
import { botStrength } from "../table/players";
import { partWords } from "../words/part";
import { gameName, listed, say as sayOnPage, total, type PageKey } from "../words/words";
import { opponents, others, outcome, sidesOf, type KeptMatch, type Player } from "./match";
import type { Reached } from "./milestones";
import type { Tally } from "./statistics";

type MatchKey = keyof typeof en;
const words = partWords({ en, it });

export const say = (key: MatchKey | PageKey, params: Record<string, unknown> = {}): string => words.find(key, params) ?? sayOnPage(key as PageKey, params);
/** Returns the singular or plural sentence. */
export const count = (key: "matches.kept" | "matches.times" | "matches.counting.help", n: number): string => say(`${key}.${n === 1 ? "one" : "many"}`, { n });

export const playerWords = ({ name, bot }: Player): string => name.trim() || (bot === null ? say("player.guest") : botStrength(bot));
/** Returns the name of an opponent in statistics. A bot is named by its strength. */
export const opponentWords = (player: Player): string => (player.bot === null ? playerWords(player) : say("matches.bot", { strength: botStrength(player.bot).toLocaleLowerCase(settings.language) }));
export const othersWords = (match: KeptMatch): string => listed(others(match).map(playerWords));
export const scoreWords = (match: KeptMatch): string => {
  const points = sidesOf(match).map((side) => total(match.totals[side] ?? 0));
  return points.join(points.length > 2 ? " · " : "–");
};
export const outcomeWords = (match: KeptMatch): string => say(`matches.outcome.${outcome(match)}`);

/** Formats a tally: "3–2", or the number of wins with more than two sides. */
export function tallyWords(match: KeptMatch, { played, won, lost }: Tally): string {
  return new Set(match.sides).size === 2 ? `${won}–${lost}` : say("matches.tally.of", { won, played });
}
/** Returns the tally with the same players as a sentence, or null after a single match. */
export function tallySentence(match: KeptMatch, tally: Tally): string | null {
  if (tally.played < 2) return null;
  const rivals = opponents(match).map(playerWords);
  const names = listed(rivals);
  if (new Set(match.sides).size > 2) return say("matches.tally.many", { names, won: tally.won, played: tally.played });
  const { won, lost } = tally;
  const key = won > lost ? "won" : won === lost ? "even" : rivals.length > 1 ? "lost.many" : "lost";
  return say(`matches.tally.two.${key}`, { names, won, lost });
}

export const milestoneWords = ({ id, game }: Reached): string => say(`milestone.${id}` as MatchKey, { game: game === null ? "" : gameName(game) });

/** Formats a number with one decimal, if it has any. */
export const average = (value: number | null): string =>
  value === null ? "–" : new Intl.NumberFormat(settings.language, { maximumFractionDigits: 1, signDisplay: "auto" }).format(value).replace("-", "−");
export const day = (time: number): string => new Intl.DateTimeFormat(settings.language, { dateStyle: "medium" }).format(time);
