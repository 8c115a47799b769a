// Double-dummy analysis without a server: the page opens a file of boards, and computes its table, par and
// the cost of each card.
import { solveABoard } from "./boards";
import { allIsCached, expect, test, visitor } from "./server";
import { FULL } from "./tiers";

test("without the server a file of boards is opened and solved", async ({ browser, ownServer: server }) => {
  const { page, context } = await visitor(browser, server, {}, { serviceWorkers: "allow" });
  await page.goto("/");
  await allIsCached(page);
  await server.kill();
  await page.goto("/boards");
  const played = await solveABoard(page);

  // A card is tried from a position.
  await page.locator(`[data-played="${played}"]`).click();
  await expect(page.locator("[data-mark]").first()).toBeVisible();
  await page.locator("[data-dummy-card][aria-disabled=false]").first().click({ position: { x: 6, y: 6 } });
  await expect(page.getByText("You try:")).toBeVisible();
  await context.close();
});

test("without the server a faulty file of boards is refused with line and column", FULL, async ({ browser, ownServer: server }) => {
  const { page, context } = await visitor(browser, server, {}, { serviceWorkers: "allow" });
  await page.goto("/");
  await allIsCached(page);
  await server.kill();
  await page.goto("/boards");
  await page.locator("input[type=file]").setInputFiles({ name: "wrong.pbn", mimeType: "text/plain", buffer: Buffer.from("[Board \"1\"]\n[Dealer \"X\"]") });
  await expect(page.getByRole("alert")).toContainText(/Line 2, column \d+: .*X/);
  await context.close();
});
