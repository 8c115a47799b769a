// A situation as entered, and the request to the arbiter. The page knows no rules; the fields come from the
// arbiter.
import type { CardKind, OptionValue, ApiError } from "../../backend/wire";
import type { Field, Rulings, Task } from "./wire";

export type { Field, Form, Ruling, Section, Task } from "./wire";

export interface Refused { refused: ApiError }
export type Answer = Rulings | Refused | { error: string };

export interface Build { cards: string[]; value: number; own: boolean }
/** The entered situation: cards by place, builds, and other fields. */
export interface Draft { cards: Record<string, string[]>; builds: Build[]; others: Record<string, OptionValue> }
export const nothing = (): Draft => ({ cards: {}, builds: [], others: {} });

/** A field of cards, laid or pointed at, from a pack or a card set. */
export type CardField = Extract<Field, { kind: "cards" | "setCards" }>;
export const isOfCards = (field: Field): field is CardField => field.kind === "cards" || field.kind === "setCards";
export const isPointed = (field: Field): boolean => isOfCards(field) && field.within !== undefined;
/** Whether cards are laid in a field. */
export const isPlace = (field: Field): field is CardField => isOfCards(field) && field.within === undefined;

/** Returns the place of a card: the key of a field, or the index of a build. */
export function placeOf(task: Task, draft: Draft, card: string): string | number | null {
  const build = draft.builds.findIndex(({ cards }) => cards.includes(card));
  if (build >= 0 && task.fields.some(({ kind }) => kind === "builds")) return build;
  return task.fields.find((field) => isPlace(field) && draft.cards[field.key]?.includes(card))?.key ?? null;
}

/** Handles a tap on a card: adds it to the place, or removes it from there. */
export function tap(task: Task, draft: Draft, location: string | number, card: string): void {
  const before = placeOf(task, draft, card);
  take(task, draft, card);
  if (before === location) return;
  if (typeof location === "number") {
    draft.builds[location]?.cards.push(card);
    return;
  }
  const field = task.fields.find(({ key }) => key === location);
  if (field?.kind !== "cards") return;
  const there = (draft.cards[location] ??= []);
  // A place for one card replaces it. A full place accepts no more.
  if (field.max === 1) for (const old of [...there]) take(task, draft, old);
  else if (there.length >= field.max) return;
  draft.cards[location]!.push(card);
}

/** Returns the place for the next card: the next empty place once this one is full. */
export function after(task: Task, draft: Draft, location: string): string {
  const places = task.fields.filter(isPlace);
  const at = places.findIndex(({ key }) => key === location);
  const [field, next] = [places[at], places[at + 1]];
  if (field === undefined || next === undefined || field.max === 1 || (draft.cards[next.key]?.length ?? 0) > 0) return location;
  // A hand of ten may have eleven cards, but rarely does.
  return draft.cards[location]?.length === (field.min > 1 ? field.min : field.max) ? next.key : location;
}

/** Returns the number of cards of a kind in all places. */
export const laidOf = (task: Task, draft: Draft, card: string): number =>
  task.fields.filter(isPlace).reduce((sum, { key }) => sum + (draft.cards[key]?.filter((one) => one === card).length ?? 0), 0);

/** Whether another card of a card set can be laid here. A card that exists once moves here. */
export function fits(task: Task, draft: Draft, location: string, card: CardKind): boolean {
  const field = task.fields.find(({ key }) => key === location);
  if (field?.kind !== "setCards") return false;
  const there = draft.cards[location] ?? [];
  if (card.copies === 1) return there.includes(card.id) || field.max === 1 || there.length < field.max;
  return (field.max === 1 || there.length < field.max) && laidOf(task, draft, card.id) < card.copies;
}

/** Handles a tap on a kind of card: adds one. A card that exists once moves here, or is removed from here. */
export function lay(task: Task, draft: Draft, location: string, card: CardKind): void {
  const field = task.fields.find(({ key }) => key === location);
  if (field?.kind !== "setCards") return;
  const here = draft.cards[location]?.includes(card.id) ?? false;
  if (card.copies === 1 || (field.max === 1 && here)) {
    take(task, draft, card.id);
    if (here) return;
  }
  if (!fits(task, draft, location, card)) return;
  draft.cards[location] = field.max === 1 ? [card.id] : [...(draft.cards[location] ?? []), card.id];
}

/** Removes a card of a card set, and everything that points at it. */
export function unlay(task: Task, draft: Draft, location: string, at: number): void {
  draft.cards[location]?.splice(at, 1);
  for (const field of task.fields) {
    if (!isPointed(field) || draft.cards[field.key] === undefined) continue;
    const left = within(field, draft);
    draft.cards[field.key] = draft.cards[field.key]!.filter((card) => left.includes(card) && left.splice(left.indexOf(card), 1).length > 0);
  }
}

/** Returns which cards are pointed at. Among equal ones it is the first. */
export function pointedAt(field: Field, draft: Draft): boolean[] {
  const pointed = [...(draft.cards[field.key] ?? [])];
  return within(field, draft).map((card) => pointed.includes(card) && pointed.splice(pointed.indexOf(card), 1).length > 0);
}

/** Removes a card from its place, and everything that points at it. */
function take(task: Task, draft: Draft, card: string): void {
  for (const { key } of task.fields) if (draft.cards[key] !== undefined) draft.cards[key] = draft.cards[key].filter((one) => one !== card);
  for (const build of draft.builds) build.cards = build.cards.filter((one) => one !== card);
}

/** Points at a card, or stops pointing at it, by its index among the cards that can be pointed at. */
export function point(field: Field, draft: Draft, at: number): void {
  const card = within(field, draft)[at];
  if (!isOfCards(field) || card === undefined) return;
  const pointed = draft.cards[field.key] ?? [];
  if (pointedAt(field, draft)[at]) draft.cards[field.key] = pointed.toSpliced(pointed.indexOf(card), 1);
  else draft.cards[field.key] = field.max === 1 ? [card] : [...pointed, card];
}

/** Returns the cards that a field may point at. */
export const within = (field: Field, draft: Draft): string[] =>
  !isOfCards(field) ? [] : (field.within ?? []).flatMap((key) => (key === "builds" ? draft.builds.flatMap(({ cards }) => cards) : (draft.cards[key] ?? [])));

/** Returns the situation for the arbiter, without empty fields. */
export function laid(task: Task, draft: Draft): Record<string, unknown> {
  const said: Record<string, unknown> = {};
  for (const field of task.fields) {
    const { key } = field;
    if (isOfCards(field)) {
      if ((draft.cards[key]?.length ?? 0) > 0) said[key] = draft.cards[key]!.join(" ");
    } else if (field.kind === "builds") {
      const builds = draft.builds.filter(({ cards }) => cards.length > 0);
      if (builds.length > 0) said[key] = builds.map(({ cards, value, own }) => ({ cards: cards.join(" "), value, own }));
    } else if (draft.others[key] !== undefined && draft.others[key] !== "") said[key] = draft.others[key];
  }
  return said;
}
