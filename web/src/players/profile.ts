// Requests of profiles. docs/protocol.md describes each.
import { request } from "../backend/request";
import type { PlayerMatch, Profile } from "../backend/wire";

/** Number of matches in one answer of the server. */
export const STEP = 20;

export const profile = (name: string) => request<Profile>("GET", `/api/players/${encodeURIComponent(name)}`);
export const older = (name: string, last: PlayerMatch) => request<PlayerMatch[]>("GET", `/api/players/${encodeURIComponent(name)}/matches?before=${last.finished}.${last.id}`);

/** Returns a rating as players read it: with a question mark while it is uncertain. */
export const shown = (rating: number, provisional: boolean): string => `${rating}${provisional ? "?" : ""}`;
