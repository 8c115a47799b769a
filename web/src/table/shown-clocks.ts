// The clocks of a table, which its plates show.
import { getContext, setContext } from "svelte";
import type { PlayerClock, Seat } from "../backend/wire";
import type { Time } from "./clocks";

export interface ShownClocks {
  /** Whether the table has clocks. */
  readonly any: boolean;
  /** Returns the clock of a seat, or null if the seat has none. */
  of(seat: Seat): { clock: PlayerClock; time: Time; mine: boolean } | null;
}

const KEY = Symbol("clocks");

export const showClocks = (clocks: ShownClocks): ShownClocks => setContext(KEY, clocks);

/** Null where there is no table in play, as in a replay. */
export const shownClocks = (): ShownClocks | null => getContext<ShownClocks | undefined>(KEY) ?? null;
