// Chromium of the browser tests.
import type { LaunchOptions } from "@playwright/test";

/** The whole browser. */
export const CHROMIUM = process.env.CHROMIUM || "/usr/bin/chromium";

/** Chromium without windows, which takes two thirds of the time. It shows no notifications. */
export const HEADLESS = process.env.HEADLESS_CHROMIUM || CHROMIUM;

/** A name that is not of this computer. There a player alone sees the lobby too. */
export const HOST = "parlour-box";

/** Argument with which Chromium finds the servers of the tests at `HOST`. */
export const KNOWS_HOST = `--host-resolver-rules=MAP ${HOST} 127.0.0.1`;

interface Fixtures { launchOptions: LaunchOptions }
type Use = (options: LaunchOptions) => Promise<void>;

/** The whole browser, for tests of notifications. */
export const WHOLE = { launchOptions: async ({ launchOptions }: Fixtures, use: Use) => use({ ...launchOptions, executablePath: CHROMIUM }) };
