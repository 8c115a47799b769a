// The page as a static export, deep in a folder of a host: everything that needs no server works, no server
// is asked, and once visited it opens without the host.
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test as plain, type Page } from "@playwright/test";
import { allIsCached } from "./server";
import { BASE, Host } from "./host";
import { awaitState, playOne } from "./table";
import { FULL } from "./tiers";

const test = plain.extend<{ host: Host }>({
  host: async ({}, use) => {
    const host = new Host();
    await host.open();
    await use(host);
    await host.stop();
    rmSync(host.folder, { recursive: true, force: true });
  },
  page: async ({ page, host }, use) => {
    const asked: string[] = [];
    const problems: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    page.on("websocket", (socket) => asked.push(socket.url()));
    page.on("pageerror", (error) => problems.push(String(error)));
    await page.addInitScript(() => localStorage.setItem("parlour.settings", JSON.stringify({ language: "en", motion: "none", timers: false, name: "Anna" })));
    await use(page);
    expect(problems).toEqual([]);
    // Every request went to the folder, and none to a server.
    expect(asked.length).toBeGreaterThan(4);
    expect(asked.filter((url) => !url.startsWith(host.address))).toEqual([]);
    expect(host.asked.filter((path) => !path.startsWith(BASE) || /\/(api|ws)\b/.test(path))).toEqual([]);
  },
});

/** Checks that every link leads into the folder, also in a new tab. */
async function linksStay(page: Page) {
  const links = await page.evaluate(() => [...document.querySelectorAll<HTMLAnchorElement>("a[href]")].map(({ pathname }) => pathname));
  expect(links.length).toBeGreaterThan(0);
  expect(links.filter((path) => !path.startsWith(BASE))).toEqual([]);
}

async function askTheArbiter(page: Page) {
  for (const card of ["3c", "4h"]) await page.locator(`[data-cell="${card}"]`).click();
  await page.getByRole("button", { name: /^Hand/ }).click();
  await page.locator('[data-cell="7d"]').click();
  await expect(page.locator("section.answer")).toContainText("a scopa");
}

async function beginAPad(page: Page) {
  await page.getByRole("link", { name: "New score pad" }).click();
  await page.getByRole("radio", { name: "Thirty-One", exact: true }).check({ force: true });
  await page.getByRole("button", { name: "Begin", exact: true }).click();
  await expect(page.getByRole("heading", { name: /^Hand 1/ })).toBeVisible();
}

test.use({ serviceWorkers: "block" });

test("exported site: home, arbiter, score pad", FULL, async ({ page, host }) => {
  await page.goto(host.address);
  await expect(page.getByRole("heading", { name: "With real cards" })).toBeVisible();
  await expect(page.getByRole("link", { name: "The rule book" })).toBeVisible();
  await linksStay(page);
  await page.getByRole("link", { name: "Arbiter" }).click();
  await page.getByRole("link", { name: "Scopa", exact: true }).click();
  await askTheArbiter(page);
  expect(page.url().startsWith(`${host.address}arbiter/scopa`)).toBe(true);
  await linksStay(page);

  await page.goto(`${host.address}pads`);
  await beginAPad(page);
  await expect(page.getByRole("button", { name: "Share" })).toHaveCount(0);
  expect(page.url().startsWith(`${host.address}pad/`)).toBe(true);
  await linksStay(page);
  await page.reload();
  await expect(page.getByRole("heading", { name: /^Hand 1/ })).toBeVisible();

  await page.goBack();
  await page.getByRole("link", { name: "Home" }).click();
  await expect(page).toHaveURL(host.address);
});

test("exported site: a match against a bot, and no invitations", async ({ page, host }) => {
  await page.goto(host.address);
  await page.getByRole("button", { name: "Players and rules Scopa" }).click();
  await expect(page.getByLabel("Chair 2")).toBeVisible();
  await expect(page.getByRole("option", { name: /^Open/ })).toHaveCount(0);
  await expect(page.getByRole("button", { name: /^Invite/ })).toHaveCount(0);
  await page.getByRole("button", { name: "Play now Scopa" }).click();
  await page.waitForURL(`${host.address}table/local-*`);
  for (let turn = 0; turn < 3; turn += 1) {
    await awaitState(page, ["turn"]);
    await playOne(page, (target) => target.click());
  }
  await awaitState(page, ["turn"]);
  await linksStay(page);
  await page.reload();
  await awaitState(page, ["turn"]);
  await page.goto(`${host.address}table/AAAAAAAAAAAAAAAAAAAAAA`);
  await expect(page.getByRole("heading", { name: "There is no such table" })).toBeVisible();
});

test("exported site: links lead to their pages", FULL, async ({ page, host }) => {
  const book = await page.goto(`${host.address}rules/scopa#SC-R8`);
  expect(book!.status()).toBe(200);
  await expect(page.locator(".asked").first()).toBeInViewport();
  await linksStay(page);

  await page.goto(`${host.address}decks/scopa`);
  await page.getByLabel("Count them first").fill("39");
  await expect(page.locator("#count-says")).toContainText("39 instead of 40");

  // The rules run in a worker, which finds the folder by itself.
  await page.goto(`${host.address}learn/scopa/lesson`);
  await expect(page.locator("[data-card]").first()).toBeVisible();
  await linksStay(page);

  await page.goto(`${host.address}boards`);
  // Files of boards are read in the page itself.
  await expect(page.getByText("Choose a file")).toBeVisible();
  await page.goto(`${host.address}daily`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();

  const nowhere = await page.goto(`${host.address}no/such/place`);
  expect(nowhere!.status()).toBe(404);
  await page.getByRole("link", { name: "Home" }).click();
  await expect(page).toHaveURL(host.address);
});

test.describe("once visited", () => {
  test.use({ serviceWorkers: "allow", viewport: { width: 360, height: 640 } });
  test("exported site: it works offline after one visit", FULL, async ({ page, host }) => {
    await page.goto(host.address);
    await allIsCached(page);
    const kept = await page.evaluate(async () => {
      const names = await caches.keys();
      const paths = (await Promise.all(names.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)))).flat();
      return { names, paths };
    });
    expect(kept.names).toEqual([expect.stringMatching(/^parlour-some\/folder\/alone-[0-9a-f]{16}$/)]);
    expect(kept.paths).toEqual(expect.arrayContaining(["index.html", "pads.wasm", "arbiter.wasm", "records.wasm", "play-scopa.wasm", "play-bridge.wasm"].map((file) => BASE + file)));
    expect(kept.paths.filter((path) => !path.startsWith(BASE))).toEqual([]);

    // A host without a document for unknown paths.
    rmSync(join(host.folder, "404.html"));
    rmSync(join(host.folder, "decks"), { recursive: true });
    await page.goto(`${host.address}decks/scopa`);
    await expect(page.getByLabel("Count them first")).toBeVisible();
    await host.stop();

    await page.goto(host.address);
    await expect(page.getByRole("heading", { name: "With real cards" })).toBeVisible();
    await page.goto(`${host.address}arbiter/scopa`);
    await askTheArbiter(page);
    await page.goto(`${host.address}pads`);
    await beginAPad(page);
    await page.goto(`${host.address}rules/sharks`);
    await expect(page.getByRole("heading", { name: "The rules of Sharks of Wall Street", exact: true })).toBeVisible();
  });

  test("exported site: an update is offered during a match and keeps it", FULL, async ({ page, host }) => {
    await page.goto(host.address);
    await allIsCached(page);
    await page.getByRole("button", { name: "Play now Scopa" }).click();
    await awaitState(page, ["turn"]);
    const script = join(host.folder, "service-worker.js");
    writeFileSync(script, `${readFileSync(script, "utf8")}\n// Newer.\n`);
    await page.reload();
    await expect(page.getByText("A new version is ready.")).toBeVisible();
    await awaitState(page, ["turn"]);
    const held = () => page.evaluate(() => [...document.querySelectorAll<HTMLElement>("[data-hand-card]")].map((card) => card.dataset.handCard).sort());
    const before = await held();
    await page.getByRole("button", { name: "Use it now" }).click();
    await awaitState(page, ["turn"]);
    expect(await held()).toEqual(before);
    await expect(page.getByText("A new version is ready.")).toHaveCount(0);
  });
});
