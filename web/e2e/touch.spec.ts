// A whole match on a 360×640 touch screen: taps only, everything within the screen and large enough for a
// finger.
import { expect, test, visitor } from "./server";
import { openTable, playMatch, playOne } from "./table";
import type { Page } from "@playwright/test";

async function fitsTheScreen(page: Page) {
  const { wide, small, high } = await page.evaluate(() => ({
    wide: document.documentElement.scrollWidth - innerWidth,
    high: document.documentElement.scrollHeight - innerHeight,
    small: [...document.querySelectorAll<HTMLElement>("button, a[href], input, select")]
      .filter((element) => element.checkVisibility() && !element.closest("table"))
      .map((element) => ({ name: element.getAttribute("aria-label") ?? element.textContent, box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.width < 44 || box.height < 44 || box.left < -0.5 || box.right > innerWidth + 0.5 || box.bottom > innerHeight + 0.5)
      .map(({ name, box }) => `${name}: ${Math.round(box.x)} ${Math.round(box.y)} ${Math.round(box.width)}×${Math.round(box.height)}`),
  }));
  expect(wide).toBeLessThanOrEqual(0);
  expect(high).toBeLessThanOrEqual(0);
  expect(small).toEqual([]);
}

test("a match of Scopa on a small touch screen", async ({ server, browser }) => {
  const { page } = await visitor(browser, server, {}, { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true });
  await openTable(page, { target: 1 });
  let turns = 0;
  await playMatch(page, async () => {
    turns += 1;
    if (turns < 4) await fitsTheScreen(page);
    const bottom = await page.locator(".hand").evaluate((hand) => ({ top: hand.getBoundingClientRect().top, bottom: hand.getBoundingClientRect().bottom }));
    expect(bottom.top).toBeGreaterThanOrEqual(640 * 0.65 - 1);
    expect(bottom.bottom).toBeLessThanOrEqual(640 - 3);
    await playOne(page, (target) => target.tap());
  }, (page) => page.locator(".counting footer .first").tap());
  await expect(page.locator(".over h2")).toHaveText(/won/);
  await fitsTheScreen(page);
});
