// Typed commands: the server parses them for the player's seat, and the page shows its error beside the line.
import type { Page } from "@playwright/test";
import { lessonDeal, openBegun, withRest } from "./begun";
import { expect, test, visitor } from "./server";
import { awaitState, hand } from "./table";
import { FULL } from "./tiers";

async function type(page: Page, line: string): Promise<void> {
  await page.getByRole("textbox", { name: "Command" }).fill(line);
  await page.keyboard.press("Enter");
}

test("a Scopa card is played by a typed line in Italian", async ({ server, browser }) => {
  const { page } = await visitor(browser, server);
  // The seven can capture three and four, or five and two. The king captures nothing, and the bot has only
  // jacks.
  await openBegun(page, { game: "scopa", options: { preset: "classic" }, deck: withRest("7d Jc Kh Jd Qs Jh 3c 4h 5c 2s") });
  await awaitState(page, ["turn"]);
  await type(page, "dance with me");
  await expect(page.locator(".panel .answer")).toHaveText("“dance with me” cannot be understood. Try: play 8 coins · take 7 cups 7 coins");
  await type(page, "play 7y");
  await expect(page.locator(".panel .answer")).toHaveText("“7y” is not a card. Write 7d, 10h or Ks.");

  // A card with several captures is not played. The page says why and offers them.
  const seven = page.locator('[data-hand-card="7d"]');
  await type(page, "gioca 7 di denari");
  await expect(page.locator(".choices .choice")).toHaveCount(2);
  await expect(page.locator(".panel .answer")).toContainText("several ways to play");
  await expect(seven).toHaveAttribute("aria-pressed", "true");
  await page.locator(".choices .choice").first().click();
  await expect(seven).toHaveCount(0);
  await expect(page.locator(".panel .answer")).toHaveCount(0);

  await awaitState(page, ["turn"]);
  await type(page, "gioca 10 di coppe");
  await expect(page.locator('[data-hand-card="Kh"]')).toHaveCount(0);
  await expect(page.locator(".panel .answer")).toHaveCount(0);
});

test("a turn of Thirty-One is typed", FULL, async ({ server, browser }) => {
  const { page } = await visitor(browser, server);
  await openBegun(page, lessonDeal("thirty-one", "0 upcard"));
  await type(page, "pesca");
  await expect(hand(page)).toHaveCount(4);
  const card = (await hand(page).first().getAttribute("data-hand-card"))!;
  await type(page, `discard ${card.toUpperCase()}`);
  await expect(page.locator(`[data-hand-card="${card}"]`)).toHaveCount(0);
});
