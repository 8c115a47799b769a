// Tests of the seat plates: sign of the dealer, piles and deadwood of gin, Capital of Sharks.
import { goToMoment, momentOf, serveMoments, type PlayedMoment } from "./fits/moments";
import { expect, test, visitor } from "./server";
import { drawn } from "./table";

const SCREENS = [[360, 640], [390, 844], [768, 1024], [1366, 768], [1440, 900], [2560, 1440]] as const;
const played = (name: string) => momentOf(name) as PlayedMoment;

test("the sign of the dealer stands on the line of the name or of the score", async ({ server, browser }) => {
  const { page } = await visitor(browser, server, {}, { baseURL: process.env.PAGE ?? server.address });
  // The longest name deals, and every score has two digits.
  const moments = (["cassino 2 play", "scopa 4 play", "scopa 6 play"] as const).map((name): PlayedMoment => {
    const { snapshot, ...moment } = played(name);
    const view = { ...(snapshot.view as object), dealer: 1 } as typeof snapshot.view;
    return { ...moment, snapshot: { ...snapshot, view, dealer: 1, totals: snapshot.totals.map(() => 10) } };
  });
  await serveMoments(page, moments);
  await page.goto("/nowhere");
  for (const moment of moments) {
    await goToMoment(page, moment);
    for (const [width, height] of SCREENS) {
      await page.setViewportSize({ width, height });
      await drawn(page);
      const off = await page.locator('[data-seat="1"]').evaluate((plate) => {
        const middle = (one: Element) => (one.getBoundingClientRect().top + one.getBoundingClientRect().bottom) / 2;
        const sign = middle(plate.querySelector(".dealer")!);
        return Math.min(...[".name", ".points"].map((part) => Math.abs(middle(plate.querySelector(part)!) - sign)));
      });
      expect(off, `${moment.name} ${width}x${height}`).toBeLessThanOrEqual(2);
    }
  }
});

test("in gin the piles stand before the other name once the melds lie open, and the deadwood is clear of the rail", async ({ server, browser }) => {
  const { page } = await visitor(browser, server, {}, { baseURL: process.env.PAGE ?? server.address });
  const moments = ["gin-rummy 2 draw", "gin-rummy 2 layOff", "gin-rummy 2 counting"].map(played);
  await serveMoments(page, moments);
  await page.goto("/nowhere");
  for (const moment of moments) {
    await goToMoment(page, moment);
    await page.waitForSelector("[data-zone=piles] .piles");
    for (const [width, height] of SCREENS) {
      await page.setViewportSize({ width, height });
      await drawn(page);
      const seen = await page.evaluate(() => {
        const at = (selector: string) => document.querySelector(selector)!.getBoundingClientRect();
        const count = document.querySelector(".count .deadwood")?.getBoundingClientRect().top;
        return { apart: at("[data-zone=other] .plate").left - at("[data-zone=piles] .piles").right, clear: count === undefined ? null : Math.round(count - at(".rail").top) };
      });
      const key = `${moment.name} ${width}x${height}`;
      if (!moment.name.endsWith("draw")) expect(seen.apart, key).toBeGreaterThan(0);
      if (!moment.name.endsWith("counting")) expect(seen.clear, key).toBeGreaterThanOrEqual(9);
    }
  }
});

test("in Sharks a player who has not bid yet is told that Capital can be picked", async ({ server, browser }) => {
  const { page } = await visitor(browser, server, {}, { baseURL: process.env.PAGE ?? server.address, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const [first, raised] = [played("sharks 2 bid"), played("sharks 5 bid")];
  await serveMoments(page, [first, raised]);
  await page.goto("/nowhere");
  await goToMoment(page, first);
  const purse = page.locator("[data-zone=me] .purse");
  await expect(purse).toHaveText("Capital 17: pick cards to bid");
  await goToMoment(page, raised);
  await expect(purse).toHaveText("Capital 30");
});
