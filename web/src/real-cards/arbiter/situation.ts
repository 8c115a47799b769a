// What was laid out for the arbiter, and how it is asked. The page knows no rules: fields come from the arbiter.
import type { CardKind, OptionValue, Rejected } from "../../house/wire";
import type { Field, Rulings, Task } from "./wire";

export type { Field, Form, Ruling, Section, Task } from "./wire";

export interface Refused { refused: Rejected }
export type Answer = Rulings | Refused | { error: string };

/** Which rules are played. */
export interface Manner { preset: string | null; seats: number | null; options: Record<string, OptionValue> }

export interface Build { cards: string[]; value: number; own: boolean }
/** What lies where. */
export interface Draft { cards: Record<string, string[]>; builds: Build[]; others: Record<string, OptionValue> }
export const nothing = (): Draft => ({ cards: {}, builds: [], others: {} });

/** A field in which cards lie or are pointed at, of a pack or of a card set. */
export type CardField = Extract<Field, { kind: "cards" | "setCards" }>;
export const isOfCards = (field: Field): field is CardField => field.kind === "cards" || field.kind === "setCards";
export const isPointed = (field: Field): boolean => isOfCards(field) && field.within !== undefined;
/** Where cards are laid. */
export const isPlace = (field: Field): field is CardField => isOfCards(field) && field.within === undefined;

/** Where a card lies: a field, or a build of the table by its number. */
export function placeOf(task: Task, draft: Draft, card: string): string | number | null {
  const build = draft.builds.findIndex(({ cards }) => cards.includes(card));
  if (build >= 0 && task.fields.some(({ kind }) => kind === "builds")) return build;
  return task.fields.find((field) => isPlace(field) && draft.cards[field.key]?.includes(card))?.key ?? null;
}

/** A tap on a card: it goes where one is laying cards, or away from there. */
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
  // Where one card belongs the new one takes its place; where it is full, nothing more goes.
  if (field.max === 1) for (const old of [...there]) take(task, draft, old);
  else if (there.length >= field.max) return;
  draft.cards[location]!.push(card);
}

/** Where the next card goes after one was laid here: on to the next empty place, once this one has what belongs there. */
export function after(task: Task, draft: Draft, location: string): string {
  const places = task.fields.filter(isPlace);
  const at = places.findIndex(({ key }) => key === location);
  const [field, next] = [places[at], places[at + 1]];
  if (field === undefined || next === undefined || field.max === 1 || (draft.cards[next.key]?.length ?? 0) > 0) return location;
  // A hand of ten may have eleven, but mostly has not.
  return draft.cards[location]?.length === (field.min > 1 ? field.min : field.max) ? next.key : location;
}

/** How many cards of a kind lie on the whole table. */
export const laidOf = (task: Task, draft: Draft, card: string): number =>
  task.fields.filter(isPlace).reduce((sum, { key }) => sum + (draft.cards[key]?.filter((one) => one === card).length ?? 0), 0);

/** Whether one more card of a card set can be laid here: one that is there once moves here. */
export function fits(task: Task, draft: Draft, location: string, card: CardKind): boolean {
  const field = task.fields.find(({ key }) => key === location);
  if (field?.kind !== "setCards") return false;
  const there = draft.cards[location] ?? [];
  if (card.copies === 1) return there.includes(card.id) || field.max === 1 || there.length < field.max;
  return (field.max === 1 || there.length < field.max) && laidOf(task, draft, card.id) < card.copies;
}

/** A tap on a kind of card: one more of it; the only one there is moves here, or goes away from here. */
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

/** Takes one card of a card set away from where it lies; nothing points any more at what is gone. */
export function unlay(task: Task, draft: Draft, location: string, at: number): void {
  draft.cards[location]?.splice(at, 1);
  for (const field of task.fields) {
    if (!isPointed(field) || draft.cards[field.key] === undefined) continue;
    const left = within(field, draft);
    draft.cards[field.key] = draft.cards[field.key]!.filter((card) => left.includes(card) && left.splice(left.indexOf(card), 1).length > 0);
  }
}

/** Which of the cards that can be pointed at are: of equal ones the first. */
export function pointedAt(field: Field, draft: Draft): boolean[] {
  const pointed = [...(draft.cards[field.key] ?? [])];
  return within(field, draft).map((card) => pointed.includes(card) && pointed.splice(pointed.indexOf(card), 1).length > 0);
}

/** Takes a card away from wherever it lies; what pointed at it points at nothing. */
function take(task: Task, draft: Draft, card: string): void {
  for (const { key } of task.fields) if (draft.cards[key] !== undefined) draft.cards[key] = draft.cards[key].filter((one) => one !== card);
  for (const build of draft.builds) build.cards = build.cards.filter((one) => one !== card);
}

/** Points at a card, or no longer: the one at this place of those that can be pointed at. */
export function point(field: Field, draft: Draft, at: number): void {
  const card = within(field, draft)[at];
  if (!isOfCards(field) || card === undefined) return;
  const pointed = draft.cards[field.key] ?? [];
  if (pointedAt(field, draft)[at]) draft.cards[field.key] = pointed.toSpliced(pointed.indexOf(card), 1);
  else draft.cards[field.key] = field.max === 1 ? [card] : [...pointed, card];
}

/** The cards that a field may point at. */
export const within = (field: Field, draft: Draft): string[] =>
  !isOfCards(field) ? [] : (field.within ?? []).flatMap((key) => (key === "builds" ? draft.builds.flatMap(({ cards }) => cards) : (draft.cards[key] ?? [])));

/** The situation as the arbiter reads it: what is empty is left out. */
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

/** The options an address asks for, as those of the rule book are written. */
export function mannerIn(search: string): Manner {
  const query = new URLSearchParams(search);
  const options: Record<string, OptionValue> = {};
  for (const [key, text] of query) {
    if (key === "preset" || key === "seats") continue;
    options[key] = text === "true" ? true : text === "false" ? false : text !== "" && Number.isFinite(Number(text)) ? Number(text) : text;
  }
  const seats = Number(query.get("seats"));
  return { preset: query.get("preset"), seats: seats > 0 ? seats : null, options };
}

export function searchOf({ preset, seats, options }: Manner): string {
  const query = new URLSearchParams();
  if (preset !== null) query.set("preset", preset);
  if (seats !== null) query.set("seats", String(seats));
  for (const [key, value] of Object.entries(options)) query.set(key, String(value));
  const text = query.toString();
  return text === "" ? "" : `?${text}`;
}
