// What a counting shows beside its deals, so that whoever adds up comes to the total.
import type { ScoreLine } from "../house/wire";

/** What a side has beyond these deals and what the match added at its end: what it had before, or began with. */
export const beyond = (side: number, totals: readonly number[], deals: readonly (readonly number[])[], bonuses: readonly ScoreLine[]): number =>
  [...deals, ...bonuses.map(({ points }) => points)].reduce((left, points) => left - (points[side] ?? 0), totals[side] ?? 0);
