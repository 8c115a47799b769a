// What is typed: the house reads it for our seat, and what it does not understand is said where it was typed.
import type { Page } from "@playwright/test";
import { expect, test, visitor } from "./house";
import { awaitState, hand, openTable } from "./table";

async function type(page: Page, line: string): Promise<void> {
  await page.getByRole("textbox", { name: "Command" }).fill(line);
  await page.keyboard.press("Enter");
}

test("a card of Scopa is played by a line in Italian", async ({ house, browser }) => {
  const { page } = await visitor(browser, house);
  await openTable(page, { target: 3 });
  await awaitState(page, ["turn"]);
  await type(page, "dance with me");
  await expect(page.locator(".panel .answer")).toHaveText("“dance with me” cannot be understood. Try: play 7d · take 7d 4c+3s");
  await type(page, "play 7y");
  await expect(page.locator(".panel .answer")).toHaveText("“7y” is not a card. Write 7d, 10h or Ks.");
  const card = (await hand(page).first().getAttribute("data-hand-card"))!;
  const mine = page.locator(`[data-hand-card="${card}"]`);
  await type(page, `gioca ${card[0] === "T" ? "10" : card[0]} di ${{ c: "bastoni", d: "denari", h: "coppe", s: "spade" }[card[1]!]}`);
  await expect.poll(async () => (await mine.count()) === 0 || (await page.locator(".choices .choice").count()) > 1).toBe(true);
  if ((await mine.count()) === 0) return;
  // A card that can be played in several ways is chosen, and the ways are offered beside it.
  await expect(mine).toHaveAttribute("aria-pressed", "true");
});

test("a turn of Thirty-One is typed", async ({ house, browser }) => {
  const { page } = await visitor(browser, house);
  await openTable(page, { game: "Thirty-One", target: 3 });
  await expect(page.locator(".choices .choice").first()).toBeVisible();
  await type(page, "pesca");
  await expect(hand(page)).toHaveCount(4);
  const card = (await hand(page).first().getAttribute("data-hand-card"))!;
  await type(page, `discard ${card.toUpperCase()}`);
  await expect(page.locator(`[data-hand-card="${card}"]`)).toHaveCount(0);
});
