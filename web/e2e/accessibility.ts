// Accessibility faults that axe finds on the current page. axe runs in the page itself, because its builder
// for Playwright would load it again and open a second page for every check, which takes longer than the
// check.
import { expect, type Page } from "@playwright/test";
import axe from "axe-core";
import { isFull } from "./tiers";

const RULES = {
  runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
  // A card is called "ace of clubs", and the letters in its corner are only its picture.
  rules: { "label-content-name-mismatch": { enabled: false } },
};

/** Returns each fault with its first places. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  return page.evaluate(async (rules) => {
    // Waits for animations, because a fading element does not have its final contrast.
    await Promise.all(document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity).map((one) => one.finished.catch(() => null)));
    // Elements below a dialog cannot be reached, but axe would check the visible ones.
    const reachable = [...document.querySelectorAll("dialog:modal")].at(-1) ?? document;
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(reachable, { ...rules, resultTypes: ["violations"] });
    return violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.slice(0, 3).map((node) => `${node.html} ${node.any[0]?.message ?? ""}`).join(" | ")}`);
  }, RULES);
}

/**
 * Expects no fault in the full tier. A check takes as long as a small test, so the quick tier has axe.spec.ts
 * only.
 */
export async function expectAccessible(page: Page, screen: string): Promise<void> {
  if (isFull) await expectNoFaults(page, screen);
}

/** Expects no fault, in both tiers. */
export async function expectNoFaults(page: Page, screen: string): Promise<void> {
  // The code of a page is loaded when the page is opened.
  await expect(page.locator("main"), screen).toBeVisible();
  await expect(page.locator("h1").first(), screen).toBeAttached();
  expect(await accessibilityFaults(page), screen).toEqual([]);
}

/** Expects that nothing on the page is wider than the screen. */
export async function expectNoSidewaysScroll(page: Page, screen: string): Promise<void> {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(wide, `${screen} is wider than the screen`).toBeLessThanOrEqual(0);
}

/** Expects both, on a phone. */
export async function expectGoodOnPhone(page: Page, screen: string): Promise<void> {
  if (!isFull) return expectNoSidewaysScroll(page, screen);
  await atFullHeight(page, async () => {
    await expectAccessible(page, screen);
    await expectNoSidewaysScroll(page, screen);
  });
}

/** Runs a check on a screen that is high enough that the bar at the bottom covers nothing. */
export async function atFullHeight(page: Page, check: () => Promise<void>): Promise<void> {
  const size = page.viewportSize()!;
  await page.setViewportSize({ ...size, height: 2400 });
  await check();
  await page.setViewportSize(size);
}
