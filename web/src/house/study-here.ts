// Deals and boards of bridge studied in the page itself: what `crates/study` answers, in a worker.
import { RefusedError } from "./house";
import { isBuiltIn } from "./offline";
import { PartInWorker } from "./part-in-worker";
import type { Question } from "./wire";

/** Kept from question to question: what the solver found out about a deal helps with the next one about it. */
let part: PartInWorker | null = null;

/**
 * The answer that the server would give at this address, where it gave none: it cannot be reached, or what is there answers
 * nothing of the kind. What the server refused is thrown once more.
 */
export async function studyHere<Answer extends object>(error: unknown, path: string, asked: Question | Uint8Array): Promise<Answer> {
  const isNobodyThere = error instanceof RefusedError && (["unreachable", "no-server"].includes(error.refused.code) || error.status === 404);
  if (!isBuiltIn || !isNobodyThere) throw error;
  const worker = (part ??= new PartInWorker("study"));
  try {
    return await worker.ask<Answer>(questionAt(path, asked));
  } catch (why) {
    if (why instanceof RefusedError) throw why;
    // It could not be loaded, or broke: the next question has another one.
    if (part === worker) part = null;
    throw error;
  }
}

/** What is asked at an address of the server, in the words of `crates/wasm`. */
export function questionAt(path: string, asked: Question | Uint8Array): unknown {
  if (!(asked instanceof Uint8Array)) return { about: "doubleDummy", question: asked };
  const file = textOf(asked);
  const number = /\d+$/.exec(path);
  return number === null ? { about: "boards", file } : { about: "board", file, number: Number(number[0]) };
}

/**
 * The text of a file as a server reads it: UTF-8 if it is that, otherwise ISO 8859-1, in which all bytes are text. What
 * browsers call `latin1` is another encoding.
 */
function textOf(file: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(file);
  } catch {
    return Array.from(file, (byte) => String.fromCharCode(byte)).join("");
  }
}
