// The deck checker on a phone: cards ticked off by tapping, and the faults in words, without violations.
import { type Page } from "@playwright/test";
import { expectAccessible, expectNoSidewaysScroll } from "./accessibility";
import { expect, test, visitor } from "./server";

const PHONE = { viewport: { width: 360, height: 640 }, hasTouch: true };
const cell = (page: Page, card: string) => page.locator(`[data-cell="${card}"]`);

async function inspect(page: Page) {
  await expectAccessible(page, page.url());
  await expectNoSidewaysScroll(page, page.url());
}

test("the deck checker finds a missing and an extra card", async ({ browser, server }) => {
  const { page, context } = await visitor(browser, server, {}, PHONE);
  await page.goto("/decks/scopa");
  await page.getByLabel("Count them first").fill("40");
  await expect(page.locator("#count-says")).toContainText("the number is right");
  await page.getByRole("button", { name: "Tick them off" }).click();
  for (const suit of "cdhs") for (const rank of "A234567JQK") if (rank + suit !== "4c") await cell(page, rank + suit).tap();
  // A second tap counts the card twice, since it lies there twice.
  await cell(page, "7d").tap();
  await expect(page.getByText("40 of 40")).toBeVisible();
  await page.getByRole("button", { name: "That is all" }).click();
  const verdict = page.locator("[data-verdict]");
  await expect(verdict).toHaveAttribute("data-verdict", "wrong");
  await expect(verdict).toContainText("Missing: four of batons");
  await expect(verdict).toContainText("Too many: seven of coins");
  await inspect(page);
  await page.getByRole("button", { name: "Take back" }).click();
  await cell(page, "7d").tap();
  await page.getByRole("button", { name: "Count", exact: true }).click();
  await cell(page, "4c").tap();
  await page.getByRole("button", { name: "That is all" }).click();
  await expect(verdict).toHaveAttribute("data-verdict", "right");
  // One question, one answer, and its rule.
  await page.getByRole("button", { name: "cards wrong, during the hand" }).click();
  const ruling = page.locator(".ruling");
  await expect(ruling).toContainText("The hand is void, and the same dealer deals again");
  await expect(ruling.getByRole("button", { name: "Read the rule DK-R1" })).toBeVisible();
  await page.getByRole("button", { name: "a marked card, or one with another back" }).click();
  await expect(ruling).toContainText("finish the hand, then change the deck");
  // Cards without rank and suit are shown by name, not by id.
  await page.goto("/decks/sharks");
  await page.getByRole("button", { name: "Tick them off" }).click();
  await expect(page.getByText("Northlight Orbital").first()).toBeVisible();
  await expect(page.getByText("Capital 10", { exact: true })).toBeVisible();
  await expect(page.getByText(/capital-\d|I\d\d|T\d\d/)).toHaveCount(0);
  await context.close();
});
