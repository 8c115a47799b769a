// Whether the log stands beside the table.
import { headerHeight } from "../layout/header";
import { tableWidth } from "../layout/solve";

/** Minimum width of the log, in px. */
const LEAST = 280;
/** Minimum width of the page, in px. */
const PAGE = 1200;

/**
 * Returns the space beside a table for the log, in px. Null if there is not enough; then a button opens the log.
 */
export function logWidth(width: number, height: number): number | null {
  const free = width - tableWidth(height - headerHeight(height));
  return width < PAGE || free < LEAST ? null : free;
}
