// Whether the log stands beside the table.
import { tableWidth } from "../layout/solve";

/** Minimum height of the header of a table, in px, rounded down. */
const HEADER = 48;
/** Minimum width of the log, in px. */
const LEAST = 280;
/** Minimum width of the page, in px. */
const PAGE = 1200;

/**
 * Returns the space beside a table for the log, in px. Null if there is not enough; then a button opens the log.
 */
export function logWidth(width: number, height: number): number | null {
  const free = width - tableWidth(height - HEADER);
  return width < PAGE || free < LEAST ? null : free;
}
