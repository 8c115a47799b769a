// The log of a table as text.
import type { Style } from "../cards/names";
import type { TableState } from "./state";
import type { Event, TableInfo } from "../backend/wire";

/** Describes an event of a game in one sentence. Returns null for an event without one. */
export type Narrate = (event: Event, info: TableInfo, sides: readonly number[], style: Style) => string | null;
export interface Line { serial: number; deal: number; text: string }

export function logLines({ log, info, snapshot }: Pick<TableState, "log" | "info" | "snapshot">, narrate: Narrate, style: Style): Line[] {
  if (info === null || snapshot === null) return [];
  return log.flatMap(({ serial, deal, event }) => {
    const text = narrate(event, info, snapshot.sides, style);
    return text === null ? [] : [{ serial, deal, text }];
  });
}
