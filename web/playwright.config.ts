// The browser tests: the system's Chromium against the real program, which every test starts for itself.
import { defineConfig } from "@playwright/test";

export default defineConfig({
  testDir: "e2e",
  // What is measured and asserts nothing runs alone, and only for whoever asks: MEASURE=1.
  testMatch: process.env.MEASURE === undefined ? "*.spec.ts" : "*.measure.ts",
  outputDir: "test-results",
  // None of these is a promise about speed: they end a test that hangs, also on a machine that is busy with other things.
  timeout: 600_000,
  expect: { timeout: 30_000 },
  fullyParallel: true,
  workers: process.env.MEASURE === undefined ? "100%" : 1,
  forbidOnly: true,
  // On a machine that is busy with other things a browser is late once in some thousand tests: what needed a second try is
  // listed as flaky at the end, and is to be mended, but holds up nothing else.
  retries: 1,
  reporter: [["list"]],
  use: {
    viewport: { width: 1280, height: 800 },
    locale: "en-GB",
    actionTimeout: 30_000,
    // A trace costs a third of the time: TRACE=on, for a test that fails.
    trace: process.env.TRACE === "on" ? "on" : "off",
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
      args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--no-first-run", "--disable-sync"],
    },
  },
});
