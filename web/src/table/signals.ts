// The sound of a notice, for any game.
import type { TableNotice } from "../backend/backend";
import type { Sound } from "../kit/sound";
import type { Flight } from "../motion/flights";

const OF_FLIGHTS = [["take", ["capture", "gather"]], ["lay", ["lay", "carry"]], ["deal", ["deal", "layOut"]]] as const satisfies readonly (readonly [Sound, readonly Flight["flight"][]])[];

/** Knocking, or laying the hand down, comes before any sound of a card. */
const KNOCKS: readonly string[] = ["knocked", "wentOut"];

/** Returns the most important sound of a notice, or null if it is silent. */
export function signalOf(notice: TableNotice, flights: readonly Flight[]): Sound | null {
  if (notice.type !== "played" && notice.type !== "dealt") return null;
  if (notice.events.some(({ event }) => KNOCKS.includes(event))) return "knock";
  return OF_FLIGHTS.find(([, kinds]) => flights.some(({ flight }) => (kinds as readonly string[]).includes(flight)))?.[0] ?? null;
}
