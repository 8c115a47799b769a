// A whole match of Scopa by mouse: clicked, chosen among captures, dragged; refused and told why.
import { House, expect, test, visitor } from "./house";
import { awaitState, continueByMouse, hand, openTable, playMatch, playOne, state } from "./table";

test("a whole match of Scopa by mouse", async ({ house, browser }) => {
  const { page } = await visitor(browser, house);
  await openTable(page);
  let turns = 0;
  const deals = await playMatch(page, async () => {
    turns += 1;
    if (turns % 3 !== 0) return playOne(page, (target) => target.click());
    // Every third card is dragged: on the felt, and when that leaves a choice, the first button is taken.
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
  await expect(page.locator(".over tbody tr")).toHaveCount(deals);
  const totals = (await page.locator(".over tfoot td").allTextContents()).map(Number);
  expect(Math.max(...totals)).toBeGreaterThanOrEqual(3);
  // The deals add up to the totals.
  const columns = await page.locator(".over tbody tr").evaluateAll((rows) => rows.map((row) => [...row.querySelectorAll("td")].map((cell) => Number(cell.textContent))));
  expect(columns[0]!.map((_, side) => columns.reduce((sum, row) => sum + row[side]!, 0))).toEqual(totals);
});

test("play again opens a new table, and a finished one is no longer listed", async ({ house, browser }) => {
  const { page } = await visitor(browser, house);
  const first = await openTable(page, { target: 1 });
  await playMatch(page, (page) => playOne(page, (target) => target.click()), continueByMouse);
  await page.getByRole("button", { name: "Play again" }).click();
  await awaitState(page, ["turn"]);
  expect(page.url()).not.toContain(first);
  await page.getByRole("link", { name: "Home" }).click();
  await expect(page.getByRole("heading", { name: "Your unfinished tables" })).toBeVisible();
  await expect(page.locator(`a[href="/table/${first}"]`)).toHaveCount(0);
});

test("one click on the home page is enough to be playing", async ({ house, browser }) => {
  const { page } = await visitor(browser, house, { motion: "normal" });
  await page.goto("/");
  await page.getByRole("button", { name: "Play now Wall Street" }).click();
  await expect(hand(page)).toHaveCount(3);
  await awaitState(page, ["turn"]);
});

test("a table card that cannot be taken is refused in words, and nothing moves", async ({ house, browser }) => {
  const { page } = await visitor(browser, house);
  await openTable(page);
  await awaitState(page, ["turn"]);
  // Look for a hand card whose only action takes something, and throw it on a card it cannot take.
  for (let tries = 0; tries < 40; tries += 1) {
    const cards = await hand(page).evaluateAll((all) => all.map((card) => (card as HTMLElement).dataset.handCard!));
    for (const card of cards) {
      await page.keyboard.press("Escape");
      await page.locator(`[data-hand-card="${card}"]`).click();
      const labels = await page.locator(".choices .choice").evaluateAll((all) => all.map((choice) => choice.getAttribute("aria-label")!));
      if (labels.length === 0 || labels.some((label) => label.startsWith("Lay"))) continue;
      const wrong = page.locator("[data-table-card][aria-disabled=true]").first();
      if ((await wrong.count()) === 0) continue;
      const from = (await page.locator(`[data-hand-card="${card}"]`).boundingBox())!;
      const to = (await wrong.boundingBox())!;
      await page.mouse.move(from.x + 30, from.y + 40);
      await page.mouse.down();
      await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 6 });
      await page.mouse.up();
      await expect(page.locator(".refusal")).toBeVisible();
      await expect(page.locator(".refusal .rule")).toHaveText(/^SC-/);
      await expect(page.locator(`[data-hand-card="${card}"]`)).toBeVisible();
      return;
    }
    if ((await awaitState(page, ["turn", "counting", "over"])) !== "turn") break;
    await playOne(page, (target) => target.click());
    if ((await awaitState(page, ["turn", "counting", "over"])) !== "turn") break;
  }
  throw new Error("in a whole deal no card could be thrown on a wrong one");
});

test("a card chosen while the bot thinks is played when it is our turn; Escape takes it back", async ({ browser }) => {
  const house = new House();
  house.pause = 1500;
  house.tellsTime = true;
  await house.open();
  const { page } = await visitor(browser, house);
  await openTable(page);
  // The bot may begin.
  await expect(async () => {
    house.pass(1500);
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
  house.pass(1500);
  // One way to play it: it goes by itself. Several: they are offered.
  await expect.poll(async () => (await page.locator(`[data-hand-card="${card}"]`).count()) === 0 || (await page.locator(".choices .choice").count()) > 1).toBe(true);
  await house.close();
});
