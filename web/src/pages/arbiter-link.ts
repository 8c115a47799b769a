// Links from a table to the arbiter, and the tables that the modules of the page support.
import { isBuiltIn } from "../backend/offline";
import type { TableInfo } from "../backend/wire";
import { base } from "../kit/base";
import games from "../real-cards/arbiter/games.json";
import { searchOf } from "../real-cards/arbiter/manner";

/** Whether the modules are in the page and know the card set. They know only the set of the rule book. */
export const knowsSet = (info: TableInfo | null): info is TableInfo =>
  isBuiltIn && info !== null && [undefined, "house"].includes(info.options.set as string | undefined);

/** Returns the address for rulings on a table, or null if its game has no arbiter. */
export function arbiterOf(info: TableInfo | null): string | null {
  return knowsSet(info) && games.includes(info.game) ? `${base}arbiter/${info.game}${searchOf(info)}` : null;
}
