// Finished matches, and who we are, as parts of the file for another device.
import { base } from "../kit/base";
import type { Part } from "../kit/carried";
import { isLocal } from "../house/house";
import { becomeGuest, isToken, myTables, rememberTable, token, type MyTable } from "../house/identity";
import { readMatch, type KeptMatch } from "./match";
import { MOST, store } from "./store";

/** Finished matches. A match that is known on both devices is kept once. */
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

/** The tables that go on and that another device finds too: those that this browser keeps itself stay here. */
const elsewhere = (): Table[] => myTables().filter(({ table }) => !isLocal(table)).map(({ table, game }) => ({ table, game }));

/** Who we are, and the tables at which we sit. Whoever has it sits in our chair, so it is written only for whoever asks for it. */
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

/** Puts tables on the list, the first on top; those that are on it know more of themselves already. */
function sitDown(tables: readonly Table[]): void {
  const known = new Set(myTables().map(({ table }) => table));
  for (const { table, game } of tables.toReversed()) if (!known.has(table)) rememberTable(table, game);
}

/** A guest of another device, and where they sit. */
export interface Guest { readonly token: string; readonly tables: readonly Table[] }

/** This browser is that guest from now on; says whether that could be kept. */
export function becomeGuestIn({ token, tables }: Guest): boolean {
  if (!becomeGuest(token)) return false;
  sitDown(tables);
  return true;
}

/** So many tables have room in a code that a phone reads across a table. */
const IN_LINK = 3;

/**
 * The address under which another device becomes the same guest, at the tables seen last. What stands behind the sign `#` is
 * never sent to a server.
 */
export function identityLink(origin: string): string {
  const parts = new URLSearchParams([["guest", token()], ...elsewhere().slice(0, IN_LINK).map(({ table, game }) => [game, table])]);
  return `${origin}${base}matches#${parts}`;
}

/** Who an address says we are; nothing if it says nothing of that. */
export function guestIn(hash: string): Guest | null {
  const [[first, token] = ["", ""], ...rest] = [...new URLSearchParams(hash.slice(1))];
  if (first !== "guest" || !isToken(token)) return null;
  return { token, tables: rest.flatMap(([game, table]) => readTable({ game, table }) ?? []) };
}
