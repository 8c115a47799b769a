// The browser tests: the system's Chromium against the real program.
//   npm run e2e                       the quick tier
//   PARLOUR_TESTS=full npm run e2e    the full tier, which includes the quick one
//   MEASURE=1 npm run e2e             measurements, which assert nothing
//   RECORD=1 npm run e2e              records the moments and pictures that tests and page use
import { defineConfig } from "@playwright/test";
import { CHROMIUM, HEADLESS, KNOWS_HOST } from "./e2e/browsers";
import { isFull, SCREEN } from "./e2e/tiers";

const kind = process.env.MEASURE !== undefined ? "*.measure.ts" : process.env.RECORD !== undefined ? "*-record.spec.ts" : "*.spec.ts";

export default defineConfig({
  testDir: "e2e",
  testMatch: kind,
  ...(kind === "*.spec.ts" ? { testIgnore: "*-record.spec.ts" } : {}),
  ...(isFull || kind !== "*.spec.ts" ? {} : { grepInvert: /@full/ }),
  outputDir: "test-results",
  // These limits end a test that hangs. They are no promise of speed: a busy machine may take ten times as
  // long as an idle one.
  timeout: 900_000,
  expect: { timeout: 300_000 },
  fullyParallel: true,
  // Tests wait for a server and for pages about a third of the time.
  workers: kind === "*.measure.ts" ? 1 : "150%",
  forbidOnly: true,
  retries: 0,
  reporter: [["list"]],
  use: {
    viewport: SCREEN,
    locale: "en-GB",
    actionTimeout: 300_000,
    // A trace takes a third of the time: TRACE=on, for a test that fails.
    trace: process.env.TRACE === "on" ? "on" : "off",
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: kind === "*.spec.ts" ? HEADLESS : CHROMIUM,
      args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--no-first-run", "--disable-sync", KNOWS_HOST],
    },
  },
});
