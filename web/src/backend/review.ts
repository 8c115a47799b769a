// Review of a match in the page: the same as `parlour review`, in a worker.
import { RefusedError } from "./backend";
import { PartInWorker } from "./part-in-worker";
import type { Decision, Place, ApiError } from "./wire";

/** A decision with its review, or the end of the review. */
export type Answer =
  | { kind: "found"; decision: Decision }
  | { kind: "over" }
  | { kind: "refused"; refused: ApiError }
  | { kind: "failed"; why: string };

/** Determinizations per decision. More would improve the review too little for the wait. */
const WORLDS = 150;

/** Reviews every decision of a record, from this deal on, until the end or until it is stopped. */
export function review(record: string, deal: number, on: (answer: Answer) => void): { stop: () => void } {
  const module = new PartInWorker(`play-${(JSON.parse(record) as { game: string }).game}`);
  void look(module, record, { deal, entry: 0 }, on).catch((error: unknown) => {
    on(error instanceof RefusedError ? { kind: "refused", refused: error.refused } : { kind: "failed", why: String(error) });
  });
  return { stop: () => module.stop() };
}

async function look(module: PartInWorker, record: string, from: Place, on: (answer: Answer) => void): Promise<void> {
  for (;;) {
    const { found } = await module.ask<{ found: Decision | null }>({ about: "review", record, from, worlds: WORLDS });
    if (found === null) return on({ kind: "over" });
    on({ kind: "found", decision: found });
    from = { deal: found.place.deal, entry: found.place.entry + 1 };
  }
}

/** Returns the number of entries before each deal of a record, and in total. */
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
