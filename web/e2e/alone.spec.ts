// Every game against bots from a static export, without a server. The quick tier plays a few turns, the full
// tier whole matches.
import { rmSync } from "node:fs";
import { expect, test, type Page } from "@playwright/test";
import type { Snapshot, TableInfo } from "../src/backend/wire";
import { solveABoard } from "./boards";
import { Host } from "./host";
import { awaitState, state } from "./table";
import { FULL, isFull, SCREEN } from "./tiers";

const GAMES = ["Scopa", "Wall Street", "Cassino", "Gin Rummy", "Thirty-One", "Speed", "Bridge", "Sharks of Wall Street"];

declare global {
  interface Window {
    /** The last snapshot the page received. */
    told?: Snapshot;
    /** The player's seat. */
    seat?: number | undefined;
  }
}

/** Number of actions in a match of the quick tier. */
const QUICK_ACTIONS = 6;

/**
 * Types an action of the seat, and chooses among several ways to play it. Returns whether an action was
 * typed.
 */
async function act(page: Page): Promise<boolean> {
  const [line, version] = await page.evaluate(() => {
    const { actors, legal, version } = window.told!;
    const may = actors.includes(window.seat!) ? legal : [];
    // Random bidding would make a rubber endless.
    return [may.includes("P") ? "P" : (may[(Math.imul(version + 1, 2654435761) >>> 8) % may.length] ?? null), version] as const;
  });
  // In one step, because a round of Speed can end between two.
  const isTyped = line !== null && (await page.evaluate((line) => {
    const input = document.querySelector<HTMLInputElement>("#command");
    if (input === null || !input.checkVisibility()) return false;
    input.value = line;
    input.dispatchEvent(new Event("input", { bubbles: true }));
    input.form!.requestSubmit();
    return true;
  }, line));
  if (isTyped) {
    const ways = page.locator(".choices .choice");
    if ((await ways.count()) > 1) await ways.first().click({ timeout: 2_000 }).catch(() => undefined);
  }
  await page.waitForFunction((before) => window.told!.version !== before, version, { timeout: 2_000, polling: 10 }).catch(() => undefined);
  return isTyped;
}

/** Reviews a finished match and plays again. */
async function afterwards(page: Page): Promise<void> {
  // The table exists only in this browser.
  await expect(page.getByRole("button", { name: "Copy the link" })).toHaveCount(0);
  const table = page.url();
  await page.getByRole("link", { name: "Watch the replay" }).click();
  await expect(page.getByRole("button", { name: "One step forward" })).toBeVisible();
  await page.goto(table);
  await page.getByRole("button", { name: "Play again" }).click();
  await page.waitForURL((url) => url.href !== table && url.pathname.includes("/table/local-"));
  await awaitState(page, ["turn"]);
}

let host: Host;
test.beforeAll(async () => {
  host = new Host();
  host.haste = 40;
  await host.open();
});
test.afterAll(async () => {
  await host.stop();
  rmSync(host.folder, { recursive: true, force: true });
});

test("double-dummy analysis from a folder of files", FULL, async ({ browser }) => {
  const context = await browser.newContext({ viewport: SCREEN, locale: "en-GB", serviceWorkers: "block" });
  const page = await context.newPage();
  await page.goto(host.address);
  await page.getByRole("link", { name: "Open a file of bridge boards (PBN or LIN)" }).click();
  await solveABoard(page);
  await context.close();
});

for (const game of GAMES) {
  test(`${game} against bots from a folder of files`, async ({ browser }) => {
    const context = await browser.newContext({ viewport: SCREEN, locale: "en-GB", serviceWorkers: "block" });
    await context.addInitScript(() => {
      localStorage.setItem("parlour.settings", JSON.stringify({ language: "en", motion: "none", timers: false, name: "Anna" }));
      window.Worker = class extends Worker {
        constructor(url: string | URL, options?: WorkerOptions) {
          super(url, options);
          this.addEventListener("message", ({ data }: MessageEvent<{ notice?: { snapshot?: Snapshot; info?: TableInfo } }>) => {
            window.seat ??= data.notice?.info?.you ?? undefined;
            if (data.notice?.snapshot !== undefined) window.told = data.notice.snapshot;
          });
        }
      };
    });
    const page = await context.newPage();
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await page.goto(host.address);
    await page.getByRole("button", { name: `Play now ${game}` }).click();
    await page.waitForURL(/\/table\/local-/);
    await page.waitForFunction(() => window.told !== undefined);
    for (let acted = 0; isFull || acted < QUICK_ACTIONS; ) {
      const now = await state(page);
      if (now === "over") break;
      // The bots may go on first, so the button is pressed without waiting.
      if (now === "counting") await page.evaluate(() => document.querySelector<HTMLElement>(".counting footer .first")?.click());
      else if (await act(page)) acted += 1;
    }
    if (isFull) await expect(page.locator(".over h2")).toBeVisible();
    expect(asked.filter((url) => !url.startsWith(host.address))).toEqual([]);
    expect(asked.filter((url) => /\/(api|ws)\b/.test(url))).toEqual([]);
    if (isFull && game === "Scopa") await afterwards(page);
    await context.close();
  });
}
