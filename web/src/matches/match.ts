// A finished match as stored in this browser: players, result, and the score of each deal. Plain data, parsed
// strictly, since it may come from a file.
import { isObject } from "../kit/is-object";
import type { DealScore, Ended, Snapshot, Replay, ScoreLine, Seat, TableInfo } from "../backend/wire";

/** A player or bot at the table. A person without a name has an empty one. */
export interface Player { readonly name: string; /** Strength of a bot; null for a person. */ readonly bot: string | null }
/** A scoring category, with a value for each side. */
export interface Line { readonly category: string; readonly amounts: readonly (number | null)[]; readonly points: readonly number[] }
/** Points of each side for a deal, and their categories. */
export interface Deal { readonly points: readonly number[]; readonly lines: readonly Line[] }

export interface KeptMatch {
  readonly table: string;
  readonly game: string;
  readonly preset: string;
  /** Time at which the end was seen, by this device's clock, in ms since 1970. */
  readonly over: number;
  /** Seat of this player. */
  readonly seat: Seat;
  readonly players: readonly Player[];
  /** The side of each seat. */
  readonly sides: readonly number[];
  /** The total of each side, which is that of each of its seats. */
  readonly totals: readonly number[];
  /** The seats that won; none if the match ended by agreement. */
  readonly winners: readonly Seat[];
  /** Way in which the match ended early. Null if it was played to its end. */
  readonly ended: Ended["by"] | null;
  /** The first match of a series of rematches. */
  readonly series: string;
  /** Id of the rematch's table. */
  readonly next: string | null;
  /** The deals whose scores are known. */
  readonly deals: readonly Deal[];
  /** Bonuses at the end of the match. */
  readonly bonuses: readonly Line[];
}

/** The result of a match, from a table or a replay. */
export type Standing = Pick<Snapshot & Replay, "sides" | "totals" | "winners" | "bonuses">;

/**
 * Returns the seats that won. After a resignation or an absence these are the seats of the other sides. A
 * match of the day ends by agreement after its deals, so the side with the most points wins; two sides with
 * equal points share, and no seat wins.
 */
export function winnersOf({ ended, day }: TableInfo, { sides, winners, totals }: Pick<Standing, "sides" | "winners" | "totals">): Seat[] {
  const seatsWhere = (is: (side: number, seat: Seat) => boolean) => sides.flatMap((side, seat) => (is(side, seat) ? [seat] : []));
  if (ended !== null && ended.by !== "agreement") return seatsWhere((side) => side !== sides[ended.seat]);
  if (winners.length > 0) return [...winners];
  if (day === null) return [];
  const most = Math.max(...totals);
  const leading = seatsWhere((_, seat) => totals[seat] === most);
  return new Set(leading.map((seat) => sides[seat])).size === 1 ? leading : [];
}

const manySides = (sides: readonly number[]): number => Math.max(...sides) + 1;
/** Converts values by seat to values by side. Partners have the same value. */
const bySide = (figures: readonly number[], sides: readonly number[]): number[] =>
  Array.from({ length: manySides(sides) }, (_, side) => figures[sides.indexOf(side)] ?? 0);

const lineOf = ({ category, amounts, points }: ScoreLine): Line => ({ category, amounts: [...amounts], points: [...points] });
const dealOf = ({ points, lines }: DealScore, sides: readonly number[]): Deal => ({ points: bySide(points, sides), lines: lines.map(lineOf) });

/** Returns the match at a finished table, or null for a spectator. */
export function matchOf(info: TableInfo, standing: Standing, deals: readonly DealScore[], over: number): KeptMatch | null {
  if (info.you === null) return null;
  return {
    table: info.table,
    game: info.game,
    preset: info.preset,
    over,
    seat: info.you,
    players: info.chairs.map((chair) => (chair.kind === "open" ? { name: "", bot: null } : { name: chair.name, bot: chair.kind === "bot" ? chair.bot : null })),
    sides: [...standing.sides],
    totals: bySide(standing.totals, standing.sides),
    winners: winnersOf(info, standing),
    ended: info.ended?.by ?? null,
    series: info.table,
    next: info.next,
    deals: deals.map((deal) => dealOf(deal, standing.sides)),
    bonuses: standing.bonuses.map(lineOf),
  };
}

export type Outcome = "won" | "lost" | "open";
/** Returns the result for this player; open if no seat won. */
export const outcome = ({ winners, seat }: KeptMatch): Outcome => (winners.length === 0 ? "open" : winners.includes(seat) ? "won" : "lost");
export const mySide = ({ sides, seat }: KeptMatch): number => sides[seat] ?? 0;
/** Returns all sides, this player's first. */
export const sidesOf = (match: KeptMatch): number[] => [mySide(match), ...new Set(match.sides.filter((side) => side !== mySide(match)).sort((a, b) => a - b))];
/** Returns all other players, and all opponents. */
export const others = ({ players, seat }: KeptMatch): Player[] => players.filter((_, at) => at !== seat);
export const opponents = (match: KeptMatch): Player[] => match.players.filter((_, at) => match.sides[at] !== mySide(match));

// Parsing of data from files, and from other versions of the page

const isText = (value: unknown, most: number): value is string => typeof value === "string" && value.length <= most;
const isWord = (value: unknown): value is string => isText(value, 64) && /^[\w:.-]+$/.test(value);
const isNumber = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);
const isPlace = (value: unknown, of: number): value is number => Number.isInteger(value) && (value as number) >= 0 && (value as number) < of;

/** Parses every item of a list. Returns undefined if one is invalid. */
function listOf<What>(value: unknown, most: number, read: (one: unknown) => What | undefined): What[] | undefined {
  if (!Array.isArray(value) || value.length > most) return undefined;
  const found = value.map(read);
  return found.every((one) => one !== undefined) ? found : undefined;
}
const numbers = (value: unknown, many: number) => {
  const found = listOf(value, many, (one) => (isNumber(one) ? one : undefined));
  return found?.length === many ? found : undefined;
};
/** Parses values by side. Earlier versions of the page stored values by seat. */
const sideFigures = (value: unknown, sides: readonly number[]) => {
  const ofSeats = numbers(value, sides.length);
  return numbers(value, manySides(sides)) ?? (ofSeats && bySide(ofSeats, sides));
};

function readPlayer(value: unknown): Player | undefined {
  if (!isObject(value) || !isText(value.name, 80) || !(value.bot === null || isWord(value.bot))) return undefined;
  return { name: value.name, bot: value.bot };
}
function readLine(value: unknown, sides: number): Line | undefined {
  if (!isObject(value) || !isWord(value.category)) return undefined;
  const points = numbers(value.points, sides);
  const amounts = listOf(value.amounts, sides, (one) => (one === null || isNumber(one) ? one : undefined));
  return points === undefined || amounts?.length !== sides ? undefined : { category: value.category, amounts, points };
}
function readDeal(value: unknown, sides: readonly number[]): Deal | undefined {
  if (!isObject(value)) return undefined;
  const points = sideFigures(value.points, sides);
  const lines = listOf(value.lines, 40, (line) => readLine(line, manySides(sides)));
  return points === undefined || lines === undefined ? undefined : { points, lines };
}

/** Parses a stored match. Returns null if it is invalid. */
export function readMatch(value: unknown): KeptMatch | null {
  if (!isObject(value)) return null;
  const { table, game, preset, over, seat, series, next, ended } = value;
  const players = listOf(value.players, 16, readPlayer);
  if (!isWord(table) || !isWord(game) || !isText(preset, 64) || !isNumber(over) || players === undefined || !isPlace(seat, players.length)) return null;
  if (!isWord(series) || !(next === null || isWord(next)) || !(ended === null || ended === "agreement" || ended === "resignation" || ended === "absence")) return null;
  const sides = listOf(value.sides, players.length, (side) => (isPlace(side, players.length) ? side : undefined));
  if (sides?.length !== players.length) return null;
  const totals = sideFigures(value.totals, sides);
  const winners = listOf(value.winners, players.length, (one) => (isPlace(one, players.length) ? one : undefined));
  const deals = listOf(value.deals, 1000, (deal) => readDeal(deal, sides));
  const bonuses = listOf(value.bonuses, 40, (line) => readLine(line, manySides(sides)));
  if (totals === undefined || winners === undefined || deals === undefined || bonuses === undefined) return null;
  return { table, game, preset, over, seat, players, sides, totals, winners, ended, series, next, deals, bonuses };
}

/** Merges two versions of the same match: the earlier end, the larger number of deals, and the rematch. */
export function joined(one: KeptMatch, other: KeptMatch): KeptMatch {
  const fuller = other.deals.length > one.deals.length ? other : one;
  const series = one.series === one.table ? other.series : one.series;
  return { ...fuller, over: Math.min(one.over, other.over), next: one.next ?? other.next, series };
}

/** Returns the matches that are new, or that add something to the known ones. */
export function news(known: readonly KeptMatch[], coming: readonly KeptMatch[]): KeptMatch[] {
  const all = new Map(known.map((match) => [match.table, match]));
  const found = new Map<string, KeptMatch>();
  for (const match of coming) {
    const before = all.get(match.table);
    const after = before === undefined ? match : joined(before, match);
    if (before !== undefined && JSON.stringify(after) === JSON.stringify(before)) continue;
    all.set(match.table, after);
    found.set(match.table, after);
  }
  return [...found.values()];
}
