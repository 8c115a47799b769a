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

test("the header says what a king counts in Wall Street", async ({ browser, server }) => {
  const page = await shown(browser, server, "wall-street 2 play");
  await expect(page.locator("header .deal")).toHaveText("Deal 1 · to 3 · king = 7");
});

test("the button of a build has all its cards", async ({ browser, server }) => {
  const page = await shown(browser, server, "cassino 2 play");
  await page.locator('[data-hand-card="3c"]').click();
  await expect(page.getByRole("button", { name: /^Build 9/ })).toHaveText(/^\s*Build\s+9:\s+3♣\s*\+\s*6♣\s*$/);
});

test("the sign of a bonus stands under the value of an Investment", async ({ browser, server }) => {
  const page = await shown(browser, server, "sharks 2 bid");
  const worth = page.locator(".investment .worth", { has: page.locator(".gains") });
  await expect(worth).toHaveCount(1);
  const between = () => worth.evaluate((element) => element.querySelector(".gains")!.getBoundingClientRect().top - element.querySelector(".value")!.getBoundingClientRect().bottom);
  await expect.poll(between).toBeGreaterThanOrEqual(0);
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
