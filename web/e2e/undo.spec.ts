// Taking back against bots: a call, also after others have called, and a card that no bot has answered yet. Time passes only when it is
// told to, so a bot is as slow as the test.
import { expectAccessible } from "./accessibility";
import { House, expect, test as base, visitor } from "./house";
import { hand, openTable, playOne, state } from "./table";
import type { Page } from "@playwright/test";

const PAUSE = 1000;

const test = base.extend<{ house: House }>({
  house: async ({}, use) => {
    const house = new House();
    house.pause = PAUSE;
    house.tellsTime = true;
    await house.open();
    await use(house);
    await house.close();
  },
});

const undo = (page: Page) => page.getByRole("button", { name: "Take back" });

/** Lets the bots act until it is our turn. */
async function ownTurn(house: House, isOurs: () => Promise<boolean>): Promise<void> {
  await expect.poll(async () => {
    if (await isOurs()) return true;
    house.pass(PAUSE);
    return false;
  }, { timeout: 30_000 }).toBe(true);
}

test("a card comes back as long as the bot has not answered it", async ({ house, browser }) => {
  const { page } = await visitor(browser, house);
  await openTable(page, { target: 3 });
  const ours = async () => (await state(page)) === "turn";
  await ownTurn(house, ours);
  await expect(undo(page)).toBeDisabled();
  const before = await hand(page).count();
  const card = await playOne(page, (target) => target.click());
  await expect(undo(page)).toBeEnabled();
  await expectAccessible(page, "undo");
  await page.keyboard.press("Backspace");
  await expect(hand(page)).toHaveCount(before);
  await expect(page.locator(`[data-hand-card="${card}"]`)).toHaveCount(1);
  await expect(undo(page)).toBeDisabled();
  // The bot had begun to think, and does not play.
  house.pass(3 * PAUSE);
  await page.reload();
  await expect(hand(page)).toHaveCount(before);
  await expect.poll(ours).toBe(true);
  await playOne(page, (target) => target.click());
  await expect(undo(page)).toBeEnabled();
  house.pass(PAUSE);
  await expect(undo(page)).toBeDisabled();
  await expect.poll(ours).toBe(true);
});

test("a call is taken back with those after it, on a phone too", async ({ house, browser }) => {
  const { page } = await visitor(browser, house, {}, { viewport: { width: 360, height: 640 } });
  await page.goto("/");
  await page.getByRole("button", { name: "Play now Bridge" }).click();
  const ours = () => page.locator("[data-turn=true]").isVisible();
  await ownTurn(house, ours);
  // Where there is little room the sign comes when it is of use; none of the others moves.
  await expect(undo(page)).toHaveCount(0);
  const hint = await page.getByRole("button", { name: "Hint" }).boundingBox();
  const own = page.locator('.auction [aria-label^="7 spade"]');
  await page.locator("[data-call='7S']").click();
  await expect(own).toHaveCount(1);
  await expect(undo(page)).toBeVisible();
  expect(await page.getByRole("button", { name: "Hint" }).boundingBox()).toEqual(hint);
  house.pass(PAUSE);
  const calls = page.locator(".auction [aria-label]");
  await expect(undo(page)).toBeVisible();
  await undo(page).click();
  await expect(own).toHaveCount(0);
  await expect(page.getByRole("log").getByText("7")).toHaveCount(0);
  const count = await calls.count();
  await page.reload();
  await expect.poll(ours).toBe(true);
  await expect(own).toHaveCount(0);
  expect(await calls.count()).toBe(count);
});
