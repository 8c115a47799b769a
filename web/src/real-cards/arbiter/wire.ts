// Answers of the arbiter. docs/arbiter.md explains them.
// Generated from the types in crates/arbiter. Change those, then run
//     cargo xtask wire
import type { ApiError, CardKind, OptionValue, ScoreLine, Source, Values } from "../../backend/wire";

/**
 * Form of a game's arbiter, and the rules that apply.
 */
export type Form = { presets: Array<PresetChoice>, preset: string, seats: number, options: Array<OptionChoice>, overrides: Array<string>, deck: Array<string>, tasks: Array<Task> };

/**
 * Preset: the rules as one source gives them.
 */
export type PresetChoice = { id: string, source: Source, seats: Array<number> };

/**
 * Option for a form, with its current value.
 */
export type OptionChoice = { key: string, rule: string, values: Values, value: OptionValue };

/**
 * Task: a situation of one kind.
 */
export type Task = { key: string, fields: Array<Field> };

/**
 * Field of a situation.
 */
export type Field = { key: string } & ({ "kind": "cards", min: number, max: number, within?: Array<string>, ordered: boolean }
  | { "kind": "setCards", of?: Array<CardKind>, min: number, max: number, within?: Array<string> }
  | { "kind": "seats", first: number, seats: number, row?: number }
  | { "kind": "builds", max: number }
  | { "kind": "number", min: number, max: number }
  | { "kind": "choice", of: Array<string> }
  | { "kind": "flag" }
  | { "kind": "calls" }
  | { "kind": "call" });

/**
 * Rulings on a situation.
 */
export type Rulings = { sections: Array<Section> };

/**
 * Group of rulings, for example on one card or on the score.
 */
export type Section = { about: string, card?: string, kind?: string, rulings?: Array<Ruling>, lines?: Array<ScoreLine>, columns?: Array<string> };

/**
 * Ruling on one question of a situation.
 */
export type Ruling = { verdict: Verdict, says: string, params: { [key in string]: string }, action?: string, cards?: Array<Array<string>>, rules: Array<string>, refusal?: ApiError };

/**
 * Kind of a ruling.
 */
export type Verdict = "may" | "mayNot" | "is";
