// Scopa by mouse: clicking, choosing a capture, dragging, and refusals.
import { openBegun, withRest } from "./begun";
import { expect, test, visitor } from "./server";
import { awaitState, continueByMouse, finishMatch, hand, openTable, playMatch, playOne, state } from "./table";

test("a match of Scopa by mouse", async ({ server, browser }) => {
  const { page } = await visitor(browser, server);
  await openTable(page, { target: 1 });
  let turns = 0;
  const deals = await playMatch(page, async () => {
    turns += 1;
    if (turns % 3 !== 0) return playOne(page, (target) => target.click());
    // Every third card is dragged onto the table. If that leaves a choice, the first button is taken.
    const card = (await hand(page).first().getAttribute("data-hand-card"))!;
    const mine = page.locator(`[data-hand-card="${card}"]`);
    const from = (await mine.boundingBox())!;
    await page.mouse.move(from.x + 30, from.y + 40);
    await page.mouse.down();
    await page.mouse.move(from.x + 40, from.y - 60, { steps: 4 });
    await page.mouse.move(620, 130, { steps: 4 });
    await page.mouse.up();
    await expect.poll(async () => (await mine.count()) === 0 || (await page.locator(".choices .choice").count()) > 1).toBe(true);
    if ((await mine.count()) > 0) await page.locator(".choices .choice").first().click();
    await expect(mine).toHaveCount(0);
  }, continueByMouse);
  expect(deals).toBeGreaterThan(0);
  expect(turns).toBeGreaterThanOrEqual(18);
  await expect(page.locator(".over h2")).toHaveText(/won/);
  // The only deal of a match is its score, which stands above.
  await expect(page.locator(".over tbody tr")).toHaveCount(deals > 1 ? deals : 0);
  const totals = (await page.locator(".over .score b").allTextContents()).map(Number);
  expect(Math.max(...totals)).toBeGreaterThanOrEqual(1);
  // The deals add up to the totals.
  const columns = await page.locator(".over tbody tr").evaluateAll((rows) => rows.map((row) => [...row.querySelectorAll("td")].map((cell) => Number(cell.textContent))));
  if (deals > 1) expect(columns[0]!.map((_, side) => columns.reduce((sum, row) => sum + row[side]!, 0))).toEqual(totals);
});

test("Play again opens a new table, and the finished one leaves the list", async ({ server, browser }) => {
  const { page } = await visitor(browser, server);
  const first = await openTable(page, { target: 1 });
  await finishMatch(page);
  await page.getByRole("button", { name: "Play again" }).click();
  await awaitState(page, ["turn"]);
  expect(page.url()).not.toContain(first);
  await page.getByRole("link", { name: "Home" }).click();
  await expect(page.getByRole("heading", { name: "Your unfinished tables" })).toBeVisible();
  await expect(page.locator(`a[href="/table/${first}"]`)).toHaveCount(0);
});

test("one click on the home page starts a match", async ({ server, browser }) => {
  const { page } = await visitor(browser, server, { motion: "normal" });
  await page.goto("/");
  await page.getByRole("button", { name: "Play now Wall Street" }).click();
  await expect(hand(page)).toHaveCount(3);
  await awaitState(page, ["turn"]);
});

test("an illegal capture is refused with its rule, and nothing moves", async ({ server, browser }) => {
  const { page } = await visitor(browser, server);
  // The seven has to capture three and four; it cannot capture the king.
  await openBegun(page, { game: "scopa", options: { preset: "classic" }, deck: withRest("7d Jc Qh Jd Qs Jh 3c 4h Kd 6s") });
  await awaitState(page, ["turn"]);
  const seven = page.locator('[data-hand-card="7d"]');
  const king = page.locator('[data-table-card="Kd"]');
  await seven.click();
  await expect(king).toHaveAttribute("aria-disabled", "true");
  const from = (await seven.boundingBox())!;
  const to = (await king.boundingBox())!;
  await page.mouse.move(from.x + 30, from.y + 40);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 6 });
  await page.mouse.up();
  await expect(page.locator(".refusal")).toBeVisible();
  await expect(page.locator(".refusal .rule")).toHaveText(/^SC-/);
  await expect(seven).toBeVisible();
});

test.describe(() => {
  test.use({ serverOptions: { botPause: 1500, standingClock: true } });

test("a card chosen early is played on our turn, unless Escape takes it back", async ({ browser, ownServer: server }) => {
  const { page } = await visitor(browser, server);
  await openTable(page);
  // The bot may begin.
  await expect(async () => {
    server.advance(1500);
    expect(await state(page)).toBe("turn");
  }).toPass();
  await playOne(page, (target) => target.click());
  const next = hand(page).first();
  await next.click();
  await expect(next).toHaveAttribute("aria-pressed", "true");
  await expect(next).toHaveAttribute("aria-label", /will be played on your turn/);
  await page.keyboard.press("Escape");
  await expect(next).toHaveAttribute("aria-pressed", "false");
  const card = (await next.getAttribute("data-hand-card"))!;
  await next.click();
  server.advance(1500);
  // With one way to play it, it is played at once. With several, they are offered.
  await expect.poll(async () => (await page.locator(`[data-hand-card="${card}"]`).count()) === 0 || (await page.locator(".choices .choice").count()) > 1).toBe(true);
});
});
