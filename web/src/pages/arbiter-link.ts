// Where situations of a table are ruled on.
import { isBuiltIn } from "../house/offline";
import type { TableInfo } from "../house/wire";
import { searchOf } from "../real-cards/arbiter/situation";

/** The arbiter is in the page, if it was built with it, and knows no card set but the one of the house. */
export function arbiterOf(info: TableInfo | null): string | null {
  const knowsSet = info !== null && [undefined, "house"].includes(info.options.set as string | undefined);
  return isBuiltIn && knowsSet ? `/arbiter/${info.game}${searchOf(info)}` : null;
}
