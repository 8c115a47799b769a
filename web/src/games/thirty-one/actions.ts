// The actions of Thirty-One, as the server lists them.

/** Returns the cards that can be discarded. */
export const discards = (legal: readonly string[]): Set<string> =>
  new Set(legal.flatMap((action) => (action.startsWith("discard ") ? [action.slice("discard ".length)] : [])));

export const discard = (card: string) => `discard ${card}`;

/** Returns the card of an action, or null for a draw or a knock. */
export const cardOf = (action: string): string | null => action.split(" ")[1] ?? null;

/** Actions by keyboard key. */
const LETTERS: Record<string, string> = { s: "stock", u: "upcard", k: "knock" };

/** Returns the action of a keyboard key, legal or not. The server gives the reason. */
export const actionOf = (letter: string): string | null => LETTERS[letter] ?? null;
