// The log of a table as text.
import type { Style } from "../cards/names";
import type { TableState } from "./state";
import type { Event, TableInfo } from "../backend/wire";

/** Describes an event of a game in one sentence. Returns null for an event without one. */
export type Narrate = (event: Event, info: TableInfo, sides: readonly number[], style: Style) => string | null;
export interface Line { serial: number; deal: number; text: string }

/** Returns the lines of the log. Equal lines of one action in a row are one line with their number. */
export function logLines({ log, info, snapshot }: Pick<TableState, "log" | "info" | "snapshot">, narrate: Narrate, style: Style): Line[] {
  if (info === null || snapshot === null) return [];
  const told: (Line & { version: number; times: number })[] = [];
  for (const { serial, version, deal, event } of log) {
    const text = narrate(event, info, snapshot.sides, style);
    const last = told.at(-1);
    if (text === null) continue;
    if (last?.text === text && last.version === version) last.times += 1;
    else told.push({ serial, version, deal, text, times: 1 });
  }
  return told.map(({ serial, deal, text, times }) => ({ serial, deal, text: times > 1 ? `${text} ×${times}` : text }));
}
