// Looking at a match once more, in the page: what `parlour review` does, in a worker.
import type { Decision, Rejected } from "./wire";

/** What the worker is asked. */
export interface Asked {
  record: string;
  worlds: number;
}

/** What it answers: decision by decision, and how it ended. */
export type Answer =
  | { kind: "found"; decision: Decision }
  | { kind: "over" }
  | { kind: "refused"; refused: Rejected }
  | { kind: "failed"; why: string };

/** Enough to tell a blunder; what more would tell is not worth the wait. */
const WORLDS = 150;

/** Looks at every decision of a record, until there are no more or it is told to stop. */
export function review(record: string, on: (answer: Answer) => void): { stop: () => void } {
  const worker = new Worker(new URL("./review-worker.ts", import.meta.url), { type: "module" });
  worker.addEventListener("message", (event: MessageEvent<Answer>) => on(event.data));
  worker.addEventListener("error", (event) => on({ kind: "failed", why: event.message }));
  worker.postMessage({ record, worlds: WORLDS } satisfies Asked);
  return { stop: () => worker.terminate() };
}

/** How many entries stand before each deal of a record, and in all of it. */
export function entriesBefore(record: string): { before: number[]; all: number } {
  const { deals = [] } = JSON.parse(record) as { deals?: { actions?: unknown[] }[] };
  const before: number[] = [];
  let all = 0;
  for (const deal of deals) {
    before.push(all);
    all += deal.actions?.length ?? 0;
  }
  return { before, all };
}
