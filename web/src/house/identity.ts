// Who this browser is: a token made up once and kept, and the tables it has sat at.

const TOKEN = "parlour.token";
const TABLES = "parlour.tables";

export interface MyTable { table: string; game: string; opened: number }

/** The guest's token: 32 random bytes in unpadded base64url. */
export function token(store: Storage = localStorage): string {
  const kept = store.getItem(TOKEN);
  if (kept !== null && /^[\w-]{43}$/.test(kept)) return kept;
  const made = base64url(crypto.getRandomValues(new Uint8Array(32)));
  store.setItem(TOKEN, made);
  return made;
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The unfinished tables this browser knows, newest first. */
export function myTables(store: Storage = localStorage): MyTable[] {
  try {
    const kept: unknown = JSON.parse(store.getItem(TABLES) ?? "[]");
    return Array.isArray(kept) ? kept.filter((entry): entry is MyTable => typeof entry?.table === "string") : [];
  } catch {
    return [];
  }
}

export function rememberTable(table: string, game: string, store: Storage = localStorage): void {
  const others = myTables(store).filter((entry) => entry.table !== table);
  // Twenty is more than anybody returns to; the list must not grow for ever.
  store.setItem(TABLES, JSON.stringify([{ table, game, opened: Date.now() }, ...others].slice(0, 20)));
}

export function forgetTable(table: string, store: Storage = localStorage): void {
  store.setItem(TABLES, JSON.stringify(myTables(store).filter((entry) => entry.table !== table)));
}
