// Reasons why one action is better than another: the scoring categories that the backend names.
import type { LineWorth } from "../backend/wire";
import { countName, listed } from "../words/words";

export const points = (value: number): string => value.toFixed(1);

/** Returns a lead with its sign, such as "+0.4". A lead that rounds to zero has none. */
export const signedLead = (lead: number): string => `${points(lead) === "0.0" || points(lead) === "-0.0" ? "" : lead < 0 ? "−" : "+"}${points(Math.abs(lead))}`;

/** Returns the categories alone, such as "Settebello and Primiera". */
export const reasonNames = (game: string, why: readonly LineWorth[]): string => listed(why.map(({ category }) => countName(game, category)));

/**
 * Returns the categories with their points, such as “Settebello +0.4 and Primiera +0.3”. Empty if there are
 * none.
 */
export const reasonWords = (game: string, why: readonly LineWorth[]): string => listed(why.map(({ category, lead }) => `${countName(game, category)} +${points(lead)}`));
