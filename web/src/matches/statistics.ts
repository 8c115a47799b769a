// What finished matches come to: how often we won, against whom, and what the counting says of our deals. It knows no
// rules: a category is whatever the counting was made of.
import { mySide, opponents, outcome, type KeptMatch, type Player } from "./match";

/** How many matches, and how they ended. Those that nobody won are played and neither. */
export interface Tally { readonly played: number; readonly won: number; readonly lost: number }

export interface Statistics extends Tally {
  /** The deals whose counting is known. */
  readonly deals: number;
  /** Our points for a deal, on average and at best; nothing before the first. */
  readonly average: number | null;
  readonly best: number | null;
  /** The most matches won one after the other, and how many it is now. */
  readonly longestRun: number;
  readonly run: number;
}

/** What a category of the counting brought us. */
export interface CategoryFigures {
  readonly category: string;
  /** In so many deals, or matches for what is added at the end, it changed our score. */
  readonly times: number;
  readonly points: number;
  /** What was counted, where it is a number: on average over the deals in which it was, and at most. */
  readonly average: number | null;
  readonly most: number | null;
}

const NOTHING: Tally = { played: 0, won: 0, lost: 0 };
const added = ({ played, won, lost }: Tally, match: KeptMatch): Tally => {
  const how = outcome(match);
  return { played: played + 1, won: won + Number(how === "won"), lost: lost + Number(how === "lost") };
};
export const tally = (matches: readonly KeptMatch[]): Tally => matches.reduce(added, NOTHING);

/** In the order in which they were played. */
export const inOrder = (matches: readonly KeptMatch[]): KeptMatch[] => matches.toSorted((one, other) => one.over - other.over);

const share = (sum: number, of: number): number | null => (of === 0 ? null : sum / of);

export function statistics(matches: readonly KeptMatch[]): Statistics {
  let [deals, sum, best, run, longestRun] = [0, 0, null as number | null, 0, 0];
  for (const match of inOrder(matches)) {
    for (const { points } of match.deals) {
      const mine = points[mySide(match)] ?? 0;
      [deals, sum, best] = [deals + 1, sum + mine, best === null ? mine : Math.max(best, mine)];
    }
    const how = outcome(match);
    // What nobody won ends no run: nobody was beaten.
    if (how !== "open") run = how === "won" ? run + 1 : 0;
    longestRun = Math.max(longestRun, run);
  }
  return { ...tally(matches), deals, average: share(sum, deals), best, run, longestRun };
}

/** What each category brought us, in the order of the counting. */
export function categories(matches: readonly KeptMatch[]): CategoryFigures[] {
  const found = new Map<string, { times: number; points: number; sum: number; counted: number; most: number | null }>();
  for (const match of matches) {
    const side = mySide(match);
    for (const line of [...match.deals.flatMap(({ lines }) => lines), ...match.bonuses]) {
      const figures = found.get(line.category) ?? { times: 0, points: 0, sum: 0, counted: 0, most: null };
      const points = line.points[side] ?? 0;
      const amount = line.amounts[side] ?? null;
      figures.times += Number(points !== 0);
      figures.points += points;
      if (amount !== null) {
        figures.sum += amount;
        figures.counted += 1;
        figures.most = Math.max(figures.most ?? amount, amount);
      }
      found.set(line.category, figures);
    }
  }
  return [...found].map(([category, { times, points, sum, counted, most }]) => ({ category, times, points, average: share(sum, counted), most }));
}

/** Groups matches, each under every key it has. */
function grouped<Key>(matches: readonly KeptMatch[], keys: (match: KeptMatch) => readonly Key[]): Map<Key, KeptMatch[]> {
  const groups = new Map<Key, KeptMatch[]>();
  for (const match of matches) {
    for (const key of new Set(keys(match))) {
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [match]);
      else group.push(match);
    }
  }
  return groups;
}

/** The matches of each game, the most played first. */
export const byGame = (matches: readonly KeptMatch[]): [game: string, matches: KeptMatch[]][] =>
  [...grouped(matches, ({ game }) => [game])].toSorted(([, one], [, other]) => other.length - one.length);

/** A person is known by their name, a bot by how good it is: what it is called is drawn by lot. */
const keyOf = ({ name, bot }: Player): string => (bot === null ? `person ${name.trim()}` : `bot ${bot}`);

/** Against whom, and how often; the most played first. People who have given no name are one guest. */
export function byOpponent(matches: readonly KeptMatch[]): { opponent: Player; tally: Tally }[] {
  const known = new Map(matches.flatMap(opponents).map((player) => [keyOf(player), player]));
  return [...grouped(matches, (match) => opponents(match).map(keyOf))]
    .map(([key, group]) => ({ opponent: known.get(key)!, tally: tally(group) }))
    .toSorted((one, other) => other.tally.played - one.tally.played);
}

/** Everybody else at the table, and on whose side, so that two matches of the same company are told to be so; null with strangers. */
function company(match: KeptMatch): string | null {
  const { players, seat, sides } = match;
  if (players.some(({ name, bot }, at) => at !== seat && bot === null && name.trim() === "")) return null;
  const keys = players.flatMap((player, at) => (at === seat ? [] : [`${sides[at] === mySide(match) ? "with" : "against"} ${keyOf(player)}`]));
  return [match.game, ...keys.sort()].join("\n");
}

/** The matches of this game in the same company up to this one: whoever has no name is known by having played again. */
export function together(matches: readonly KeptMatch[], match: KeptMatch): KeptMatch[] {
  const same = company(match);
  return matches.filter((other) => other.over <= match.over && other.game === match.game && (other.series === match.series || (same !== null && company(other) === same)));
}

/** How it stands in the same company after each match, by the table. */
export function tallies(matches: readonly KeptMatch[]): Map<string, Tally> {
  const soFar = new Map<string, Tally>();
  const after = new Map<string, Tally>();
  for (const match of inOrder(matches)) {
    const key = company(match) ?? `series ${match.series}`;
    const now = added(soFar.get(key) ?? NOTHING, match);
    soFar.set(key, now);
    after.set(match.table, now);
  }
  return after;
}
