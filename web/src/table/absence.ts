// Absent players at a table, and how long they have been away.
import type { Seat, TableInfo } from "../backend/wire";
import { isHere } from "./players";

export interface Absent { seat: Seat; /** In milliseconds. */ away: number; /** Whether a bot may substitute now. */ long: boolean }

/** Grace period in milliseconds, because a reloading page is back in a moment. */
const UNNOTICED = 6_000;

/**
 * Returns the other players who are away and have no substitute. `chairsAt` is when the chairs were received.
 */
export function absentees(info: TableInfo, chairsAt: number, now: number): Absent[] {
  return info.chairs.flatMap((chair, seat) => {
    if (chair.kind !== "person" || chair.away === null || chair.substitute !== null || chair.left || seat === info.you) return [];
    const away = chair.away + Math.max(0, now - chairsAt);
    return away < UNNOTICED ? [] : [{ seat, away, long: away >= info.absence }];
  });
}

/** A player who left during the match, and what this player may do about it. */
export interface Gone { seat: Seat; /** Whether this player may choose a bot as substitute. */ mayReplace: boolean; /** Whether this player may claim the win. */ mayClaim: boolean; /** Whether this player may wait longer. */ mayWait: boolean }

/**
 * Returns the players who have left and have no substitute. If a partner stayed, only the partner chooses
 * one.
 */
export function deserters(info: TableInfo, sides: readonly number[]): Gone[] {
  const me = info.you;
  const gone = info.chairs.flatMap((chair, seat) => (chair.kind === "person" && chair.left && chair.substitute === null && seat !== me ? [seat] : []));
  const people = info.chairs.flatMap((chair, seat) => (chair.kind === "person" ? [seat] : []));
  const stayed = (seat: Seat) => people.filter((other) => other !== seat && sides[other] === sides[seat] && isHere(info, other) && !gone.includes(other));
  const opponents = me === null ? [] : people.filter((seat) => sides[seat] !== sides[me]);
  const mayClaim = me !== null && new Set(sides).size === 2 && opponents.every((seat) => gone.includes(seat));
  return gone.map((seat) => ({
    seat,
    mayReplace: me !== null && (stayed(seat).length === 0 || stayed(seat).includes(me)),
    mayClaim: mayClaim && opponents.includes(seat),
    mayWait: me !== null && info.seats > 2 && (info.clocks[seat]?.decided ?? null) !== null,
  }));
}
