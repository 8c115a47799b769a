// Keyboard commands at a table of any game, and the focus movement of arrow keys. The help dialog and the
// replay define their own lists.

export type KeyCommand =
  | { command: "card"; index: number }
  | { command: ReadCommand | "help" | "clear" | "commandLine" };
export type ReadCommand = "readTable" | "readHand" | "readOthers" | "readScore" | "readLast";

const LETTERS: Record<string, KeyCommand> = {
  t: { command: "readTable" },
  y: { command: "readHand" },
  o: { command: "readOthers" },
  c: { command: "readScore" },
  l: { command: "readLast" },
  "?": { command: "help" },
  "/": { command: "commandLine" },
  escape: { command: "clear" },
};
const DIGITS = "1234567890-=";

type Key = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "isComposing"> & { target: unknown };

/** Returns the command of a keyboard key, or null. */
export function keyCommandOf(event: Key): KeyCommand | null {
  const key = plainKey(event);
  if (key === null) return null;
  const index = DIGITS.indexOf(key);
  return key.length === 1 && index >= 0 ? { command: "card", index } : (LETTERS[key] ?? null);
}

/** Returns the pressed key in lower case. Returns null with a modifier, or while the player is typing. */
export function plainKey(event: Key): string | null {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || typing(event.target)) return null;
  return event.key.toLowerCase();
}

function typing(target: unknown): boolean {
  const element = target as { tagName?: string; type?: string } | null;
  const tag = element?.tagName ?? "";
  return tag === "TEXTAREA" || tag === "SELECT" || (tag === "INPUT" && !["checkbox", "radio", "button"].includes(element?.type ?? ""));
}

/** Returns the index that an arrow key moves the focus to in a group of buttons. */
export function arrowTo(key: string, index: number, count: number, perRow = count): number | null {
  if (count === 0) return null;
  const next = { ArrowRight: index + 1, ArrowLeft: index - 1, ArrowDown: index + perRow, ArrowUp: index - perRow, Home: 0, End: count - 1 }[key];
  if (next === undefined) return null;
  if (key === "ArrowDown" || key === "ArrowUp") return next >= 0 && next < count ? next : null;
  return (next + count) % count;
}
