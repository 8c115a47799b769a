// Thirty-One with five players, to the last survivor. Eliminated players keep watching.
import { lessonDeal, openBegun } from "./begun";
import { expect, test, visitor } from "./server";
import { hand, openTable } from "./table";
import type { Page } from "@playwright/test";
import { FULL } from "./tiers";

/** Draws, or knocks with enough points, and discards the first possible card. */
async function playTurn(page: Page): Promise<void> {
  // The bots answer at once, so a button may be gone; the page is then looked at again.
  const press = async (button: ReturnType<Page["locator"]>) => {
    await button.click({ timeout: 1000 }).catch(() => undefined);
  };
  if ((await hand(page).count()) === 4) {
    const throwing = page.locator(".choices .choice.first");
    return press((await throwing.isVisible()) ? throwing : hand(page).last());
  }
  const value = Number(await page.locator("[data-value]").first().getAttribute("data-value", { timeout: 1000 }).catch(() => 0));
  const knock = page.getByRole("button", { name: /^Knock/ });
  await press(value >= 24 && (await knock.isVisible()) ? knock : page.getByRole("button", { name: /^Draw/ }).first());
}

/** Returns what the page asks of the player, including a draw, whose buttons stand in the place of cards. */
async function asked(page: Page): Promise<"turn" | "counting" | "over" | "watching"> {
  const found = await page.waitForFunction(() => {
    const seen = (selector: string) => document.querySelector<HTMLElement>(selector)?.checkVisibility() ?? false;
    if (seen(".over")) return "over";
    if (seen(".counting footer .first")) return "counting";
    if (seen(".counting")) return null;
    if (seen("[data-turn=true], .choices .choice")) return "turn";
    return seen("[data-zone=hand] .watching") ? "watching" : null;
  }, undefined, { polling: 20 });
  return (await found.jsonValue())!;
}

test("Thirty-One with five players, to the last survivor", FULL, async ({ browser, server }) => {
  const { page } = await visitor(browser, server, {}, { viewport: { width: 360, height: 640 } });
  // The form's target is the number of lives.
  await openTable(page, { game: "Thirty-One", seats: 5, target: 1 });
  let deals = 0;
  let watched = false;
  let lost = false;
  let told = false;
  for (;;) {
    const now = await asked(page);
    if (now === "over") break;
    if (now === "turn") {
      told ||= await page.locator("[data-turn=true]").getByText("Your turn").isVisible();
      await playTurn(page);
    }
    else if (now === "counting") {
      deals += 1;
      // The bots may have played a whole deal before the page is looked at. The page then shows its scoring
      // to a spectator.
      watched ||= await page.locator("[data-zone=hand] .watching").isVisible();
      lost = (await page.locator(".counting tbody tr").filter({ hasText: "You" }).textContent())!.includes("−");
      // The next scoring may be there already.
      const title = await page.locator("#counting-title").textContent();
      await page.locator(".counting footer .first").click();
      await expect.poll(async () => (await page.locator("#counting-title").allTextContents()).join()).not.toBe(title);
    } else {
      watched = true;
    }
    expect(deals).toBeLessThan(200);
  }
  expect(told).toBe(true);
  // Four are eliminated, and one has lives left.
  const totals = await page.locator(".over tfoot tr").first().locator("td").allTextContents();
  expect(totals).toHaveLength(5);
  expect(totals.filter((lives) => Number(lives.replace("−", "-")) >= 0)).toHaveLength(1);
  // An eliminated player has watched and not won. The last eliminated player had no deal to watch.
  const won = await page.getByRole("heading", { name: "You have won!" }).isVisible();
  expect(won).toBe(!watched && !lost);
});

test("a knock takes two taps, and a tap elsewhere cancels it", async ({ browser, server }) => {
  const { page } = await visitor(browser, server, {}, { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true });
  await openBegun(page, lessonDeal("thirty-one", "0 knock"));
  const knock = page.getByRole("button", { name: /^Knock/ });
  await knock.tap();
  await expect(knock).toHaveText("Knock?");
  await page.locator("[data-zone=news]").tap();
  await expect(knock).toHaveAttribute("aria-pressed", "false");
  await knock.tap();
  await knock.tap();
  await expect(knock).toBeHidden();
});

test("a stake is typed and remembered", FULL, async ({ browser, server }) => {
  const { page } = await visitor(browser, server);
  const unfold = () => page.getByRole("button", { name: "Players and rules Thirty-One" }).click();
  const stake = page.getByLabel("Stake of each player");
  await page.goto("/");
  await unfold();
  await stake.pressSequentially("15");
  await expect(stake).toHaveValue("15");
  await expect(stake).toHaveAttribute("aria-invalid", "false");
  await stake.clear();
  await stake.pressSequentially("1.5");
  await expect(stake).toHaveValue("1.5");
  // An invalid amount stays for correction, and no table is opened.
  await stake.press("x");
  await expect(stake).toHaveValue("1.5x");
  await expect(stake).toHaveAttribute("aria-invalid", "true");
  const play = page.getByRole("button", { name: "Play", exact: true });
  await expect(play).toBeDisabled();
  await stake.press("Backspace");
  await expect(stake).toHaveAttribute("aria-invalid", "false");
  await play.click();
  await page.waitForURL(/\/table\//);
  await page.goto("/");
  await unfold();
  await expect(stake).toHaveValue("1.50");
});
