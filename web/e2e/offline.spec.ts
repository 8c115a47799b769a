// The page with the server gone: loaded once, it opens again, and everything for real cards works.
import { expect, test, visitor } from "./house";

test("with the server stopped the page still opens, and helps with real cards", async ({ browser, house }) => {
  const { page, context } = await visitor(browser, house, {}, { serviceWorkers: "allow" });
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Scopa", exact: true })).toBeVisible();
  // Kept is what the worker has loaded, once it is at work.
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    if (active!.state !== "activated") await new Promise((done) => active!.addEventListener("statechange", () => active!.state === "activated" && done(null)));
  });
  const kept = await page.evaluate(async () => {
    const names = await caches.keys();
    const paths = (await Promise.all(names.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)))).flat();
    return { names, paths };
  });
  expect(kept.names).toHaveLength(1);
  expect(kept.paths).toContain("/offline.wasm");
  expect(kept.paths).toContain("/index.html");
  expect(kept.paths.filter((path) => path.startsWith("/api"))).toEqual([]);
  await house.kill();

  await page.reload();
  await expect(page.getByText("There is no network")).toBeVisible();
  await page.getByRole("link", { name: "Arbiter" }).click();
  await page.getByRole("link", { name: "Scopa", exact: true }).click();
  for (const card of ["3c", "4h"]) await page.locator(`[data-cell="${card}"]`).click();
  await page.getByRole("button", { name: /^Hand/ }).click();
  await page.locator('[data-cell="7d"]').click();
  await expect(page.locator("section.answer")).toContainText("a scopa");

  await page.goto("/table/AAAAAAAAAAAAAAAAAAAAAA");
  await expect(page.getByRole("heading", { name: "The network is gone" })).toBeVisible();
  await context.close();
});

test("the page can be installed, and the worker is asked for it", async ({ browser, house }) => {
  const { page, context } = await visitor(browser, house, {}, { serviceWorkers: "allow" });
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
