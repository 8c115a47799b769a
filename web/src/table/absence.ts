// Who is missing at a table, and for how long by now.
import type { Seat, TableInfo } from "../house/wire";

export interface Absent { seat: Seat; /** In milliseconds. */ away: number; /** Whether a bot may play for them now. */ long: boolean }

/** Nobody is missed who has just gone: a page that is reloaded is back in a moment. */
const UNNOTICED = 6_000;

/** The others who are away and play for themselves. `chairsAt` is when the table was told of, `now` is now. */
export function absentees(info: TableInfo, chairsAt: number, now: number): Absent[] {
  return info.chairs.flatMap((chair, seat) => {
    if (chair.kind !== "person" || chair.away === null || chair.standIn !== null || seat === info.you) return [];
    const away = chair.away + Math.max(0, now - chairsAt);
    return away < UNNOTICED ? [] : [{ seat, away, long: away >= info.absence }];
  });
}
