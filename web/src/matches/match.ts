// A finished match as this browser keeps it: who sat where, how it ended, and how each deal was counted. Plain data, read
// strictly, since it may come from a file.
import { isObject } from "../kit/is-object";
import type { DealScore, Ended, Frame, Replay, ScoreLine, Seat, TableInfo } from "../house/wire";

/** Somebody at the table. A person who has given no name has an empty one. */
export interface Player { readonly name: string; /** How good a bot is; null for a person. */ readonly bot: string | null }
/** A category of the counting, with a figure for each side. */
export interface Line { readonly category: string; readonly amounts: readonly (number | null)[]; readonly points: readonly number[] }
/** What each side got for a deal, and for what. */
export interface Deal { readonly points: readonly number[]; readonly lines: readonly Line[] }

export interface KeptMatch {
  readonly table: string;
  readonly game: string;
  readonly preset: string;
  /** When it was seen to be over, by this machine's clock, in ms since 1970. */
  readonly over: number;
  /** Where we sat. */
  readonly seat: Seat;
  readonly players: readonly Player[];
  /** The side of each seat. */
  readonly sides: readonly number[];
  /** The total of each side, which each of its seats has at the table. */
  readonly totals: readonly number[];
  /** The seats that won; none if the match was given up by agreement. */
  readonly winners: readonly Seat[];
  /** How it ended before it was played to its end. */
  readonly ended: Ended["by"] | null;
  /** The first match of those that were played again and again with the same people. */
  readonly series: string;
  /** The table of the match that was played after it with the same people. */
  readonly next: string | null;
  /** The deals whose counting is known. */
  readonly deals: readonly Deal[];
  /** What the match added at its end. */
  readonly bonuses: readonly Line[];
}

/** What a match comes to, as a table and a replay say it alike. */
export type Standing = Pick<Frame & Replay, "sides" | "totals" | "winners" | "bonuses">;

/**
 * Returns the seats that have won. After a resignation or an absence these are the seats of the other sides. A match of the day
 * ends by agreement after its deals, so the side with the most points has won it; nobody has if two sides share them.
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
/** A figure for each side, of one for each seat: partners have the same, so the first of them speaks for the side. */
const bySide = (figures: readonly number[], sides: readonly number[]): number[] =>
  Array.from({ length: manySides(sides) }, (_, side) => figures[sides.indexOf(side)] ?? 0);

const lineOf = ({ category, amounts, points }: ScoreLine): Line => ({ category, amounts: [...amounts], points: [...points] });
const dealOf = ({ points, lines }: DealScore, sides: readonly number[]): Deal => ({ points: bySide(points, sides), lines: lines.map(lineOf) });

/** The match at a table that is over; nothing for whoever only looked on. */
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
/** How it ended for us; open where nobody has won. */
export const outcome = ({ winners, seat }: KeptMatch): Outcome => (winners.length === 0 ? "open" : winners.includes(seat) ? "won" : "lost");
export const mySide = ({ sides, seat }: KeptMatch): number => sides[seat] ?? 0;
/** Every side, ours first. */
export const sidesOf = (match: KeptMatch): number[] => [mySide(match), ...new Set(match.sides.filter((side) => side !== mySide(match)).sort((a, b) => a - b))];
/** Everybody else, and everybody against whom we played. */
export const others = ({ players, seat }: KeptMatch): Player[] => players.filter((_, at) => at !== seat);
export const opponents = (match: KeptMatch): Player[] => match.players.filter((_, at) => match.sides[at] !== mySide(match));

// --- What comes from a file, or from a version of the page that wrote it otherwise ---

const isText = (value: unknown, most: number): value is string => typeof value === "string" && value.length <= most;
const isWord = (value: unknown): value is string => isText(value, 64) && /^[\w:.-]+$/.test(value);
const isNumber = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);
const isPlace = (value: unknown, of: number): value is number => Number.isInteger(value) && (value as number) >= 0 && (value as number) < of;

/** Every one of a list, or nothing if one of them cannot be read. */
function listOf<What>(value: unknown, most: number, read: (one: unknown) => What | undefined): What[] | undefined {
  if (!Array.isArray(value) || value.length > most) return undefined;
  const found = value.map(read);
  return found.every((one) => one !== undefined) ? found : undefined;
}
const numbers = (value: unknown, many: number) => {
  const found = listOf(value, many, (one) => (isNumber(one) ? one : undefined));
  return found?.length === many ? found : undefined;
};
/** A figure for each side. Earlier versions of the page kept one for each seat. */
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

/** A match that was kept; nothing if it is none. */
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

/** What two know of the same match, once: the earlier sight of its end, the more of its deals, and what came next. */
export function joined(one: KeptMatch, other: KeptMatch): KeptMatch {
  const fuller = other.deals.length > one.deals.length ? other : one;
  const series = one.series === one.table ? other.series : one.series;
  return { ...fuller, over: Math.min(one.over, other.over), next: one.next ?? other.next, series };
}

/** Of these others, those that are new beside what is known, or say more of it: what has to be kept anew. */
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
