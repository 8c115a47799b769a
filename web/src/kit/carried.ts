// What this browser keeps, carried to another device in one file: a list of named parts, each of which reads its own. A file is
// taken over whole or not at all.

/** Something that can be carried. */
export interface Part<Value = unknown> {
  /** Its name in the file: lower-case English, never another. */
  name: string;
  /** What goes into the file; undefined when there is nothing. */
  carry(): Value | undefined;
  /** What a file says of it, or why that cannot be taken over. */
  read(found: unknown): { value: Value } | { wrong: string };
  /** Takes it over; what was here and is not in the file stays. */
  take(value: Value): void;
}

/** Why nothing of a file was taken over. */
export type CarriedFault =
  | { fault: "not-ours" }
  | { fault: "too-long" }
  /** A later Parlour wrote it. */
  | { fault: "newer"; version: number }
  /** A part that nobody here knows. */
  | { fault: "unknown"; part: string }
  /** What is wrong in a part, as it is called there. */
  | { fault: "wrong"; part: string; wrong: string };

/** What a file holds, ready to be taken over. */
export interface Carried { parts: readonly string[]; take(): void }

/** The version of the file's form; parts may come and go without another. */
const VERSION = 1;
/** In letters: many times what anybody keeps here. */
export const LONGEST_FILE = 1024 * 1024;

/** The file. */
export function carry(parts: readonly Part[]): string {
  const carried = parts.flatMap((part) => {
    const value = part.carry();
    return value === undefined ? [] : [[part.name, value] as const];
  });
  return `${JSON.stringify({ parlour: VERSION, ...Object.fromEntries(carried) }, null, 2)}\n`;
}

/** Reads a file, and changes nothing. */
export function readCarried(text: string, parts: readonly Part[]): Carried | CarriedFault {
  if (text.length > LONGEST_FILE) return { fault: "too-long" };
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch {
    return { fault: "not-ours" };
  }
  if (typeof file !== "object" || file === null || Array.isArray(file)) return { fault: "not-ours" };
  const { parlour, ...rest } = file as Record<string, unknown>;
  if (typeof parlour !== "number" || !Number.isInteger(parlour) || parlour < 1) return { fault: "not-ours" };
  if (parlour > VERSION) return { fault: "newer", version: parlour };
  const found: { name: string; take: () => void }[] = [];
  for (const [name, value] of Object.entries(rest)) {
    const part = parts.find((one) => one.name === name);
    if (part === undefined) return { fault: "unknown", part: name.slice(0, 40) };
    const read = part.read(value);
    if ("wrong" in read) return { fault: "wrong", part: name, wrong: read.wrong.slice(0, 40) };
    found.push({ name, take: () => part.take(read.value) });
  }
  if (found.length === 0) return { fault: "not-ours" };
  return { parts: found.map(({ name }) => name), take: () => found.forEach(({ take }) => take()) };
}
