// Whether the log stands beside the table.
import { tableWidth } from "../layout/solve";

/** Height of the header of a table, in px. */
const HEADER = 51;
/** Minimum and maximum width of the log, in px. */
const LEAST = 280;
const MOST = 301;
/** Minimum width of the page, in px. */
const PAGE = 1200;

/**
 * Returns the width of the log beside a table, in px. Null if the table needs that space; then a button opens
 * the log.
 */
export function logWidth(width: number, height: number): number | null {
  const free = width - tableWidth(height - HEADER);
  return width < PAGE || free < LEAST ? null : Math.min(free, MOST);
}
