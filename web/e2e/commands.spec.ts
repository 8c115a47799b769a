// What is typed: the house reads it for our seat, and what it does not understand is said where it was typed.
import type { Page } from "@playwright/test";
import { expect, test, visitor } from "./house";
import { awaitState, continueByMouse, hand, openTable } from "./table";

/** Key by key: a house takes only so many messages a second. */
async function type(page: Page, line: string): Promise<void> {
  await page.getByRole("textbox", { name: "Command" }).pressSequentially(line, { delay: 15 });
  await page.keyboard.press("Enter");
}

test("a card of Scopa is played by a line in Italian", async ({ house, browser }) => {
  const { page } = await visitor(browser, house);
  await openTable(page, { target: 50 });
  await awaitState(page, ["turn"]);
  await type(page, "dance with me");
  await expect(page.locator(".panel .answer")).toHaveText("“dance with me” cannot be understood. Try: play 7d · take 7d 4c+3s");
  await type(page, "play 7y");
  await expect(page.locator(".panel .answer")).toHaveText("“7y” is not a card. Write 7d, 10h or Ks.");
  // One that can be played in several ways is not played: why, and the ways, are there to be read until one of them is taken.
  const met = { played: false, choice: false };
  while (!met.played || !met.choice) {
    const now = await awaitState(page, ["turn", "counting", "over"]);
    expect(now, "a whole match in which every card, or none, could be played in one way").not.toBe("over");
    if (now === "counting") {
      const deal = (await page.locator(".counting h2").textContent())!;
      await continueByMouse(page);
      await expect(page.locator(".counting h2", { hasText: deal })).toHaveCount(0);
      continue;
    }
    const card = (await hand(page).first().getAttribute("data-hand-card"))!;
    const mine = page.locator(`[data-hand-card="${card}"]`);
    await type(page, `gioca ${card[0] === "T" ? "10" : card[0]} di ${{ c: "bastoni", d: "denari", h: "coppe", s: "spade" }[card[1]!]}`);
    await expect.poll(async () => (await mine.count()) === 0 || (await page.locator(".choices .choice").count()) > 1, { intervals: [30] }).toBe(true);
    if ((await mine.count()) > 0) {
      met.choice = true;
      await expect(page.locator(".panel .answer")).toContainText("there is a choice");
      await expect(mine).toHaveAttribute("aria-pressed", "true");
      await page.locator(".choices .choice").first().click();
      await expect(mine).toHaveCount(0);
    } else met.played = true;
    await expect(page.locator(".panel .answer")).toHaveCount(0);
  }
});

test("a turn of Thirty-One is typed", async ({ house, browser }) => {
  const { page } = await visitor(browser, house);
  await openTable(page, { game: "Thirty-One", target: 3 });
  // Where somebody is dealt 31 the deal is over at once.
  for (;;) {
    await expect(page.locator(".choices .choice, .counting footer .first").first()).toBeVisible();
    if ((await page.locator(".counting").count()) === 0) break;
    await continueByMouse(page);
    await expect(page.locator(".counting")).toHaveCount(0);
  }
  await type(page, "pesca");
  await expect(hand(page)).toHaveCount(4);
  const card = (await hand(page).first().getAttribute("data-hand-card"))!;
  await type(page, `discard ${card.toUpperCase()}`);
  await expect(page.locator(`[data-hand-card="${card}"]`)).toHaveCount(0);
});
