// Requests of ties: friends, mutes and blocks. docs/protocol.md describes each.
import { request } from "../backend/request";
import type { TableInfo, Ties } from "../backend/wire";

export type TieKind = "friend" | "mute" | "block";

const address = (name: string, kind: TieKind) => `/api/ties/${encodeURIComponent(name)}/${kind}`;

export const ties = () => request<Ties>("GET", "/api/ties");
export const setTie = (name: string, kind: TieKind) => request<Ties>("PUT", address(name, kind));
export const clearTie = (name: string, kind: TieKind) => request<Ties>("DELETE", address(name, kind));

/** Tie of a player to another, and of the other to the player. */
export interface Tie { friendship: "none" | "asked" | "requested" | "friends"; muted: boolean; blocked: boolean }

/** Returns the tie to the player with a name. */
export function tieTo(ties: Ties, name: string): Tie {
  const friendship = ties.friends.some((friend) => friend.name === name) ? "friends" : ties.requests.includes(name) ? "requested" : ties.asked.includes(name) ? "asked" : "none";
  return { friendship, muted: ties.muted.includes(name), blocked: ties.blocked.includes(name) };
}

/** Muted seats of a table, as long as the same players sit there. */
let muted: { at: string; seats: Promise<readonly number[]> } | null = null;

/** Returns whether the player mutes the one in a seat. The server is asked, because a chair may have an old name of its player. A guest and a page without a server mute no player. */
export async function isMuted({ table, chairs }: TableInfo, seat: number): Promise<boolean> {
  const at = JSON.stringify([table, chairs.map((chair) => (chair.kind === "person" ? chair.name : null))]);
  if (muted?.at !== at) muted = { at, seats: request<number[]>("GET", `/api/tables/${table}/muted`).catch(() => []) };
  return (await muted.seats).includes(seat);
}

/** Asks for the muted seats anew, because they have changed. */
export const forgetMuted = () => void (muted = null);
