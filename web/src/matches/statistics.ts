// Statistics of finished matches: results, opponents and scoring categories. It knows no rules; the
// categories come from the stored scores.
import { mySide, opponents, outcome, type KeptMatch, type Player } from "./match";

/** Number of matches by result. A match without a winner counts as played only. */
export interface Tally { readonly played: number; readonly won: number; readonly lost: number }

export interface Statistics extends Tally {
  /** Number of deals whose scores are known. */
  readonly deals: number;
  /** Points per deal of this player's side: average and maximum. Null before the first deal. */
  readonly average: number | null;
  readonly best: number | null;
  /** Longest series of wins, and the current one. */
  readonly longestRun: number;
  readonly run: number;
}

/** Statistics of a scoring category for this player's side. */
export interface CategoryFigures {
  readonly category: string;
  /** Number of deals in which it changed the score; matches, for a bonus at the end. */
  readonly times: number;
  readonly points: number;
  /** The counted amount, if there is one: average over the deals with an amount, and maximum. */
  readonly average: number | null;
  readonly most: number | null;
}

const NOTHING: Tally = { played: 0, won: 0, lost: 0 };
const added = ({ played, won, lost }: Tally, match: KeptMatch): Tally => {
  const how = outcome(match);
  return { played: played + 1, won: won + Number(how === "won"), lost: lost + Number(how === "lost") };
};
export const tally = (matches: readonly KeptMatch[]): Tally => matches.reduce(added, NOTHING);

/** Returns the matches in the order in which they ended. */
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
    // A match without a winner does not end a series of wins.
    if (how !== "open") run = how === "won" ? run + 1 : 0;
    longestRun = Math.max(longestRun, run);
  }
  return { ...tally(matches), deals, average: share(sum, deals), best, run, longestRun };
}

/** Returns the statistics of each category, in scoring order. */
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

/** Groups matches by key. A match may have several keys. */
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

/** Returns the matches by game, the most played first. */
export const byGame = (matches: readonly KeptMatch[]): [game: string, matches: KeptMatch[]][] =>
  [...grouped(matches, ({ game }) => [game])].toSorted(([, one], [, other]) => other.length - one.length);

/** A person is identified by name, a bot by strength, because the names of bots are random. */
const keyOf = ({ name, bot }: Player): string => (bot === null ? `person ${name.trim()}` : `bot ${bot}`);

/** Returns the tally against each opponent, the most played first. All guests without a name count as one. */
export function byOpponent(matches: readonly KeptMatch[]): { opponent: Player; tally: Tally }[] {
  const known = new Map(matches.flatMap(opponents).map((player) => [keyOf(player), player]));
  return [...grouped(matches, (match) => opponents(match).map(keyOf))]
    .map(([key, group]) => ({ opponent: known.get(key)!, tally: tally(group) }))
    .toSorted((one, other) => other.tally.played - one.tally.played);
}

/**
 * Returns a key for the other players and their sides. It is equal for two matches with the same players, and
 * null if one has no name.
 */
function company(match: KeptMatch): string | null {
  const { players, seat, sides } = match;
  if (players.some(({ name, bot }, at) => at !== seat && bot === null && name.trim() === "")) return null;
  const keys = players.flatMap((player, at) => (at === seat ? [] : [`${sides[at] === mySide(match) ? "with" : "against"} ${keyOf(player)}`]));
  return [match.game, ...keys.sort()].join("\n");
}

/**
 * Returns the matches of this game with the same players, up to this one. Players without a name are
 * identified by rematches.
 */
export function together(matches: readonly KeptMatch[], match: KeptMatch): KeptMatch[] {
  const same = company(match);
  return matches.filter((other) => other.over <= match.over && other.game === match.game && (other.series === match.series || (same !== null && company(other) === same)));
}

/** Returns the tally with the same players after each match, by its table. */
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
