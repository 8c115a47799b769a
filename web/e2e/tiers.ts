// The two tiers of the browser tests. The quick tier tells whether anything is broken; the full tier also repeats it on every
// screen, in both languages and with every setting. A test with `FULL` belongs to the full tier alone.

/** Whether the full tier runs: PARLOUR_TESTS=full. */
export const isFull = process.env.PARLOUR_TESTS === "full";

/** Details of a test that only the full tier runs. */
export const FULL = { tag: "@full" };
