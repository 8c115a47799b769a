// Requests of ties: friends, mutes and blocks. docs/protocol.md describes each.
import { request } from "../backend/request";
import type { Ties } from "../backend/wire";

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

let muted: Promise<ReadonlySet<string>> | null = null;

/** Returns whether the player mutes the player with a name. The server is asked once. A guest and a page without a server mute no player. */
export async function isMuted(name: string): Promise<boolean> {
  muted ??= ties().then((found) => new Set(found.muted), () => new Set<string>());
  return (await muted).has(name);
}

/** Asks for the muted players anew, because they have changed. */
export const forgetMuted = () => void (muted = null);
