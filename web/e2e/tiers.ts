// The two tiers of the browser tests. The quick tier shows whether anything is broken. The full tier repeats
// it on every screen, in both languages and with every setting. Tests with `FULL` belong to the full tier
// only.

/** Whether the full tier runs: PARLOUR_TESTS=full. */
export const isFull = process.env.PARLOUR_TESTS === "full";

/** Screen of the tests: wide enough for the log, with the command line, to stand beside the table. */
export const SCREEN = { width: 1440, height: 760 };

/** Details of a test that only the full tier runs. */
export const FULL = { tag: "@full" };
