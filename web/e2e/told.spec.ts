// Messages at a table: the last play, with its card marked, and the explanations of a scoring.
import type { Browser, Page } from "@playwright/test";
import { goToMoment, momentOf, MOMENTS, serveMoments, type PlayedMoment } from "./fits/moments";
import { expect, test, visitor, type Server } from "./server";

async function shown(browser: Browser, server: Server, name: string, over = false): Promise<Page> {
  const { page } = await visitor(browser, server, {}, { baseURL: process.env.PAGE ?? server.address, viewport: { width: 1366, height: 768 } });
  const moment = momentOf(name) as PlayedMoment;
  const ended: PlayedMoment = { ...moment, id: "ended", snapshot: { ...moment.snapshot, phase: "over" } };
  await serveMoments(page, [...MOMENTS, ended]);
  await page.goto("/nowhere");
  await goToMoment(page, over ? ended : moment);
  return page;
}

test("the last play is told with its verb, and its card is marked", async ({ browser, server }) => {
  const page = await shown(browser, server, "wall-street 2 play");
  await expect(page.locator("[data-zone=far] .event")).toHaveText(/^Massimiliano\s+lays\s+6♥\s*$/);
  await expect(page.locator(".place.laid")).toHaveAttribute("data-table-card", "6h");
  // The signs of suits have their colours.
  const [red, word] = await page.locator("[data-zone=far] .event").evaluate((event) => [event.querySelector(".suit")!, event].map((one) => getComputedStyle(one).color));
  expect(red).not.toBe(word);
  await expect(page.locator("#command")).toBeVisible();
});

test("after the end no command is asked for", async ({ browser, server }) => {
  const page = await shown(browser, server, "wall-street 2 play", true);
  await expect(page.locator(".over h2")).toBeVisible();
  await expect(page.locator("#command")).toHaveCount(0);
});

test("a scoring marks a category in which the best sides are equal", async ({ browser, server }) => {
  const page = await shown(browser, server, "scopa 2 counting");
  await expect(page.locator(".more", { hasText: "most coins" })).toContainText("equal: no point");
  await expect(page.locator(".more", { hasText: "sweeps of the table" })).not.toContainText("equal");
  await expect(page.locator(".more", { hasText: "21" })).toContainText("best card of each suit");
});

test("a scoring of Thirty-One says who knocked and who loses a life", async ({ browser, server }) => {
  const page = await shown(browser, server, "thirty-one 2 counting");
  await expect(page.locator(".counting header")).toContainText("Massimiliano has knocked");
  await expect(page.locator(".plus [aria-hidden]")).toHaveText("−1 life");
  await expect(page.locator("td.won")).toHaveCount(0);
});
