// Requests of profiles. docs/protocol.md describes each.
import { request } from "../backend/request";
import type { Leaderboard, PlayerMatch, Profile, RankedPlayer } from "../backend/wire";

/** Number of matches in one answer of the server. */
export const STEP = 20;

export const profile = (name: string) => request<Profile>("GET", `/api/players/${encodeURIComponent(name)}`);
export const older = (name: string, last: PlayerMatch) => request<PlayerMatch[]>("GET", `/api/players/${encodeURIComponent(name)}/matches?before=${last.finished}.${last.id}`);

export const leaderboard = (family: string) => request<Leaderboard>("GET", `/api/ratings/${encodeURIComponent(family)}`);

/** Range of ratings. */
export interface Scale {
  low: number;
  high: number;
}

/** Returns the range in which a player's strength lies with high probability. Places follow from its low end. */
export const intervalOf = ({ rating, deviation }: RankedPlayer): Scale => ({ low: rating - 2 * deviation, high: rating + 2 * deviation });

/** Returns the smallest scale with the intervals of all players. */
export function scaleOf(players: readonly RankedPlayer[]): Scale {
  const intervals = players.map(intervalOf);
  const [low, high] = [Math.min(...intervals.map(({ low }) => low)), Math.max(...intervals.map(({ high }) => high))];
  return low < high ? { low, high } : { low: 0, high: 1 };
}

/** Returns a rating as players read it: with a question mark while it is uncertain. */
export const shown = (rating: number, provisional: boolean): string => `${rating}${provisional ? "?" : ""}`;
