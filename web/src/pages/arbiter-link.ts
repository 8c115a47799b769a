// Where situations of a table are ruled on, and what of a table the modules of the page know.
import { isBuiltIn } from "../house/offline";
import type { TableInfo } from "../house/wire";
import { base } from "../kit/base";
import { searchOf } from "../real-cards/arbiter/situation";

/** The modules are in the page, if it was built with them, and know no card set but the one of the house. */
export const knowsSet = (info: TableInfo | null): info is TableInfo =>
  isBuiltIn && info !== null && [undefined, "house"].includes(info.options.set as string | undefined);

export function arbiterOf(info: TableInfo | null): string | null {
  return knowsSet(info) ? `${base}arbiter/${info.game}${searchOf(info)}` : null;
}
