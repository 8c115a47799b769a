// Storing a finished match, with the score of every deal. The scores not seen at the table come from the
// backend.
import type { Backend } from "../backend/backend";
import { forgetTable, myMatches } from "../backend/identity";
import type { DealScore, Replay, TableInfo } from "../backend/wire";
import { matchOf, type KeptMatch, type Standing } from "./match";
import { store } from "./store";

/** Returns the scores of all deals. Unseen ones are requested, and unknown ones are left out. */
async function counted(backend: Backend, first: Replay, told: readonly (DealScore | undefined)[]): Promise<DealScore[]> {
  const deals: DealScore[] = [];
  for (const deal of first.points.keys()) {
    const known = told[deal] ?? scoreIn(deal === 0 ? first : await backend.replay(first.info.table, deal).catch(() => null));
    if (known !== null) deals.push(known);
  }
  return deals;
}
const scoreIn = (replay: Replay | null): DealScore | null => replay?.steps.findLast(({ dealScore }) => dealScore !== null)?.dealScore ?? null;

/** Returns a finished match with everything known about it, or null for a spectator. */
export async function finished(backend: Backend, info: TableInfo, standing: Standing, told: readonly (DealScore | undefined)[], known: readonly KeptMatch[]): Promise<KeptMatch | null> {
  const first = await backend.replay(info.table, 0).catch(() => null);
  const deals = first === null ? told.filter((deal) => deal !== undefined) : await counted(backend, first, told);
  const match = matchOf(info, standing, deals, Date.now());
  return match === null ? null : inSeries(match, known);
}

/** Joins a match to the series of the match before it, if it is a rematch. */
export function inSeries(match: KeptMatch, known: readonly KeptMatch[]): KeptMatch {
  const before = known.find(({ next }) => next === match.table);
  return before === undefined ? match : { ...match, series: before.series };
}

/**
 * Stores matches that the list of tables knows as finished and the store lacks. They ended before the store
 * existed, or in a tab that was closed at the last card. Matches that the server has forgotten stay in the
 * list.
 */
export async function catchUp(backend: Backend, known: readonly KeptMatch[]): Promise<KeptMatch[]> {
  const found: KeptMatch[] = [];
  // Oldest first, so that each finds the match before it.
  for (const { table, opened } of myMatches().toReversed()) {
    if (known.some((match) => match.table === table)) continue;
    const first = await backend.replay(table, 0).catch(() => null);
    const match = first === null ? null : matchOf(first.info, first, await counted(backend, first, []), opened);
    if (match !== null) found.push(inSeries(match, [...known, ...found]));
  }
  if (found.length > 0) await store.keep(found);
  return found;
}

/** Deletes a match from the store and from the list of tables. */
export function forgetMatch(table: string): Promise<boolean> {
  forgetTable(table);
  return store.forget(table);
}
