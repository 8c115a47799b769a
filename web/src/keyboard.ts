// Which key asks for what. One list, read by the table, the replay and the help dialog.

export type Wish =
  | { wish: "card"; index: number }
  | { wish: "readTable" | "readHand" | "readOthers" | "readScore" | "readLast" | "help" | "clear" | "command" };

const LETTERS: Record<string, Wish> = {
  t: { wish: "readTable" },
  y: { wish: "readHand" },
  o: { wish: "readOthers" },
  c: { wish: "readScore" },
  l: { wish: "readLast" },
  "?": { wish: "help" },
  "/": { wish: "command" },
  escape: { wish: "clear" },
};
const DIGITS = "1234567890-=";

type Key = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "isComposing"> & { target: unknown };

/** What a key asks for, or nothing: while somebody types, every key is a letter. */
export function wishOf(event: Key): Wish | null {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || typing(event.target)) return null;
  const index = DIGITS.indexOf(event.key);
  if (event.key.length === 1 && index >= 0) return { wish: "card", index };
  return LETTERS[event.key.toLowerCase()] ?? null;
}

/** The letter that was pressed, for the keys of one game; nothing while somebody types. */
export function letterOf(event: Key): string | null {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || typing(event.target)) return null;
  return /^[a-z]$/i.test(event.key) ? event.key.toLowerCase() : null;
}

function typing(target: unknown): boolean {
  const element = target as { tagName?: string; type?: string } | null;
  const tag = element?.tagName ?? "";
  return tag === "TEXTAREA" || tag === "SELECT" || (tag === "INPUT" && !["checkbox", "radio", "button"].includes(element?.type ?? ""));
}

/** Arrow keys move the focus inside a group of buttons. */
export function arrowTo(key: string, index: number, count: number, perRow = count): number | null {
  if (count === 0) return null;
  const next = { ArrowRight: index + 1, ArrowLeft: index - 1, ArrowDown: index + perRow, ArrowUp: index - perRow, Home: 0, End: count - 1 }[key];
  if (next === undefined) return null;
  if (key === "ArrowDown" || key === "ArrowUp") return next >= 0 && next < count ? next : null;
  return (next + count) % count;
}
