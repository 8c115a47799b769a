// Tests of the seat plates: sign of the dealer, piles and deadwood of gin, Capital of Sharks.
import { goToMoment, momentOf, serveMoments, type PlayedMoment } from "./fits/moments";
import type { Game, SharksView, View } from "../src/backend/wire";
import { expect, test, visitor } from "./server";
import { drawn } from "./table";
import { FULL } from "./tiers";

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
        const sign = middle(plate.querySelector(".disc")!);
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

test("in Sharks a long name is whole beside two-digit numbers of cards", async ({ server, browser }) => {
  const { page } = await visitor(browser, server, {}, { baseURL: process.env.PAGE ?? server.address });
  const moment = played("sharks 5 tool");
  const view = moment.snapshot.view as SharksView;
  const twelve = <T>(own: T[]): (T | { closed: number })[] => own.map((cards, seat) => (seat === 0 ? cards : { closed: 12 }));
  const full: PlayedMoment = { ...moment, snapshot: { ...moment.snapshot, view: { ...view, starter: 1, hands: twelve(view.hands), tools: twelve(view.tools) } as typeof moment.snapshot.view } };
  await serveMoments(page, [full]);
  await page.goto("/nowhere");
  await goToMoment(page, full);
  await page.waitForSelector(".player");
  for (const [width, height] of SCREENS) {
    await page.setViewportSize({ width, height });
    await drawn(page);
    const cut = await page.locator(".player .name").evaluateAll((names) => names.filter((name) => name.scrollWidth > name.clientWidth + 1).map((name) => name.textContent));
    expect.soft(cut, `${width}x${height}`).toEqual([]);
    const hidden = await page.locator(".player:not(.mine) .holds").evaluateAll((all) => all.filter((holds) => holds.getBoundingClientRect().bottom > holds.closest(".player")!.getBoundingClientRect().bottom).length);
    expect.soft(hidden, `${width}x${height}`).toBe(0);
  }
});

for (const language of ["en", "it"]) {
  test(`in Sharks the words of every Tool are whole: ${language}`, language === "en" ? {} : FULL, async ({ server, browser, request }) => {
    const { page } = await visitor(browser, server, { language }, { baseURL: process.env.PAGE ?? server.address });
    const games = (await (await request.get(`${server.address}/api/games`)).json()) as Game[];
    const tools = games.flatMap(({ cardSets }) => cardSets ?? []).find(({ id }) => id === "house")!.cards.filter(({ effects }) => effects.length > 0).map(({ id }) => id);
    const moment = played("sharks 2 tool");
    const show = await serveMoments(page, [moment]);
    await page.goto("/nowhere");
    await goToMoment(page, moment);
    await page.waitForSelector(".toolcard");
    for (let first = 0; first < tools.length; first += 3) {
      const open = tools.slice(first, first + 3);
      show(moment, { ...(moment.snapshot.view as SharksView), tools: [{ open }, { closed: 3 }] } as View);
      await page.waitForSelector(`[data-tool=${open[0]}]`);
      for (const [width, height] of SCREENS) {
        await page.setViewportSize({ width, height });
        await drawn(page);
        const cut = await page.locator(".toolcard .does").evaluateAll((texts) => texts.filter((text) => text.scrollHeight > text.clientHeight).map((text) => text.textContent));
        expect.soft(cut, `${width}x${height}`).toEqual([]);
      }
    }
  });
}
