// The log of a table as lines to read.
import type { Style } from "../cards/names";
import type { TableState } from "./state";
import type { Event, TableInfo } from "../house/wire";

/** How a game tells an event: one sentence, or nothing. */
export type Narrate = (event: Event, info: TableInfo, sides: readonly number[], style: Style) => string | null;
export interface Line { serial: number; deal: number; text: string }

export function logLines({ log, info, frame }: Pick<TableState, "log" | "info" | "frame">, narrate: Narrate, style: Style): Line[] {
  if (info === null || frame === null) return [];
  return log.flatMap(({ serial, deal, event }) => {
    const text = narrate(event, info, frame.sides, style);
    return text === null ? [] : [{ serial, deal, text }];
  });
}
