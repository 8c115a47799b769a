// Verification of a match's shuffles in the page: the same as `parlour verify`, with the opening that this
// browser saw.
import { opened } from "./offline";
import type { ApiError, Seen, Verified } from "./wire";

/** The result. A mismatch is reported as a refusal. */
export type Verdict = { verified: Verified } | { refused: ApiError };

export async function verify(record: string, seen: Seen | null): Promise<Verdict> {
  const ask = await opened("records");
  const answer = ask<Verified | { refused: ApiError } | { error: string }>({ record, ...(seen === null ? {} : { seen }) });
  if ("error" in answer) throw new Error(answer.error);
  return "refused" in answer ? answer : { verified: answer };
}
