// Why one action is better than another, in words: the categories of the counting that the house names.
import type { LineWorth } from "../house/wire";
import { countName, listed } from "../words/words";

export const points = (value: number): string => value.toFixed(1);

/** "Settebello and Primiera": the names alone, for a sentence that tells no figures. */
export const reasonNames = (game: string, why: readonly LineWorth[]): string => listed(why.map(({ category }) => countName(game, category)));

/** “Settebello +0.4 and Primiera +0.3”; empty, where nothing in particular says so. */
export const reasonWords = (game: string, why: readonly LineWorth[]): string => listed(why.map(({ category, lead }) => `${countName(game, category)} +${points(lead)}`));
