// What the arbiter answers; docs/arbiter.md explains it.
// Made from the types in crates/arbiter: to change it, change those and run
//     cargo xtask wire
import type { CardKind, OptionValue, Rejected, ScoreLine, Source, Values } from "../../house/wire";

/**
 * What can be asked of the arbiter of a game, and by which rules it answers.
 */
export type Form = { presets: Array<PresetChoice>, preset: string, seats: number, options: Array<OptionChoice>, overrides: Array<string>, deck: Array<string>, tasks: Array<Task> };

/**
 * A preset that can be chosen.
 */
export type PresetChoice = { id: string, source: Source, seats: Array<number> };

/**
 * An option that can be chosen, with what it is.
 */
export type OptionChoice = { key: string, rule: string, values: Values, value: OptionValue };

/**
 * One thing that can be asked: a situation of one kind.
 */
export type Task = { key: string, fields: Array<Field> };

/**
 * One part of a situation.
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
 * What the rules say of a situation.
 */
export type Rulings = { sections: Array<Section> };

/**
 * What belongs together: what one card may do, how a deal is counted.
 */
export type Section = { about: string, card?: string, kind?: string, rulings?: Array<Ruling>, lines?: Array<ScoreLine>, columns?: Array<string> };

/**
 * One ruling.
 */
export type Ruling = { verdict: Verdict, says: string, params: { [key in string]: string }, action?: string, cards?: Array<Array<string>>, rules: Array<string>, refusal?: Rejected };

/**
 * Whether something may be done.
 */
export type Verdict = "may" | "mayNot" | "is";
