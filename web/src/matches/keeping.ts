// How a finished match gets into the store: with the counting of every deal, of which the table has told some, and the house
// tells the rest.
import type { House } from "../house/house";
import { forgetTable, myMatches } from "../house/identity";
import type { DealScore, Replay, TableInfo } from "../house/wire";
import { matchOf, type KeptMatch, type Standing } from "./match";
import { store } from "./store";

/** The counting of every deal: what was told while it was played, else the house is asked. What it does not say is left out. */
async function counted(house: House, first: Replay, told: readonly (DealScore | undefined)[]): Promise<DealScore[]> {
  const deals: DealScore[] = [];
  for (const deal of first.points.keys()) {
    const known = told[deal] ?? scoreIn(deal === 0 ? first : await house.replay(first.info.table, deal).catch(() => null));
    if (known !== null) deals.push(known);
  }
  return deals;
}
const scoreIn = (replay: Replay | null): DealScore | null => replay?.steps.findLast(({ dealScore }) => dealScore !== null)?.dealScore ?? null;

/** A match that is over, with all that can be known of it; nothing for whoever only looked on. */
export async function finished(house: House, info: TableInfo, standing: Standing, told: readonly (DealScore | undefined)[], known: readonly KeptMatch[]): Promise<KeptMatch | null> {
  const first = await house.replay(info.table, 0).catch(() => null);
  const deals = first === null ? told.filter((deal) => deal !== undefined) : await counted(house, first, told);
  const match = matchOf(info, standing, deals, Date.now());
  return match === null ? null : inSeries(match, known);
}

/** The same people have played before, if a match was followed by this one. */
export function inSeries(match: KeptMatch, known: readonly KeptMatch[]): KeptMatch {
  const before = known.find(({ next }) => next === match.table);
  return before === undefined ? match : { ...match, series: before.series };
}

/**
 * Keeps what the list of tables knows to be over and the store does not know: what was finished before there was a store, or
 * in a tab that was closed at the last card. What the house has forgotten stays where it is.
 */
export async function catchUp(house: House, known: readonly KeptMatch[]): Promise<KeptMatch[]> {
  const found: KeptMatch[] = [];
  // The oldest first, so that each finds the one before it.
  for (const { table, opened } of myMatches().toReversed()) {
    if (known.some((match) => match.table === table)) continue;
    const first = await house.replay(table, 0).catch(() => null);
    const match = first === null ? null : matchOf(first.info, first, await counted(house, first, []), opened);
    if (match !== null) found.push(inSeries(match, [...known, ...found]));
  }
  if (found.length > 0) await store.keep(found);
  return found;
}

/** Forgets a match, in the store and in the list of tables. */
export function forgetMatch(table: string): Promise<boolean> {
  forgetTable(table);
  return store.forget(table);
}
