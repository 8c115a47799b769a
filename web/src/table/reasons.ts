// Why one action is better than another: the categories of the counting in which it does most.
import type { AppraisedWorth } from "../house/wire";
import { countName, listed } from "../words/words";

/** Less than this is no reason, and as many are enough. */
const LEAST = 0.05;
const MOST = 2;

export const points = (value: number): string => value.toFixed(1);

/** “Settebello +0.4 and Primiera +0.3”; empty, where nothing in particular says so. */
export function reasons(game: string, better: AppraisedWorth, other: AppraisedWorth): string {
  const differences = better.lines.map(({ category, lead }) => ({ category, by: lead - (other.lines.find((line) => line.category === category)?.lead ?? 0) }));
  return listed(differences.filter(({ by }) => by >= LEAST).sort((a, b) => b.by - a.by).slice(0, MOST).map(({ category, by }) => `${countName(game, category)} +${points(by)}`));
}
