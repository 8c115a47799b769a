// What this browser has kept, in a file for another device: JSON of named parts. Each part writes itself and reads itself,
// strictly; a part that nobody here knows is left alone, so that an older page reads the file of a newer one.

export const FORMAT = "parlour-browser/1";
/** More than this is no such file; nothing larger is read. */
export const MOST_BYTES = 64 * 1024 * 1024;

export interface Part {
  /** What it is called in the file. */
  readonly name: string;
  write(): unknown;
  /** Takes in what was written, beside what is here already; says whether it could be read. */
  read(value: unknown): boolean | Promise<boolean>;
}

/** The text of a file with these parts. */
export async function written(parts: readonly Part[]): Promise<string> {
  const values = await Promise.all(parts.map(async ({ name, write }) => [name, await write()] as const));
  return JSON.stringify({ format: FORMAT, ...Object.fromEntries(values) });
}

/** What stands in a file: the value of each part; nothing if it is another kind of file. */
export function partsIn(text: string): Record<string, unknown> | null {
  try {
    const found: unknown = JSON.parse(text);
    if (typeof found !== "object" || found === null || (found as { format?: unknown }).format !== FORMAT) return null;
    const { format: _, ...parts } = found as Record<string, unknown>;
    return parts;
  } catch {
    return null;
  }
}

/** Takes in the parts of a file; names those that were there and could not be read. */
export async function take(found: Record<string, unknown>, parts: readonly Part[]): Promise<string[]> {
  const unread: string[] = [];
  for (const { name, read } of parts) if (Object.hasOwn(found, name) && !(await read(found[name]))) unread.push(name);
  return unread;
}
