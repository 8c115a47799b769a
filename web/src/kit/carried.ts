// What this browser keeps, carried to another device in one file: JSON of named parts, each of which reads its own. What is wrong
// anywhere in a file is found before anything of it is taken over.
import { isObject } from "./is-object";

type Soon<Value> = Value | Promise<Value>;

/** Something that can be carried. */
export interface Part<Value = unknown> {
  /** Its name in the file: lower-case English, never another. */
  readonly name: string;
  /** What goes into the file; undefined when there is nothing. */
  carry(): Soon<Value | undefined>;
  /** What a file says of it, or why that cannot be taken over. Changes nothing. */
  read(found: unknown): { value: Value } | { wrong: string };
  /** Takes it over; what was here and is not in the file stays. */
  take(value: Value): Soon<void>;
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

/** What a file holds, ready to be taken over: all of it, or without some of its parts. */
export interface Carried { readonly parts: readonly string[]; take(without?: readonly string[]): Promise<void> }

const FORMAT = "parlour-browser";
/** The version of the file's form; parts may come and go without another. */
const VERSION = 1;
/** In bytes: room for as many matches as are kept. */
export const LONGEST_FILE = 64 * 1024 * 1024;

/** The file. */
export async function carry(parts: readonly Part[]): Promise<string> {
  const carried = await Promise.all(parts.map(async (part) => [part.name, await part.carry()] as const));
  return JSON.stringify({ format: `${FORMAT}/${VERSION}`, ...Object.fromEntries(carried.filter(([, value]) => value !== undefined)) });
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
  if (!isObject(file)) return { fault: "not-ours" };
  const { format, ...rest } = file;
  const version = typeof format === "string" ? Number(/^parlour-browser\/([1-9]\d{0,5})$/.exec(format)?.[1] ?? 0) : 0;
  if (version === 0) return { fault: "not-ours" };
  if (version > VERSION) return { fault: "newer", version };
  const found: { name: string; take: () => Soon<void> }[] = [];
  for (const [name, value] of Object.entries(rest)) {
    const part = parts.find((one) => one.name === name);
    if (part === undefined) return { fault: "unknown", part: name.slice(0, 40) };
    const read = part.read(value);
    if ("wrong" in read) return { fault: "wrong", part: name, wrong: read.wrong.slice(0, 40) };
    found.push({ name, take: () => part.take(read.value) });
  }
  if (found.length === 0) return { fault: "not-ours" };
  return {
    parts: found.map(({ name }) => name),
    async take(without = []) {
      for (const { name, take } of found) if (!without.includes(name)) await take();
    },
  };
}
