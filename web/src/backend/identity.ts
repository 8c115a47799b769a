// The guest's token, generated once and stored, and the tables at which this browser has sat.

const TOKEN = "parlour.token";
const GUEST = "parlour.guest-token";
const TABLES = "parlour.tables";

/** Player to act when the card table was last seen. */
export type Turn = "yours" | "theirs" | "waiting" | "counted" | "over";
/** State of a card table when it was last seen. */
export interface Seen { /** Names of the other players. */ others: string[]; /** Points, this player's side first. */ score: number[]; turn: Turn; /** Name of the other player to act. */ actor: string | null; /** Whether all others are bots, in the player's own match. */ alone?: boolean }
export interface MyTable { table: string; game: string; opened: number; seen?: Seen }

export const isToken = (value: unknown): value is string => typeof value === "string" && /^[\w-]{43}$/.test(value);

/** The guest's token: 32 random bytes in unpadded base64url. */
export function token(store: Storage = localStorage): string {
  const kept = store.getItem(TOKEN);
  if (isToken(kept)) return kept;
  const made = base64url(crypto.getRandomValues(new Uint8Array(32)));
  store.setItem(TOKEN, made);
  return made;
}

/**
 * Switches this browser to another guest, and returns whether the token could be stored. Open connections
 * still use the old one.
 */
export function becomeGuest(token: string, store: Storage = localStorage): boolean {
  try {
    store.setItem(TOKEN, token);
    return true;
  } catch {
    return false;
  }
}

/** Makes this browser a device of an account, and keeps the guest for later. */
export function enterAccount(device: string, store: Storage = localStorage): void {
  store.setItem(GUEST, token(store));
  store.setItem(TOKEN, device);
}

/** Makes this browser the guest again that it was before it became a device, or a new guest. */
export function leaveAccount(store: Storage = localStorage): void {
  const guest = store.getItem(GUEST);
  store.removeItem(GUEST);
  if (isToken(guest)) store.setItem(TOKEN, guest);
  else store.removeItem(TOKEN);
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The tables in progress, and the finished ones, the last seen first. */
export const myTables = (store: Storage = localStorage): MyTable[] => known(store).filter(({ seen }) => seen?.turn !== "over");
export const myMatches = (store: Storage = localStorage): MyTable[] => known(store).filter(({ seen }) => seen?.turn === "over");

function known(store: Storage): MyTable[] {
  try {
    const kept: unknown = JSON.parse(store.getItem(TABLES) ?? "[]");
    return Array.isArray(kept) ? kept.filter(isTable) : [];
  } catch {
    return [];
  }
}

function isTable(entry: Partial<MyTable> | null): entry is MyTable {
  const { table, seen } = entry ?? {};
  return typeof table === "string" && (seen === undefined || (Array.isArray(seen.others) && Array.isArray(seen.score)));
}

export function rememberTable(table: string, game: string, seen?: Seen, store: Storage = localStorage): void {
  const tables = [{ table, game, opened: Date.now(), ...(seen === undefined ? {} : { seen }) }, ...known(store).filter((entry) => entry.table !== table)];
  // Twenty of each bound the list; players rarely return to older ones.
  const left = { on: 20, over: 20 };
  const kept = tables.filter(({ seen }) => left[seen?.turn === "over" ? "over" : "on"]-- > 0);
  keep(kept, store);
}

export function forgetTable(table: string, store: Storage = localStorage): void {
  keep(known(store).filter((entry) => entry.table !== table), store);
}

function keep(tables: MyTable[], store: Storage): void {
  try {
    store.setItem(TABLES, JSON.stringify(tables));
  } catch {
    // Without storage the browser forgets the list of tables; the game goes on.
  }
}
