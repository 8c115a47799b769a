// The draft of an entry: the values of the fields, the rest of a sum, and the resulting entry. The module of
// the pads decides whether an entry is valid.
import type { Entry, Field } from "./client";

export type Figures = (number | null)[];

/** Returns the fields to ask for, given the draft. */
export const asked = (form: readonly Field[], draft: Entry): Field[] =>
  form.filter((field) => isAsked(form, field, draft));

function isAsked(form: readonly Field[], { when, unless }: Field, draft: Entry): boolean {
  // A field that another answer has made unnecessary makes no other field necessary.
  const on = when == null ? undefined : form.find(({ name }) => name === when.field);
  if (on !== undefined && !isAsked(form, on, draft)) return false;
  const answer = when == null ? undefined : draft[when.field];
  const fits = when == null || (when.is.length === 0 ? !isNothing(answer) : when.is.includes(String(answer)));
  return fits && (unless == null || isNothing(draft[unless]));
}

/** Returns the default of the first field, the usual way in which a hand ends, to save a tap. */
export function beginnings(form: readonly Field[]): Entry {
  const first = form[0];
  return first?.kind === "choice" && !first.optional ? { [first.name]: first.words[0] } : {};
}

/** Returns the number of figures in a field. */
export const places = (field: Field, sides: number, seats: number): number => (field.who === "sides" ? sides : seats);

/** Returns the typed figures. */
export function typed(field: Field, draft: Entry, count: number): Figures {
  const held = draft[field.name];
  return Array.from({ length: count }, (_, index) => {
    const figure: unknown = Array.isArray(held) ? held[index] : null;
    return typeof figure === "number" ? figure : null;
  });
}

/** Returns the figures. If one is missing and the sum is known, it is the rest. */
export function figures(field: Field, draft: Entry, count: number): Figures {
  const held = typed(field, draft, count);
  // Figures without a sum, such as sweeps or takeovers, are usually 0.
  if (field.sum === null) return field.kind === "number" && !field.optional ? held.map((figure) => figure ?? 0) : held;
  if (held.filter((figure) => figure === null).length !== 1) return held;
  const rest = field.sum - held.reduce<number>((sum, figure) => sum + (figure ?? 0), 0);
  return held.map((figure) => figure ?? Math.max(0, rest));
}

/** Returns the first figure after a tap on + or − in an empty field, near the usual one. */
export const beginning = (field: Field, count: number): number => {
  if (!("min" in field)) return 0;
  if (field.kind === "half") return Math.round((field.min + 2 * field.max) / 3);
  return field.sum === null ? Math.max(0, field.min) : Math.floor(field.sum / count);
};

/** Returns the figure after a step, within the limits of the field. */
export function stepped(field: Field, figure: number | null, step: number, count: number): number {
  const next = figure === null ? beginning(field, count) + (field.sum === null && field.kind !== "half" && step > 0 ? step : 0) : figure + step;
  return "min" in field ? Math.min(field.max, Math.max(field.min, next)) : next;
}

const isNothing = (value: unknown): boolean =>
  value === undefined || value === null || value === "" || (Array.isArray(value) && value.every(isNothing) && value.length > 0);

export interface Written { entry: Entry; missing: Field | null }

/** Returns the entry of a draft, and the first missing field. */
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

/**
 * Whether a field is rarely needed, or is an alternative to another. The module names such a field if it
 * needs it.
 */
export const isRare = (field: Field): boolean =>
  field.late || (field.optional && (["ranks", "flag"].includes(field.kind) || (["number", "half"].includes(field.kind) && field.unless != null)));
