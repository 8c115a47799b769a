// What is legal in Sharks of Wall Street, sorted: bids by what they come to, Tools by what they aim at.
import type { SharksView } from "../../house/wire";

/** A Tool as it can be played. */
export interface ToolPlay { action: string; tool: string; choice: "a" | "b" | null; targets: readonly string[]; pay: readonly number[] }
export interface Bid { action: string; cards: readonly number[]; total: number }

export interface Choices {
  pass: boolean;
  bids: readonly Bid[];
  /** The places of the row that can be turned up. */
  flips: readonly number[];
  plays: readonly ToolPlay[];
  /** The Tools one can react with. */
  reactions: readonly string[];
  letPass: boolean;
  gives: readonly (readonly number[])[];
}

export const sum = (cards: readonly number[]) => cards.reduce((all, card) => all + card, 0);
const numbers = (words: readonly string[]) => words.map(Number);

export function sortActions(legal: readonly string[]): Choices {
  const choices = { pass: false, bids: [] as Bid[], flips: [] as number[], plays: [] as ToolPlay[], reactions: [] as string[], letPass: false, gives: [] as number[][] };
  for (const action of legal) {
    const [verb = "", ...rest] = action.split(" ");
    if (verb === "pass") choices.pass = true;
    else if (verb === "noreact") choices.letPass = true;
    else if (verb === "react") choices.reactions.push(rest[0]!);
    else if (verb === "flip") choices.flips.push(Number(rest[0]));
    else if (verb === "bid") choices.bids.push({ action, cards: numbers(rest), total: sum(numbers(rest)) });
    else if (verb === "give") choices.gives.push(numbers(rest));
    else if (verb === "tool") choices.plays.push(readPlay(action, rest));
  }
  choices.bids.sort((one, other) => one.total - other.total);
  return choices;
}

function readPlay(action: string, [tool = "", ...rest]: readonly string[]): ToolPlay {
  const paid = rest.indexOf("pay");
  const words = paid < 0 ? rest : rest.slice(0, paid);
  const choice = words[0] === "a" || words[0] === "b" ? words[0] : null;
  return { action, tool, choice, targets: choice === null ? words : words.slice(1), pay: paid < 0 ? [] : numbers(rest.slice(paid + 1)) };
}

/** What has been chosen of a Tool so far. */
export interface Chosen { tool: string; choice: "a" | "b" | null; targets: readonly string[] }

/** The plays that go on from what is chosen. */
export const goingOn = (plays: readonly ToolPlay[], { tool, choice, targets }: Chosen): ToolPlay[] =>
  plays.filter((play) => play.tool === tool && (choice === null || play.choice === choice) && targets.every((target, index) => play.targets[index] === target));

/** The effects that are left to choose from; none where there is nothing to choose. */
export function openChoices(plays: readonly ToolPlay[], chosen: Chosen): ("a" | "b")[] {
  if (chosen.choice !== null) return [];
  return [...new Set(goingOn(plays, chosen).flatMap(({ choice }) => choice ?? []))].sort();
}

/** What can be aimed at next. */
export const nextTargets = (plays: readonly ToolPlay[], chosen: Chosen): Set<string> =>
  openChoices(plays, chosen).length > 0 ? new Set() : new Set(goingOn(plays, chosen).flatMap(({ targets }) => targets[chosen.targets.length] ?? []));

/** The play that is chosen whole. */
export const whole = (plays: readonly ToolPlay[], chosen: Chosen): ToolPlay | null =>
  openChoices(plays, chosen).length > 0 ? null : (goingOn(plays, chosen).find(({ targets }) => targets.length === chosen.targets.length) ?? null);

/** What the Tool on the table is aimed at, each as `row.5`, `3.1` or `seat.3`, whoever plays it. */
export function struckBy({ played }: Pick<SharksView, "played">): Set<string> {
  return new Set(played === null ? [] : played.targets.map((target) => target.replace(/^own\./, `${played.seat}.`)));
}

export const highestFirst = (cards: readonly number[]) => [...cards].sort((one, other) => other - one);

/** The same play, paid with other cards of the same number. */
export function paidWith(play: ToolPlay, cards: readonly number[]): string {
  if (cards.length !== play.pay.length || cards.length === 0) return play.action;
  return play.action.replace(/ pay .*$/, ` pay ${highestFirst(cards).join(" ")}`);
}

/** The places of `available` that make up `cards`, if they do. */
export function placesOf(cards: readonly number[], available: readonly number[]): number[] {
  const free = new Set(available.keys());
  return cards.flatMap((card) => {
    const index = [...free].find((one) => available[one] === card);
    if (index === undefined) return [];
    free.delete(index);
    return [index];
  });
}
