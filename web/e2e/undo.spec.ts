// Undo against bots: a call, even after others have called, and a card that no bot has answered yet. The
// clock stands still, so a bot is as slow as the test.
import { expectAccessible } from "./accessibility";
import { expect, test, visitor, type Server } from "./server";
import { hand, openTable, playOne, state } from "./table";
import type { Page } from "@playwright/test";

const PAUSE = 1000;

test.use({ serverOptions: { botPause: PAUSE, standingClock: true } });

const undo = (page: Page) => page.getByRole("button", { name: "Take back" });

/** Advances the clock until it is the player's turn. */
async function ownTurn(server: Server, isOurs: () => Promise<boolean>): Promise<void> {
  await expect.poll(async () => {
    if (await isOurs()) return true;
    server.advance(PAUSE);
    return false;
  }).toBe(true);
}

test("a card is taken back until the bot has answered", async ({ ownServer: server, browser }) => {
  const { page } = await visitor(browser, server);
  await openTable(page, { target: 3 });
  const ours = async () => (await state(page)) === "turn";
  await ownTurn(server, ours);
  await expect(undo(page)).toBeDisabled();
  const before = await hand(page).count();
  const card = await playOne(page, (target) => target.click());
  await expect(undo(page)).toBeEnabled();
  await expectAccessible(page, "undo");
  await page.keyboard.press("Backspace");
  await expect(hand(page)).toHaveCount(before);
  await expect(page.locator(`[data-hand-card="${card}"]`)).toHaveCount(1);
  await expect(undo(page)).toBeDisabled();
  // The bot was thinking, and does not play.
  server.advance(3 * PAUSE);
  await page.reload();
  await expect(hand(page)).toHaveCount(before);
  await expect.poll(ours).toBe(true);
  await playOne(page, (target) => target.click());
  await expect(undo(page)).toBeEnabled();
  server.advance(PAUSE);
  await expect(undo(page)).toBeDisabled();
  await expect.poll(ours).toBe(true);
});

test("a bridge call is taken back with the calls after it, on a phone", async ({ ownServer: server, browser }) => {
  const { page } = await visitor(browser, server, {}, { viewport: { width: 360, height: 640 } });
  await page.goto("/");
  await page.getByRole("button", { name: "Play now Bridge" }).click();
  const ours = () => page.locator("[data-turn=true]").isVisible();
  await ownTurn(server, ours);
  // In little space the button appears only when it can be used, and no other button moves.
  await expect(undo(page)).toHaveCount(0);
  const hint = await page.getByRole("button", { name: "Hint" }).boundingBox();
  const own = page.locator('.auction [aria-label^="7 spade"]');
  await page.locator("[data-call='7S']").click();
  await expect(own).toHaveCount(1);
  await expect(undo(page)).toBeVisible();
  expect(await page.getByRole("button", { name: "Hint" }).boundingBox()).toEqual(hint);
  server.advance(PAUSE);
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
