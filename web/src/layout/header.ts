// Height of the header above a table.

/** Heights, in px, on a usual and on a low screen, and the screen height from which a screen is usual. */
const USUAL = 50;
const LOW = 40;
const ENOUGH = 480;

/** Returns the height of the header, in px, on a screen of this height. Very large letters can exceed it. */
export const headerHeight = (screen: number): number => (screen < ENOUGH ? LOW : USUAL);
