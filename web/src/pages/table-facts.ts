// The description of a table in a list.
import type { MyTable } from "../backend/identity";
import { settings } from "../kit/settings.svelte";
import { listed, say, total } from "../words/words";

const when = (time: number): string => new Intl.DateTimeFormat(settings.language, { dateStyle: "medium", timeStyle: "short" }).format(time);

/** Returns the other players, the score and the turn. */
export function facts({ seen, opened }: MyTable): string {
  if (seen === undefined) return when(opened);
  const turn = seen.turn === "theirs" ? say("home.turn.theirs", { name: seen.actor ?? "" }) : seen.turn === "over" ? when(opened) : say(`home.turn.${seen.turn}`);
  const score = seen.turn === "waiting" ? "" : seen.score.map(total).join(seen.score.length > 2 ? "\u00a0· " : "–");
  return [say("home.with", { names: listed(seen.others) }), score, turn].filter((part) => part !== "").join(" · ");
}
