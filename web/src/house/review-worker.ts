// Looks at the decisions of a record one after the other, beside the page, which goes on drawing.
import { opened } from "./offline";
import type { Answer, Asked } from "./review";
import type { Place, Rejected, Reviewed } from "./wire";

const post = (answer: Answer) => postMessage(answer);

addEventListener("message", (event: MessageEvent<Asked>) => {
  void look(event.data).catch((error: unknown) => post({ kind: "failed", why: String(error) }));
});

async function look({ record, worlds }: Asked): Promise<void> {
  const ask = await opened("review");
  let from: Place = { deal: 0, entry: 0 };
  for (;;) {
    const answer = ask<{ found: Reviewed | null } | { refused: Rejected } | { error: string }>({ record, from, worlds });
    if ("error" in answer) return post({ kind: "failed", why: answer.error });
    if ("refused" in answer) return post({ kind: "refused", refused: answer.refused });
    if (answer.found === null) return post({ kind: "over" });
    post({ kind: "found", reviewed: answer.found });
    const { deal, entry } = answer.found.decision.place;
    from = { deal, entry: entry + 1 };
  }
}
