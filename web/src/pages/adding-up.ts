// Points that belong to no deal, so that the scoring adds up to the total.
import type { ScoreLine } from "../backend/wire";

/** Returns a side's points from before these deals, without the bonuses at the end of the match. */
export const beyond = (side: number, totals: readonly number[], deals: readonly (readonly number[])[], bonuses: readonly ScoreLine[]): number =>
  [...deals, ...bonuses.map(({ points }) => points)].reduce((left, points) => left - (points[side] ?? 0), totals[side] ?? 0);
