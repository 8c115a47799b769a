// Double dummy and boards of bridge in the page, in a worker. The answers are those of
// `crates/bridge-analysis`.
import { decode } from "../kit/encoding";
import { RefusedError } from "./backend";
import { isBuiltIn } from "./offline";
import { PartInWorker } from "./part-in-worker";
import type { Question } from "./wire";

/** Worker with the solver, kept between questions because the solver reuses its results about a deal. */
let part: PartInWorker | null = null;

/**
 * Computes an answer in the browser, as a fallback for a failed request to the API path `path`. Throws the
 * request's `error` again if the server refused the question, or if the page was built without the solver.
 */
export async function studyHere<Answer extends object>(error: unknown, path: string, asked: Question | Uint8Array): Promise<Answer> {
  const isNobodyThere = error instanceof RefusedError && (["unreachable", "no-server"].includes(error.refused.code) || error.status === 404);
  if (!isBuiltIn || !isNobodyThere) throw error;
  const worker = (part ??= new PartInWorker("study"));
  try {
    return await worker.ask<Answer>(questionAt(path, asked));
  } catch (why) {
    if (why instanceof RefusedError) throw why;
    // The worker failed to load, or crashed. The next question starts another one.
    if (part === worker) part = null;
    throw error;
  }
}

/** Converts a request to the server into a question to `crates/wasm`. */
export function questionAt(path: string, asked: Question | Uint8Array): unknown {
  if (!(asked instanceof Uint8Array)) return { about: "doubleDummy", question: asked };
  const file = decode(asked).text;
  const number = /\d+$/.exec(path);
  return number === null ? { about: "boards", file } : { about: "board", file, number: Number(number[0]) };
}
