// The actions of Thirty-One as the server lists them.

/** The cards that may be discarded. */
export const discards = (legal: readonly string[]): Set<string> =>
  new Set(legal.flatMap((action) => (action.startsWith("discard ") ? [action.slice("discard ".length)] : [])));

export const discard = (card: string) => `discard ${card}`;

/** The card that an action is about; nothing for a draw or a knock. */
export const cardOf = (action: string): string | null => action.split(" ")[1] ?? null;

/** What the keys of this game ask for. */
const LETTERS: Record<string, string> = { s: "stock", u: "upcard", k: "knock" };

/** The action a key stands for, legal or not: the server says why not. */
export const actionOf = (letter: string): string | null => LETTERS[letter] ?? null;
