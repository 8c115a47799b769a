// What was laid out, game by game and task by task, for as long as the page is open: whoever follows a rule finds it again.
import { nothing, type Draft } from "./situation";

const drafts: Record<string, Draft> = $state({});

export function draftOf(game: string, task: string): Draft {
  return (drafts[`${game}/${task}`] ??= nothing());
}
export function forgetDraft(game: string, task: string): void {
  drafts[`${game}/${task}`] = nothing();
}
