// Checking the shuffles of a match, in the page: what `parlour verify` does, with what this browser was told at the table.
import { opened } from "./offline";
import type { Rejected, Seen, Verified } from "./wire";

/** What came of it; what does not fit is told as a refusal. */
export type Verdict = { verified: Verified } | { refused: Rejected };

export async function verify(record: string, seen: Seen | null): Promise<Verdict> {
  const ask = await opened("records");
  const answer = ask<Verified | { refused: Rejected } | { error: string }>({ record, ...(seen === null ? {} : { seen }) });
  if ("error" in answer) throw new Error(answer.error);
  return "refused" in answer ? answer : { verified: answer };
}
