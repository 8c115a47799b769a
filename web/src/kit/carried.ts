// The data of this browser, carried to another device in one file: JSON of named parts. Each part reads its
// own data. All of a file is checked before any of it is taken over.
import { isObject } from "./is-object";

type Soon<Value> = Value | Promise<Value>;

/** A part of the file. */
export interface Part<Value = unknown> {
  /** Name in the file: lower-case English. It never changes. */
  readonly name: string;
  /** Returns the data for the file, or undefined if there is none. */
  carry(): Soon<Value | undefined>;
  /** Parses the data of a file, or says why it is invalid. Changes nothing. */
  read(found: unknown): { value: Value } | { wrong: string };
  /** Takes the data over. Existing data that is not in the file stays. */
  take(value: Value): Soon<void>;
}

/** Reason why a file was refused. */
export type CarriedFault =
  | { fault: "not-ours" }
  | { fault: "too-long" }
  /** A later version of Parlour wrote the file. */
  | { fault: "newer"; version: number }
  /** A part with an unknown name. */
  | { fault: "unknown"; part: string }
  /** An error in a part. `wrong` names the place. */
  | { fault: "wrong"; part: string; wrong: string };

/** A checked file, ready to be taken over, with or without some of its parts. */
export interface Carried { readonly parts: readonly string[]; take(without?: readonly string[]): Promise<void> }

const FORMAT = "parlour-browser";
/** Version of the format. Adding or removing parts does not change it. */
const VERSION = 1;
/** Maximum length of an exported file, in characters: more than all matches that the browser stores. */
export const LONGEST_FILE = 64 * 1024 * 1024;

/** Returns the file. */
export async function carry(parts: readonly Part[]): Promise<string> {
  const carried = await Promise.all(parts.map(async (part) => [part.name, await part.carry()] as const));
  return JSON.stringify({ format: `${FORMAT}/${VERSION}`, ...Object.fromEntries(carried.filter(([, value]) => value !== undefined)) });
}

/** Checks a file and changes nothing. */
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
