// Rules in the address of an arbiter.
import type { OptionValue } from "../../backend/wire";

/** Rules that are in use. */
export interface Manner { preset: string | null; seats: number | null; options: Record<string, OptionValue> }

/** Parses the rules of an address, written as in the rule book. */
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
