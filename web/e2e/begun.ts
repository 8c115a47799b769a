// Tables with known cards. The server continues a match that was begun in a browser (docs/protocol.md), so a
// test can start from any deck and at any point of a deal. Lessons and puzzles (exercises/) contain such
// matches.
import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import type { NewChair, NewTable } from "../src/backend/wire";
import { headersOf } from "./server";

export interface Begun {
  game: string;
  options?: NewTable["options"];
  seats?: number;
  /** The dealer. The next seat acts first. */
  dealer?: number;
  /** The other chairs. The player has seat 0. */
  others?: NewChair[];
  deck: string;
  /** The actions since the deal, with their seats, as in records. */
  actions?: readonly string[];
}

/** Opens such a table, goes there, and returns its id. */
export async function openBegun(page: Page, { game, options = {}, seats = 2, dealer = 1, others, deck, actions = [] }: Begun): Promise<string> {
  const chairs: NewChair[] = ["me", ...(others ?? Array.from({ length: seats - 1 }, () => ({ bot: "random" })))];
  const table: NewTable = { game, options, seats, chairs, name: "Anna", begun: { dealer, deals: [{ deck, entries: [...actions] }] } };
  const answer = await page.request.post("/api/tables", { headers: headersOf(page), data: table });
  expect(answer.status(), await answer.text()).toBe(201);
  const { table: name } = (await answer.json()) as { table: string };
  await page.goto(`/table/${name}`);
  return name;
}

/**
 * Completes a Scopa deck that begins with these cards: three for each player in turn, then four for the
 * table.
 */
export function withRest(first: string): string {
  const all = [..."cdhs"].flatMap((suit) => [..."A234567JQK"].map((rank) => rank + suit));
  const dealt = first.split(" ");
  return [...dealt, ...all.filter((card) => !dealt.includes(card))].join(" ");
}

interface Lesson { record: { game: string; options: NewTable["options"]; seats: number; dealer: number; deals: { deck: string; actions: string[] }[] } }

/** Reads the deal of the first lesson of a game, up to but without the action `before`. */
export function lessonDeal(game: string, before: string): Begun {
  const { record } = JSON.parse(readFileSync(new URL(`../../exercises/${game}/lesson.json`, import.meta.url), "utf8")) as Lesson;
  const { deck, actions } = record.deals[0]!;
  const at = actions.indexOf(before);
  if (at < 0) throw new Error(`the lesson of ${game} has no action ${before}`);
  return { game, options: record.options, seats: record.seats, dealer: record.dealer, deck, actions: actions.slice(0, at) };
}
