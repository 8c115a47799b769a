// The deal of the day: two unrelated guests hold the same cards. The first try counts, and survives a
// restart.
import { expectAccessible, expectNoSidewaysScroll } from "./accessibility";
import { expect, test, visitor } from "./server";
import { awaitState, finishMatch, hand } from "./table";

test("the deal of the day: same cards for two guests, first try counts, result to share", async ({ server, browser }) => {
  const seen: string[][] = [];
  const visitors = [await visitor(browser, server, { name: "Anna" }), await visitor(browser, server, { name: "Bert" }, { viewport: { width: 360, height: 640 } })];
  for (const { page } of visitors) {
    await page.goto("/");
    await page.getByRole("link", { name: "Deal of the day" }).click();
    await expect(page.getByRole("button", { name: "Play Scopa" })).toBeVisible();
    await expectNoSidewaysScroll(page, "deals of the day");
    await expectAccessible(page, "deals of the day");
    await page.getByRole("button", { name: "Play Scopa" }).click();
    await awaitState(page, ["turn"]);
    // A deal of the day has no target.
    await expect(page.locator("header h1")).toContainText("Deal of the day");
    await expect(page.locator("header h1")).not.toContainText("to 11");
    seen.push(await hand(page).evaluateAll((cards) => cards.map((card) => card.querySelector("[data-card]")?.getAttribute("data-card") ?? card.getAttribute("data-card") ?? card.getAttribute("aria-label") ?? "").sort()));
  }
  expect(seen[0]!.length).toBeGreaterThan(0);
  expect(seen[1]).toEqual(seen[0]);

  const { page, context } = visitors[0]!;
  // Returning opens the try in progress.
  await page.goto("/daily");
  await page.getByRole("button", { name: "Continue Scopa" }).click();
  await finishMatch(page);
  await expect(page.getByText(/Better than \d of 5 bots/)).toBeVisible();
  await expect(page.getByRole("heading", { name: /^(You have won!|\S+ has won|A draw)$/ })).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: /Primiera: (ahead|level|behind)/ })).toBeVisible();
  await expectAccessible(page, "the end of a deal of the day");
  // On a phone the bots' results scroll, but the buttons do not.
  const size = page.viewportSize()!;
  for (const phone of [{ width: 360, height: 640 }, { width: 640, height: 360 }]) {
    await page.setViewportSize(phone);
    for (const way of ["Watch the replay", "Home"]) await expect(page.locator(".over").getByRole("link", { name: way })).toBeInViewport({ ratio: 1 });
  }
  await page.setViewportSize(size);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Copy to share" }).click();
  const lines = (await page.evaluate(() => navigator.clipboard.readText())).split("\n");
  expect(lines).toHaveLength(5);
  expect(lines[0]).toMatch(/^Parlour · Scopa · /);
  expect(lines[1]).toMatch(/^(Won|Lost|Drawn) \d+ : \d+ \([+−]?\d+\)$/);
  expect(lines[2]).toMatch(/^((🟩|🟥|⬜) [\w ]+)+$/u);
  expect(lines[4]).toMatch(/^Can you beat it\? .*\/daily$/);
  const result = /\d+ : \d+/.exec(lines[1]!)![0];
  await page.goto("/daily");
  await expect(page.getByText(`One deal · ${result}`)).toBeVisible();
  // A second try can be played, but does not count.
  await page.getByRole("button", { name: "Try again Scopa" }).click();
  await finishMatch(page);
  await expect(page.getByText("not the first try")).toBeVisible();
  await page.goto("/daily");
  await expect(page.getByText(`One deal · ${result}`)).toBeVisible();
  await page.getByText("The last thirty days").first().click();
  await expect(page.getByRole("listitem").filter({ visible: true })).toHaveCount(29);
});
