// The pools of the lobby: the kinds of tables, each at one or two paces.
import type { LobbyPool } from "../backend/wire";

export type Pace = "quick" | "normal";

/** A game with a number of players, and its pools by pace. A race has no pace. */
export interface Kind {
  id: string;
  game: string;
  least: number;
  most: number;
  partners: boolean;
  pools: Partial<Record<Pace | "untimed", LobbyPool>>;
  /** Number of players who wait, at any pace. */
  waiting: number;
}

const paceOf = (pool: LobbyPool): Pace | "untimed" => (pool.timeControl === null ? "untimed" : pool.id.endsWith("-quick") ? "quick" : "normal");

/** Returns the kinds of tables, in the order of the pools. */
export function kindsOf(pools: readonly LobbyPool[]): Kind[] {
  const kinds = new Map<string, Kind>();
  for (const pool of pools) {
    const { game, least, most, partners } = pool;
    const id = `${game}-${most}`;
    const kind = kinds.get(id) ?? { id, game, least, most, partners, pools: {}, waiting: 0 };
    kind.pools[paceOf(pool)] = pool;
    kind.waiting += pool.waiting;
    kinds.set(id, kind);
  }
  return [...kinds.values()];
}

/** Returns the pool of a kind to join: at the chosen pace, unless players wait at the other pace alone. */
export function poolOf({ pools }: Kind, pace: Pace): LobbyPool | undefined {
  const chosen = pools[pace];
  const other = pools[pace === "quick" ? "normal" : "quick"];
  if (chosen === undefined || other === undefined) return chosen ?? other ?? pools.untimed;
  return chosen.waiting === 0 && other.waiting > 0 ? other : chosen;
}

/** The last choices of the player. */
export interface Kept { kind: string | null; pace: Pace }

/** Key of the choices in the browser's storage. */
export const LOBBY = "parlour.lobby";

/** Key of the height of the lobby, which Home keeps free while the lobby loads. */
export const HEIGHT = "parlour.lobby.height";

/** Keeps a pool as the player's last choice, which the lobby offers first. */
export function choosePool(pool: string): void {
  const { pace } = readKept(localStorage.getItem(LOBBY));
  localStorage.setItem(LOBBY, JSON.stringify({ kind: pool.replace(/-(quick|normal)$/, ""), pace }));
}

/** Returns the family of the ratings of a kind of table, or null if it has none because no match has a clock. */
export function familyOf({ game, most, partners, pools }: Kind): string | null {
  if (pools.untimed !== undefined) return null;
  return `${game}-${partners ? "partners" : most === 2 ? "two" : "many"}`;
}

export function readKept(kept: string | null): Kept {
  let found: Partial<Record<keyof Kept, unknown>> = {};
  try {
    found = Object(JSON.parse(kept ?? "{}")) as typeof found;
  } catch {
    // Invalid data counts as none.
  }
  const { kind, pace } = found;
  return { kind: typeof kind === "string" ? kind : null, pace: pace === "normal" ? "normal" : "quick" };
}
