// Waiting time of a first visit with a poor connection and a slow phone. Measured, never asserted:
// docs/performance.md has the command and the results.
import { rmSync } from "node:fs";
import type { BrowserContext, Page } from "@playwright/test";
import { Host } from "./host";
import { test, type Server } from "./server";

/** “Fast 3G” of Chromium's tools: latency in milliseconds, throughput in bytes a second. */
const FAST_3G = { latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 };
const SLOWER = 4;
const TRIES = 5;
/** Length of a noticeable task, in ms. */
const LONG = 200;

interface Seen { home: number; card: number; tasks: number[] }
declare global {
  interface Window { seen: Seen }
}

/**
 * Runs in the page first: records when Home is usable and when a card is playable, and presses the first
 * button.
 */
function watch(): void {
  window.seen = { home: 0, card: 0, tasks: [] };
  new PerformanceObserver((list) => window.seen.tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: "longtask", buffered: true });
  const look = () => {
    const play = document.querySelector<HTMLButtonElement>(".tile button.now:not(:disabled)");
    if (play !== null && window.seen.home === 0) {
      window.seen.home = performance.now();
      play.click();
    }
    if (document.querySelector("[data-turn=true]") !== null && document.querySelector("[data-hand-card][aria-disabled=false]") !== null) window.seen.card = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** Throttling does not apply to WebSockets. Connecting takes one request's latency, a message half of it. */
async function slowSocket(page: Page, onMessage: (text: string) => void): Promise<void> {
  await page.routeWebSocket(/\/ws$/, (socket) => {
    const server = socket.connectToServer();
    const connected = Date.now() + FAST_3G.latency;
    const later = (send: () => void) => setTimeout(send, Math.max(0, connected - Date.now()) + FAST_3G.latency / 2);
    socket.onMessage((message) => later(() => server.send(message)));
    server.onMessage((message) => {
      onMessage(message.toString());
      later(() => socket.send(message));
    });
  });
}

/**
 * Opens a page for the first time. Returns it with the bytes received so far, and whether no other player has
 * acted before the guest. The service worker starts later and is left out.
 */
async function firstVisit(context: BrowserContext, throttled: boolean): Promise<{ page: Page; bytes: () => number; begins: () => boolean }> {
  const page = await context.newPage();
  const tools = await context.newCDPSession(page);
  let begun = false;
  await tools.send("Network.enable");
  if (throttled) {
    await tools.send("Network.emulateNetworkConditions", { offline: false, ...FAST_3G });
    await tools.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
    await slowSocket(page, (text) => (begun ||= text.startsWith('{"type":"played"')));
  }
  let bytes = 0;
  tools.on("Network.loadingFinished", ({ encodedDataLength }) => (bytes += encodedDataLength));
  return { page, bytes: () => bytes, begins: () => !begun };
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const seconds = (values: number[]): string => `${(median(values) / 1000).toFixed(2)} s (${values.map((value) => (value / 1000).toFixed(2)).join(", ")})`;
const kilobytes = (values: number[]): string => `${(median(values) / 1000).toFixed(1)} kB`;

test("Home, and a first card of Scopa", async ({ server, browser }) => {
  const paint: number[] = [], home: number[] = [], card: number[] = [], longest: number[] = [], long: number[] = [], toCard: number[] = [];
  while (card.length < TRIES) {
    const context = await browser.newContext({ baseURL: server.address, viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true, locale: "en-GB", serviceWorkers: "block" });
    const { page, bytes, begins } = await firstVisit(context, true);
    await page.addInitScript(watch);
    await page.goto("/", { waitUntil: "commit" });
    await page.waitForFunction(() => window.seen.card > 0);
    // The first player is random. If the bot begins, its motion is in the time.
    if (!begins()) {
      await context.close();
      continue;
    }
    toCard.push(bytes());
    const seen = await page.evaluate(() => ({ ...window.seen, paint: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0 }));
    paint.push(seen.paint);
    home.push(seen.home);
    card.push(seen.card);
    longest.push(Math.max(0, ...seen.tasks));
    long.push(seen.tasks.filter((duration) => duration > LONG).length);
    await context.close();
  }
  console.log(`Fast 3G, processor ÷${SLOWER}, median of ${TRIES} (each):`);
  console.log(`  first paint          ${seconds(paint)}`);
  console.log(`  a game can be opened ${seconds(home)}`);
  console.log(`  first playable card  ${seconds(card)}, ${kilobytes(toCard)} by then`);
  console.log(`  longest task         ${seconds(longest)}; above ${LONG} ms: ${long.join(", ")}`);
});

test("Home, and a first card of Scopa, from a host of files", async ({ browser }) => {
  const host = new Host();
  await host.open();
  const home: number[] = [], card: number[] = [], toCard: number[] = [];
  while (card.length < TRIES) {
    const context = await browser.newContext({ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true, locale: "en-GB", serviceWorkers: "block" });
    const page = await context.newPage();
    await (await context.newCDPSession(page)).send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
    // The browser's throttling does not apply to workers.
    [host.way, host.sent] = [FAST_3G, 0];
    await page.addInitScript(watch);
    await page.goto(host.address, { waitUntil: "commit" });
    await page.waitForFunction(() => window.seen.card > 0);
    const seen = await page.evaluate(() => ({ ...window.seen, cards: document.querySelectorAll("[data-table-card]").length }));
    await context.close();
    host.way = null;
    // If the bot began, its motion is in the time.
    if (seen.cards !== 4) continue;
    home.push(seen.home);
    card.push(seen.card);
    toCard.push(host.sent);
  }
  await host.stop();
  rmSync(host.folder, { recursive: true, force: true });
  console.log(`A host of files, as slow, processor ÷${SLOWER} but for the worker, median of ${TRIES} (each):`);
  console.log(`  a game can be opened ${seconds(home)}`);
  console.log(`  first playable card  ${seconds(card)}, ${kilobytes(toCard)} by then`);
});

test("weights", async ({ server, browser }) => {
  for (const [path, ready] of [["/", ".tile button.now"], ["/pads", "main button, main a"], ["/decks/scopa", "input"], ["/arbiter/scopa", "main .card, main button"], ["/rules/bridge", "main h2"]] as const) await weigh(browser.newContext({ baseURL: server.address, locale: "en-GB", serviceWorkers: "block" }), server, path, ready);
});

async function weigh(opened: Promise<BrowserContext>, server: Server, path: string, ready: string): Promise<void> {
  const context = await opened;
  const { page, bytes } = await firstVisit(context, false);
  await page.goto(`${server.address}${path}`);
  await page.locator(ready).first().waitFor();
  await page.waitForLoadState("networkidle");
  console.log(`${path}: ${kilobytes([bytes()])}`);
  await context.close();
}
