// Chromium of the browser tests.

/** The whole browser. */
export const CHROMIUM = process.env.CHROMIUM || "/usr/bin/chromium";

/** Chromium without windows, which takes two thirds of the time. It shows no notifications. */
export const HEADLESS = process.env.HEADLESS_CHROMIUM || CHROMIUM;
