// Which sound belongs to what happens at a table, in the words of no game in particular.
import type { TableNotice } from "../house/house";
import type { Sound } from "../kit/sound";
import type { Flight } from "../motion/flights";

const OF_FLIGHTS = [["take", ["capture", "gather"]], ["lay", ["lay", "carry"]], ["deal", ["deal", "layOut"]]] as const satisfies readonly (readonly [Sound, readonly Flight["flight"][]])[];

/** Who knocks, or lays their hand down, is heard before any card. */
const KNOCKS: readonly string[] = ["knocked", "wentOut"];

/** One sound, of several the one that matters most; null where nothing is heard. */
export function signalOf(notice: TableNotice, flights: readonly Flight[]): Sound | null {
  if (notice.type !== "played" && notice.type !== "dealt") return null;
  if (notice.events.some(({ event }) => KNOCKS.includes(event))) return "knock";
  return OF_FLIGHTS.find(([, kinds]) => flights.some(({ flight }) => (kinds as readonly string[]).includes(flight)))?.[0] ?? null;
}
