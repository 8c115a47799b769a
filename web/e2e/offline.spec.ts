// The page without its server: once loaded, it opens again, and everything for real cards works.
import { allIsCached, expect, homeIsCached, test, visitor } from "./server";

test("without the server the page opens and the arbiter answers", async ({ browser, ownServer: server }) => {
  const { page, context } = await visitor(browser, server, {}, { serviceWorkers: "allow" });
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Scopa", exact: true })).toBeVisible();
  await allIsCached(page);
  const kept = await page.evaluate(async () => {
    const names = await caches.keys();
    const paths = (await Promise.all(names.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)))).flat();
    return { names, paths };
  });
  expect(kept.names).toHaveLength(1);
  expect(kept.paths).toEqual(expect.arrayContaining(["/pads.wasm", "/arbiter.wasm", "/records.wasm"]));
  expect(kept.paths).toContain("/index.html");
  expect(kept.paths.filter((path) => path.startsWith("/api"))).toEqual([]);
  await server.kill();

  await page.reload();
  await expect(page.getByRole("button", { name: "Play now Scopa" })).toBeVisible();
  await page.getByRole("link", { name: "Arbiter" }).click();
  await page.getByRole("link", { name: "Scopa", exact: true }).click();
  for (const card of ["3c", "4h"]) await page.locator(`[data-cell="${card}"]`).click();
  await page.getByRole("button", { name: /^Hand/ }).click();
  await page.locator('[data-cell="7d"]').click();
  await expect(page.locator("section.answer")).toContainText("a scopa");

  await page.goto("/table/AAAAAAAAAAAAAAAAAAAAAA");
  await expect(page.getByRole("heading", { name: "You are offline" })).toBeVisible();
  await context.close();
});

test("a first visitor can reload the page before all its files are cached", async ({ browser, ownServer: server }) => {
  const { page, context } = await visitor(browser, server, {}, { serviceWorkers: "allow" });
  // The other files are never due.
  await context.addInitScript(() => {
    const later = setTimeout;
    window.setTimeout = ((run: () => void, time?: number) => (time === 5000 ? 0 : later(run, time))) as typeof setTimeout;
  });
  await page.goto("/");
  await expect(page.getByRole("button", { name: "Play now Scopa" })).toBeVisible();
  await homeIsCached(page);
  await server.kill();
  await page.reload();
  await expect(page.getByRole("button", { name: "Play now Scopa" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Sharks of Wall Street" })).toBeVisible();
  expect(await page.evaluate(() => caches.match("/arbiter.wasm"))).toBeUndefined();
  await context.close();
});

test("without the server pads, deck checker and rule book work", async ({ browser, ownServer: server }) => {
  const { page, context } = await visitor(browser, server, {}, { serviceWorkers: "allow", viewport: { width: 360, height: 640 } });
  await page.goto("/");
  await allIsCached(page);
  await server.kill();

  await page.goto("/pads");
  await page.getByRole("link", { name: "New score pad" }).click();
  await page.getByRole("radio", { name: "Thirty-One", exact: true }).check({ force: true });
  await page.getByRole("radio", { name: "3", exact: true }).check({ force: true });
  await page.getByRole("button", { name: "Begin", exact: true }).click();
  for (const [group, answer] of [["How did it end", "knock"], ["Who knocked", "Player 1"], ["Or only who lost", "Player 2"]] as const) await page.getByRole("group", { name: group, exact: true }).getByRole("button", { name: answer, exact: true }).click();
  await page.getByRole("button", { name: "Write it down", exact: true }).click();
  await expect(page.getByRole("heading", { name: /^Hand 2/ })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("heading", { name: /^Hand 2/ })).toBeVisible();

  await page.goto("/decks/scopa");
  await page.getByLabel("Count them first").fill("39");
  await expect(page.locator("#count-says")).toContainText("39 instead of 40");

  await page.goto("/rules/gin-rummy#GR-R5");
  await expect(page.locator(".asked").first()).toBeInViewport();
  await page.goto("/rules/sharks");
  await expect(page.getByRole("heading", { name: "The rules of Sharks of Wall Street", exact: true })).toBeVisible();
  await context.close();
});

test("the page can be installed and loads through its service worker", async ({ browser, server }) => {
  const { page, context } = await visitor(browser, server, {}, { serviceWorkers: "allow" });
  await page.goto("/");
  await page.evaluate(() => navigator.serviceWorker.ready);
  const manifest = await page.request.get("/manifest.webmanifest");
  expect(manifest.headers()["content-type"]).toBe("application/manifest+json");
  for (const { src } of ((await manifest.json()) as { icons: { src: string }[] }).icons) expect((await page.request.get(src)).status(), src).toBe(200);
  await page.reload();
  const from = await page.evaluate(() => (performance.getEntriesByType("navigation")[0] as PerformanceNavigationTiming & { workerStart: number }).workerStart > 0);
  expect(from, "the worker is asked").toBe(true);
  await context.close();
});
