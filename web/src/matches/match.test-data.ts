// Finished matches for tests.
import type { Deal, KeptMatch, Line } from "./match";

/** Creates a match of Scopa against Bert, won 11 to 8 by default. */
export const match = (changes: Partial<KeptMatch> = {}): KeptMatch => ({
  table: "T1",
  game: "scopa",
  preset: "classic",
  over: 1_000,
  seat: 0,
  players: [{ name: "Anna", bot: null }, { name: "Bert", bot: null }],
  sides: [0, 1],
  totals: [11, 8],
  winners: [0],
  ended: null,
  series: changes.table ?? "T1",
  next: null,
  deals: [],
  bonuses: [],
  ...changes,
});

export const line = (category: string, amounts: Line["amounts"], points: readonly number[]): Line => ({ category, amounts, points });
export const deal = (points: readonly number[], ...lines: Line[]): Deal => ({ points, lines });
