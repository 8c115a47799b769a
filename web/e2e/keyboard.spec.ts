// A whole match by keyboard alone, beginning at the home page.
import { expect, test, visitor } from "./server";
import { goToMoment, momentOf, MOMENTS, serveMoments } from "./fits/moments";
import { hand, playMatch } from "./table";
import type { Page } from "@playwright/test";

async function tabTo(page: Page, name: string | RegExp, limit = 80): Promise<void> {
  for (let presses = 0; presses < limit; presses += 1) {
    const label = await page.evaluate(() => {
      const here = document.activeElement as HTMLElement | null;
      return here === null ? "" : (here.getAttribute("aria-label") ?? document.querySelector(`label[for="${here.id}"]`)?.textContent ?? here.textContent ?? "").trim();
    });
    if (typeof name === "string" ? label.replace(/\s+/g, " ").startsWith(name) : name.test(label)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab never reached ${name}`);
}
const spoken = (page: Page) => page.locator("[aria-live=assertive]");

test("a match of Scopa by keyboard alone", async ({ server, browser }) => {
  const { page } = await visitor(browser, server);
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Scopa" })).toBeVisible();
  await tabTo(page, "Players and rules Scopa");
  await page.keyboard.press("Enter");
  await tabTo(page, "Points to win");
  await page.keyboard.press("Control+A");
  await page.keyboard.type("1");
  await tabTo(page, "Play");
  // The server checks the rules before the button is enabled.
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeEnabled();
  await page.keyboard.press("Enter");
  await expect(spoken(page)).toHaveText(/^Your turn/);

  let turn = 0;
  const deals = await playMatch(page, async () => {
    turn += 1;
    const card = (await hand(page).first().getAttribute("data-hand-card"))!;
    const mine = page.locator(`[data-hand-card="${card}"]`);
    if (turn % 3 === 0) {
      // By command.
      await page.keyboard.press("/");
      await page.keyboard.type(`play ${card}`);
      await page.keyboard.press("Enter");
      await page.keyboard.press("Escape");
      // The server parses it. Then the card is played, or there is a choice.
      await expect.poll(async () => (await mine.count()) === 0 || (await page.locator(".choices .choice").count()) > 1).toBe(true);
      if ((await mine.count()) > 0) await firstChoice(page);
    } else {
      await page.keyboard.press("1");
      await expect(mine).toBeFocused();
      if ((await page.locator(".choices .choice").count()) > 1) await firstChoice(page);
      else await page.keyboard.press(turn % 2 === 0 ? "1" : "Enter");
    }
    await expect(mine).toHaveCount(0);
  }, async (page) => {
    await expect(page.locator(".counting footer .first")).toBeFocused();
    await page.keyboard.press("Enter");
  });
  expect(deals).toBeGreaterThan(0);
  await expect(page.locator(".over h2")).toBeFocused();
});

async function firstChoice(page: Page) {
  await tabTo(page, /^Take with/);
  await page.keyboard.press("Enter");
}

test("keys read the table aloud and open the help", async ({ server, browser }) => {
  const { page } = await visitor(browser, server);
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Scopa" })).toBeVisible();
  await tabTo(page, "Play now Scopa");
  await page.keyboard.press("Enter");
  await expect(spoken(page)).toHaveText(/^Your turn/);
  await page.keyboard.press("t");
  await expect(spoken(page)).toHaveText(/^On the table: .+ of .+/);
  await page.keyboard.press("y");
  await expect(spoken(page)).toHaveText(/^Your hand: .+ of .+/);
  await page.keyboard.press("o");
  await expect(spoken(page)).toHaveText(/3 cards in hand|2 cards in hand/);
  await page.keyboard.press("c");
  await expect(spoken(page)).toHaveText(/You: 0.*cards? in the stock/);
  await page.keyboard.press("2");
  await expect(hand(page).nth(1)).toBeFocused();
  await expect(hand(page).nth(1)).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.press("ArrowRight");
  await expect(hand(page).nth(2)).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(hand(page).nth(1)).toHaveAttribute("aria-pressed", "false");
  const help = page.getByRole("dialog", { name: "Help" });
  await page.keyboard.press("?");
  await expect(help).toBeVisible();
  // A key that follows at once is not lost, although the browser's own event of closing comes later.
  await page.evaluate(async () => {
    document.querySelector<HTMLElement>("dialog .close")!.click();
    await Promise.resolve();
    document.dispatchEvent(new KeyboardEvent("keydown", { key: "?", bubbles: true }));
  });
  await expect(help).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("a card has a ring only for who uses keys", async ({ server, browser }) => {
  const { page } = await visitor(browser, server, {}, { baseURL: process.env.PAGE ?? server.address });
  await serveMoments(page, MOMENTS);
  await page.goto("/nowhere");
  await goToMoment(page, momentOf("scopa 2 play"), null);
  await expect(hand(page).first()).toBeFocused();
  await expect(hand(page).first()).toHaveCSS("box-shadow", "none");
  await page.keyboard.press("ArrowRight");
  await expect(hand(page).nth(1)).toBeFocused();
  await expect(hand(page).nth(1)).not.toHaveCSS("box-shadow", "none");
});
