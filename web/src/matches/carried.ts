// Finished matches and the identity, as parts of the file for another device.
import { base } from "../kit/base";
import type { Part } from "../kit/carried";
import { isLocal } from "../backend/backend";
import { becomeGuest, isToken, myTables, rememberTable, token, type MyTable } from "../backend/identity";
import { readMatch, type KeptMatch } from "./match";
import { MOST, store } from "./store";

/** Finished matches. A match known on both devices is stored once. */
export const matchesPart: Part<KeptMatch[]> = {
  name: "matches",
  carry: () => store.all(),
  read(found) {
    if (!Array.isArray(found) || found.length > 2 * MOST) return { wrong: "list" };
    const value = found.map(readMatch);
    const wrong = value.indexOf(null);
    return wrong < 0 ? { value: value as KeptMatch[] } : { wrong: `${wrong + 1}` };
  },
  take: async (value) => void (await store.keep(value)),
};

/** Returns the tables in progress that another device can open. Those stored in this browser are left out. */
const elsewhere = (): Table[] => myTables().filter(({ table }) => !isLocal(table)).map(({ table, game }) => ({ table, game }));

/** The guest's token and tables. It gives access to the player's chairs, so it is written only on request. */
export const identityPart: Part<Guest> = {
  name: "identity",
  carry: () => ({ token: token(), tables: elsewhere() }),
  read(found) {
    const { token, tables = [] } = (typeof found === "object" && found !== null ? found : {}) as { token?: unknown; tables?: unknown };
    if (!isToken(token)) return { wrong: "token" };
    const value = Array.isArray(tables) ? tables.map(readTable) : [null];
    return value.includes(null) ? { wrong: "tables" } : { value: { token, tables: value as Table[] } };
  },
  take: (guest) => void becomeGuestIn(guest),
};

const readTable = (value: unknown): Table | null => {
  const { table, game } = (typeof value === "object" && value !== null ? value : {}) as Record<string, unknown>;
  return typeof table === "string" && TABLE.test(table) && typeof game === "string" && GAME.test(game) ? { table, game } : null;
};
type Table = Pick<MyTable, "table" | "game">;
const TABLE = /^[\w-]{1,64}$/;
const GAME = /^[a-z-]{1,40}$/;

/** Adds card tables to the list, the first on top. Known ones keep their details. */
function sitDown(tables: readonly Table[]): void {
  const known = new Set(myTables().map(({ table }) => table));
  for (const { table, game } of tables.toReversed()) if (!known.has(table)) rememberTable(table, game);
}

/** The guest of another device, with their tables. */
export interface Guest { readonly token: string; readonly tables: readonly Table[] }

/** Switches this browser to that guest, and returns whether that could be stored. */
export function becomeGuestIn({ token, tables }: Guest): boolean {
  if (!becomeGuest(token)) return false;
  sitDown(tables);
  return true;
}

/** Number of card tables in the link. With more, the code would be hard for a phone to read. */
const IN_LINK = 3;

/**
 * Returns the link that makes another device the same guest, with the tables seen last. The part after `#` is
 * never sent to a server.
 */
export function identityLink(origin: string): string {
  const parts = new URLSearchParams([["guest", token()], ...elsewhere().slice(0, IN_LINK).map(({ table, game }) => [game, table])]);
  return `${origin}${base}matches#${parts}`;
}

/** Returns the guest of a link, or null if it has none. */
export function guestIn(hash: string): Guest | null {
  const [[first, token] = ["", ""], ...rest] = [...new URLSearchParams(hash.slice(1))];
  if (first !== "guest" || !isToken(token)) return null;
  return { token, tables: rest.flatMap(([game, table]) => readTable({ game, table }) ?? []) };
}
