// The legal actions of Sharks of Wall Street: bids by sum, Tools by target.
import type { CardKind, SharksView } from "../../backend/wire";
import type { PageKey } from "../../words/words";

/** A legal play of a Tool. */
export interface ToolPlay { action: string; tool: string; choice: "a" | "b" | null; targets: readonly string[]; pay: readonly number[] }
export interface Bid { action: string; cards: readonly number[]; total: number }

export interface Choices {
  pass: boolean;
  bids: readonly Bid[];
  /** Positions in the row that can be turned up. */
  flips: readonly number[];
  plays: readonly ToolPlay[];
  /** Tools that can be used to react. */
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

/** The current selection for a Tool. */
export interface Chosen { tool: string; choice: "a" | "b" | null; targets: readonly string[] }

/** Returns the plays that match the selection. */
export const goingOn = (plays: readonly ToolPlay[], { tool, choice, targets }: Chosen): ToolPlay[] =>
  plays.filter((play) => play.tool === tool && (choice === null || play.choice === choice) && targets.every((target, index) => play.targets[index] === target));

/** Returns the effects to choose from; empty if there is no choice. */
export function openChoices(plays: readonly ToolPlay[], chosen: Chosen): ("a" | "b")[] {
  if (chosen.choice !== null) return [];
  return [...new Set(goingOn(plays, chosen).flatMap(({ choice }) => choice ?? []))].sort();
}

/** Returns the possible next targets. */
export const nextTargets = (plays: readonly ToolPlay[], chosen: Chosen): Set<string> =>
  openChoices(plays, chosen).length > 0 ? new Set() : new Set(goingOn(plays, chosen).flatMap(({ targets }) => targets[chosen.targets.length] ?? []));

/** The question about each target of an effect. The other effects have no targets. */
const QUESTIONS: Readonly<Record<string, readonly string[]>> = {
  discardOwn: ["discard"], exchangeRow: ["swap", "swap"], look: ["look"], otherDiscardsCapital: ["player"], swapDown: ["swap", "swap"], takeDown: ["investment"], takeTool: ["tool"],
  turnOtherDown: ["down"], turnOwnDown: ["down"], turnRowDown: ["down"], turnOtherUp: ["up"], turnOwnUp: ["up"], turnRowUp: ["up"],
};

/** Returns the key of the question about the next target of a Tool. */
export function asksFor(card: CardKind | null, { choice, targets }: Chosen): PageKey {
  const effects = (card?.effects ?? []).filter((_, index) => choice === null || index === (choice === "a" ? 0 : 1));
  return `sharks.aim.${effects.flatMap(({ effect }) => QUESTIONS[effect] ?? [])[targets.length] ?? "look"}` as PageKey;
}

/** Returns the play if the selection is complete. */
export const whole = (plays: readonly ToolPlay[], chosen: Chosen): ToolPlay | null =>
  openChoices(plays, chosen).length > 0 ? null : (goingOn(plays, chosen).find(({ targets }) => targets.length === chosen.targets.length) ?? null);

/** Returns the targets of the Tool in progress, as `row.5`, `3.1` or `seat.3`. */
export function struckBy({ played }: Pick<SharksView, "played">): Set<string> {
  return new Set(played === null ? [] : played.targets.map((target) => target.replace(/^own\./, `${played.seat}.`)));
}

export const highestFirst = (cards: readonly number[]) => [...cards].sort((one, other) => other - one);

/** Returns the same play, paid with other cards of the same number. */
export function paidWith(play: ToolPlay, cards: readonly number[]): string {
  if (cards.length !== play.pay.length || cards.length === 0) return play.action;
  return play.action.replace(/ pay .*$/, ` pay ${highestFirst(cards).join(" ")}`);
}

/** Returns the indices in `available` that make up `cards`, if there are any. */
export function placesOf(cards: readonly number[], available: readonly number[]): number[] {
  const free = new Set(available.keys());
  return cards.flatMap((card) => {
    const index = [...free].find((one) => available[one] === card);
    if (index === undefined) return [];
    free.delete(index);
    return [index];
  });
}
