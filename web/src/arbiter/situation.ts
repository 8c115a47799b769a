// What was laid out for the arbiter, and how it is asked. The page knows no rules: fields come from the arbiter.
import type { CountLine, Option, OptionValue, Refused, Source } from "../wire";

export interface Form {
  presets: { id: string; source: Source; seats: number[] }[];
  preset: string;
  seats: number;
  /** The keys of the options that differ from the preset. */
  differs: string[];
  options: (Omit<Option, "display"> & { value: OptionValue })[];
  deck: string[];
  tasks: Task[];
}
export interface Task { key: string; fields: Field[] }
export type Field = { key: string } & (
  | { kind: "cards"; least: number; most: number; within?: string[]; ordered: boolean }
  | { kind: "builds"; most: number }
  | { kind: "number"; least: number; most: number }
  | { kind: "choice"; of: string[] }
  | { kind: "flag" }
  | { kind: "calls" }
  | { kind: "call" }
);

export interface Ruling {
  verdict: "may" | "mayNot" | "is";
  says: string;
  facts: Record<string, string>;
  action?: string;
  cards?: string[][];
  rules: string[];
  refusal?: Omit<Refused, "code"> & { reason: string };
}
export interface Section { about: string; card?: string; rulings?: Ruling[]; lines?: (CountLine & { rules: string[] })[]; columns?: string[] }
export interface Unruled { unclear: string; facts: Record<string, string>; message: string }
export type Answer = { sections: Section[] } | Unruled | { error: string };

/** Which rules are played. */
export interface Manner { preset: string | null; seats: number | null; options: Record<string, OptionValue> }

export interface Build { cards: string[]; value: number; own: boolean }
/** What lies where. */
export interface Draft { cards: Record<string, string[]>; builds: Build[]; others: Record<string, OptionValue> }
export const nothing = (): Draft => ({ cards: {}, builds: [], others: {} });

export const isPointed = (field: Field): boolean => field.kind === "cards" && field.within !== undefined;

/** Where a card lies: a field, or a build of the table by its number. */
export function placeOf(task: Task, draft: Draft, card: string): string | number | null {
  const build = draft.builds.findIndex(({ cards }) => cards.includes(card));
  if (build >= 0 && task.fields.some(({ kind }) => kind === "builds")) return build;
  return task.fields.find((field) => field.kind === "cards" && !isPointed(field) && draft.cards[field.key]?.includes(card))?.key ?? null;
}

/** A tap on a card: it goes where one is laying cards, or away from there. */
export function tap(task: Task, draft: Draft, place: string | number, card: string): void {
  const before = placeOf(task, draft, card);
  take(task, draft, card);
  if (before === place) return;
  if (typeof place === "number") {
    draft.builds[place]?.cards.push(card);
    return;
  }
  const field = task.fields.find(({ key }) => key === place);
  if (field?.kind !== "cards") return;
  const there = (draft.cards[place] ??= []);
  // Where one card belongs the new one takes its place; where it is full, nothing more goes.
  if (field.most === 1) for (const old of [...there]) take(task, draft, old);
  else if (there.length >= field.most) return;
  draft.cards[place]!.push(card);
}

/** Takes a card away from wherever it lies; what pointed at it points at nothing. */
function take(task: Task, draft: Draft, card: string): void {
  for (const { key } of task.fields) if (draft.cards[key] !== undefined) draft.cards[key] = draft.cards[key].filter((one) => one !== card);
  for (const build of draft.builds) build.cards = build.cards.filter((one) => one !== card);
}

/** Points at a card, or no longer. */
export function point(field: Field, draft: Draft, card: string): void {
  if (field.kind !== "cards") return;
  const pointed = draft.cards[field.key] ?? [];
  if (pointed.includes(card)) draft.cards[field.key] = pointed.filter((one) => one !== card);
  else draft.cards[field.key] = field.most === 1 ? [card] : [...pointed, card];
}

/** The cards that a field may point at. */
export const within = (field: Field, draft: Draft): string[] =>
  field.kind !== "cards" ? [] : (field.within ?? []).flatMap((key) => (key === "builds" ? draft.builds.flatMap(({ cards }) => cards) : (draft.cards[key] ?? [])));

/** The situation as the arbiter reads it: what is empty is left out. */
export function laid(task: Task, draft: Draft): Record<string, unknown> {
  const said: Record<string, unknown> = {};
  for (const field of task.fields) {
    const { key } = field;
    if (field.kind === "cards") {
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
