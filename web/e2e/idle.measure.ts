// CPU time of a browser while a player thinks at a table of its own. Measured, never asserted:
// docs/performance.md has the command and the results.
import { rmSync } from "node:fs";
import { test, type Browser, type Page } from "@playwright/test";
import { Host } from "./host";
import { awaitState } from "./table";

/** In seconds. */
const THINKING = 10;
const GAMES = ["Scopa", "Gin Rummy", "Speed", "Bridge", "Sharks of Wall Street"];

/** Returns the CPU time of all renderers and their workers, and of the page's own tasks, in ms. */
async function worked(browser: Browser, page: Page): Promise<{ all: number; tasks: number }> {
  const [whole, tools] = [await browser.newBrowserCDPSession(), await page.context().newCDPSession(page)];
  const { processInfo } = (await whole.send("SystemInfo.getProcessInfo")) as { processInfo: { type: string; cpuTime: number }[] };
  await tools.send("Performance.enable");
  const { metrics } = await tools.send("Performance.getMetrics");
  await whole.detach();
  const all = processInfo.filter(({ type }) => type === "renderer").reduce((sum, { cpuTime }) => sum + cpuTime, 0);
  return { all: 1000 * all, tasks: 1000 * (metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0) };
}

test("while a player thinks", async ({ browser }) => {
  const host = new Host();
  await host.open();
  for (const game of GAMES) {
    const context = await browser.newContext({ viewport: { width: 360, height: 640 }, locale: "en-GB", serviceWorkers: "block" });
    const page = await context.newPage();
    await page.goto(host.address);
    await page.getByRole("button", { name: `Play now ${game}` }).click();
    if (game !== "Speed") await awaitState(page, ["turn"]);
    // By then everything started by the first card is over.
    await page.waitForTimeout(8_000);
    const before = await worked(browser, page);
    await page.waitForTimeout(1000 * THINKING);
    const after = await worked(browser, page);
    console.log(`${game}: ${(after.tasks - before.tasks).toFixed(1)} ms of tasks in ${THINKING} s, ${(after.all - before.all).toFixed(0)} ms of processor for page and worker`);
    await context.close();
  }
  await host.stop();
  rmSync(host.folder, { recursive: true, force: true });
});
