// What is being typed: the values of a form's fields, what follows from a sum, and the entry they become. What an entry
// may be is said by the pads.
import type { Entry, Field } from "./client";

export type Figures = (number | null)[];

/** The fields that are asked, as the draft stands. */
export const asked = (form: readonly Field[], draft: Entry): Field[] =>
  form.filter((field) => isAsked(form, field, draft));

function isAsked(form: readonly Field[], { when, unless }: Field, draft: Entry): boolean {
  // What was answered before another answer made it needless asks for nothing more.
  const on = when == null ? undefined : form.find(({ name }) => name === when.field);
  if (on !== undefined && !isAsked(form, on, draft)) return false;
  const answer = when == null ? undefined : draft[when.field];
  const fits = when == null || (when.is.length === 0 ? !isNothing(answer) : when.is.includes(String(answer)));
  return fits && (unless == null || isNothing(draft[unless]));
}

/** What a hand mostly begins with, and what nobody wants to tap every time: the first of the ways in which it can have ended. */
export function beginnings(form: readonly Field[]): Entry {
  const first = form[0];
  return first?.kind === "choice" && !first.optional ? { [first.name]: first.words[0] } : {};
}

/** How many figures a field has. */
export const places = (field: Field, sides: number, seats: number): number => (field.who === "sides" ? sides : seats);

/** The figures that were typed. */
export function typed(field: Field, draft: Entry, count: number): Figures {
  const held = draft[field.name];
  return Array.from({ length: count }, (_, index) => {
    const figure: unknown = Array.isArray(held) ? held[index] : null;
    return typeof figure === "number" ? figure : null;
  });
}

/** The figures as they stand: where only one is left to say and the sum is known, it is what is left. */
export function figures(field: Field, draft: Entry, count: number): Figures {
  const held = typed(field, draft, count);
  // What has no sum is mostly nothing: sweeps, takeovers.
  if (field.sum === null) return field.kind === "number" && !field.optional ? held.map((figure) => figure ?? 0) : held;
  if (held.filter((figure) => figure === null).length !== 1) return held;
  const rest = field.sum - held.reduce<number>((sum, figure) => sum + (figure ?? 0), 0);
  return held.map((figure) => figure ?? Math.max(0, rest));
}

/** Where counting begins when somebody taps + or − on an empty figure: near what is usual. */
export const beginning = (field: Field, count: number): number => {
  if (!("min" in field)) return 0;
  if (field.kind === "half") return Math.round((field.min + 2 * field.max) / 3);
  return field.sum === null ? Math.max(0, field.min) : Math.floor(field.sum / count);
};

/** One more or one less, within what the field allows. */
export function stepped(field: Field, figure: number | null, step: number, count: number): number {
  const next = figure === null ? beginning(field, count) + (field.sum === null && field.kind !== "half" && step > 0 ? step : 0) : figure + step;
  return "min" in field ? Math.min(field.max, Math.max(field.min, next)) : next;
}

const isNothing = (value: unknown): boolean =>
  value === undefined || value === null || value === "" || (Array.isArray(value) && value.every(isNothing) && value.length > 0);

export interface Written { entry: Entry; missing: Field | null }

/** The entry the draft becomes, and the first thing that still has to be said. */
export function written(form: readonly Field[], draft: Entry, sides: number, seats: number): Written {
  const entry: Entry = {};
  let missing: Field | null = null;
  for (const field of asked(form, draft)) {
    const value = field.who === "hand" ? draft[field.name] : field.kind === "ranks" || field.kind === "values" ? draft[field.name] : figures(field, draft, places(field, sides, seats));
    if (isNothing(value)) {
      if (!field.optional) missing ??= field;
      continue;
    }
    const incomplete = Array.isArray(value) && field.kind === "number" && !field.late && value.includes(null);
    if (incomplete) missing ??= field;
    entry[field.name] = value;
  }
  return { entry, missing };
}

/** What is rarely needed, and then the pads ask for it by name; and other ways to say what was asked. */
export const isRare = (field: Field): boolean =>
  field.late || (field.optional && (["ranks", "flag"].includes(field.kind) || (["number", "half"].includes(field.kind) && field.unless != null)));
