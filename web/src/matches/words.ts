// The words of one's own matches, which come with them: who plays the first card has not loaded these.
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
/** The sentence for one or for many. */
export const count = (key: "matches.kept" | "matches.times" | "matches.counting.help", n: number): string => say(`${key}.${n === 1 ? "one" : "many"}`, { n });

export const playerWords = ({ name, bot }: Player): string => name.trim() || (bot === null ? say("player.guest") : botStrength(bot));
/** An opponent as statistics know them: a bot by how good it is. */
export const opponentWords = (player: Player): string => (player.bot === null ? playerWords(player) : say("matches.bot", { strength: botStrength(player.bot).toLocaleLowerCase(settings.language) }));
export const othersWords = (match: KeptMatch): string => listed(others(match).map(playerWords));
export const scoreWords = (match: KeptMatch): string => {
  const points = sidesOf(match).map((side) => total(match.totals[side] ?? 0));
  return points.join(points.length > 2 ? " · " : "–");
};
export const outcomeWords = (match: KeptMatch): string => say(`matches.outcome.${outcome(match)}`);

/** "3–2", and of more than two sides how many were won. */
export function tallyWords(match: KeptMatch, { played, won, lost }: Tally): string {
  return new Set(match.sides).size === 2 ? `${won}–${lost}` : say("matches.tally.of", { won, played });
}
/** How it stands between us and the same people, once there is something to tell. */
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

/** A number with one place behind the point, where it is needed. */
export const average = (value: number | null): string =>
  value === null ? "–" : new Intl.NumberFormat(settings.language, { maximumFractionDigits: 1, signDisplay: "auto" }).format(value).replace("-", "−");
export const day = (time: number): string => new Intl.DateTimeFormat(settings.language, { dateStyle: "medium" }).format(time);
