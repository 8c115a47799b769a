// Milestones: things that happened for the first time. A milestone is data: a game, and a condition on stored
// scores or results. Its sentence is a text.
import { mySide, outcome, type Deal, type KeptMatch, type Line } from "./match";
import { inOrder } from "./statistics";

/** A condition on a score line of this player's side. */
interface Counted { readonly category: string; /** Minimum counted amount. */ readonly least?: number }
export type Condition =
  /** All of these scored for this side in one deal. */
  | { readonly inDeal: readonly Counted[] }
  /** Number of matches played, won, or won in a row. */
  | { readonly played: number } | { readonly won: number } | { readonly run: number };
/** `game`: the game in which the milestone counts; "each" game separately, or "all" together. */
export interface Milestone { readonly id: string; readonly game: string | "each" | "all"; readonly condition: Condition }
/** `game`: the game in which the milestone was reached, if it belongs to one. */
export interface Reached { readonly id: string; readonly game: string | null; readonly table: string; readonly over: number }

export const MILESTONES: readonly Milestone[] = [
  { id: "firstWin", game: "each", condition: { won: 1 } },
  { id: "wins10", game: "each", condition: { won: 10 } },
  { id: "wins50", game: "each", condition: { won: 50 } },
  { id: "run3", game: "all", condition: { run: 3 } },
  { id: "run5", game: "all", condition: { run: 5 } },
  { id: "run10", game: "all", condition: { run: 10 } },
  { id: "played10", game: "all", condition: { played: 10 } },
  { id: "played100", game: "all", condition: { played: 100 } },
  { id: "played500", game: "all", condition: { played: 500 } },
  { id: "scopaSettebello", game: "scopa", condition: { inDeal: [{ category: "sweeps" }, { category: "settebello" }] } },
  { id: "scopaFour", game: "scopa", condition: { inDeal: [{ category: "sweeps", least: 4 }] } },
  { id: "scopaAll", game: "scopa", condition: { inDeal: ["cards", "coins", "settebello", "primiera"].map((category) => ({ category })) } },
  { id: "scopaNapola", game: "scopa", condition: { inDeal: [{ category: "napola" }] } },
  { id: "cassinoBoth", game: "cassino", condition: { inDeal: [{ category: "bigCassino" }, { category: "littleCassino" }] } },
  { id: "wallStreetTakeovers", game: "wall-street", condition: { inDeal: [{ category: "takeovers" }] } },
  { id: "gin", game: "gin-rummy", condition: { inDeal: [{ category: "gin" }] } },
  { id: "bigGin", game: "gin-rummy", condition: { inDeal: [{ category: "bigGin" }] } },
  { id: "undercut", game: "gin-rummy", condition: { inDeal: [{ category: "undercut" }] } },
  { id: "slam", game: "bridge", condition: { inDeal: [{ category: "slam" }] } },
  { id: "grandSlam", game: "bridge", condition: { inDeal: [{ category: "slam", least: 13 }] } },
];

const brought = (lines: readonly Line[], side: number, { category, least }: Counted): boolean =>
  lines.some((line) => line.category === category && (line.points[side] ?? 0) > 0 && (least === undefined || (line.amounts[side] ?? 0) >= least));

/** Counts up to this match. */
interface Course { played: number; won: number; run: number }

function isMet(condition: Condition, course: Course, match: KeptMatch): boolean {
  const side = mySide(match);
  if ("inDeal" in condition) return match.deals.some(({ lines }: Deal) => condition.inDeal.every((counted) => brought(lines, side, counted)));
  if ("played" in condition) return course.played >= condition.played;
  return "won" in condition ? course.won >= condition.won : course.run >= condition.run;
}

/** Returns every reached milestone once, in order. */
export function reached(matches: readonly KeptMatch[], milestones: readonly Milestone[] = MILESTONES): Reached[] {
  const all: Course = { played: 0, won: 0, run: 0 };
  const ofGame = new Map<string, Course>();
  const found = new Map<string, Reached>();
  for (const match of inOrder(matches)) {
    const course = ofGame.get(match.game) ?? { played: 0, won: 0, run: 0 };
    ofGame.set(match.game, course);
    const how = outcome(match);
    for (const one of [all, course]) {
      one.played += 1;
      one.won += Number(how === "won");
      if (how !== "open") one.run = how === "won" ? one.run + 1 : 0;
    }
    for (const { id, game, condition } of milestones) {
      if (game !== "all" && game !== "each" && game !== match.game) continue;
      const key = game === "each" ? `${id} ${match.game}` : id;
      if (found.has(key) || !isMet(condition, game === "all" ? all : course, match)) continue;
      found.set(key, { id, game: game === "all" ? null : match.game, table: match.table, over: match.over });
    }
  }
  return [...found.values()];
}
