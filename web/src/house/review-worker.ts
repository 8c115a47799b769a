// Looks at the decisions of a record one after the other, beside the page, which goes on drawing.
import { opened } from "./offline";
import type { Answer, Asked } from "./review";
import type { Decision, Place, Rejected } from "./wire";

const post = (answer: Answer) => postMessage(answer);

addEventListener("message", (event: MessageEvent<Asked>) => {
  void look(event.data).catch((error: unknown) => post({ kind: "failed", why: String(error) }));
});

async function look({ record, worlds }: Asked): Promise<void> {
  const ask = await opened("review");
  let from: Place = { deal: 0, entry: 0 };
  for (;;) {
    const answer = ask<{ found: Decision | null } | { refused: Rejected } | { error: string }>({ record, from, worlds });
    if ("error" in answer) return post({ kind: "failed", why: answer.error });
    if ("refused" in answer) return post({ kind: "refused", refused: answer.refused });
    if (answer.found === null) return post({ kind: "over" });
    post({ kind: "found", decision: answer.found });
    const { deal, entry } = answer.found.place;
    from = { deal, entry: entry + 1 };
  }
}
