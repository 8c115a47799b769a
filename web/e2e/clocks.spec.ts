// Tables with a time control, and players who leave: what the others see, and their choices.
import type { Page } from "@playwright/test";
import { expect, test, visitor } from "./server";
import { awaitState, continueByMouse, drawn, firstTurn, openTable } from "./table";
import { FULL } from "./tiers";

test.use({ serverOptions: { standingClock: true } });

/** Opens a table with this time control, with both players seated. Returns the player to act first. */
async function sitDown(anna: Page, bert: Page, time: string): Promise<{ table: string; slow: Page; other: Page }> {
  await anna.goto("/");
  await anna.getByRole("button", { name: "Players and rules Scopa" }).click();
  await anna.getByLabel("Time to think").selectOption({ label: time });
  const table = await openInvited(anna);
  await bert.goto(`/table/${table}`);
  await expect(bert.getByText("for those that take longer")).toBeVisible();
  await bert.getByRole("button", { name: "Sit down and play" }).click();
  const next = (page: Page) => awaitState(page, ["turn", "counting"]).then((now) => ({ page, now }));
  for (;;) {
    const { page, now } = await Promise.race([next(anna), next(bert)]);
    if (now === "turn") return { table, slow: page, other: page === anna ? bert : anna };
    // With three kings on the table the deal is thrown in, and the same dealer deals again. (SC-R3, SC-S2)
    for (const person of [anna, bert]) await continueByMouse(person);
    for (const person of [anna, bert]) await expect(person.locator(".counting")).toBeHidden();
  }
}
async function openInvited(page: Page): Promise<string> {
  const invite = page.getByRole("button", { name: "Invite a friend" });
  if (await invite.isVisible()) await invite.click();
  await page.getByRole("button", { name: "Open the table" }).click();
  await page.waitForURL(/\/table\//);
  return new URL(page.url()).pathname.split("/")[2]!;
}
const clock = (page: Page, name: string) => page.locator("[data-seat]").filter({ hasText: name }).locator("[data-clock]");

test("the server plays for a slow player, and the others may take the win", async ({ browser, ownServer: server }) => {
  const anna = await visitor(browser, server);
  const bert = await visitor(browser, server, { name: "Bert" });
  const { table, slow, other } = await sitDown(anna.page, bert.page, "Quick");
  const watcher = await visitor(browser, server, { name: "Carla" });
  await watcher.page.goto(`/table/${table}`);
  const slowName = slow === anna.page ? "Anna" : "Bert";
  await expect(clock(slow, "You").getByRole("timer")).toContainText("+1:00");
  await expect(clock(other, slowName).getByRole("timer")).toContainText("+1:00");
  await expect(clock(other, "You").getByRole("timer")).toHaveText("1:00");
  // The running clock is marked. On a phone it is as easy to read.
  for (const [width, height] of [[1440, 900], [390, 844]] as const) {
    await other.setViewportSize({ width, height });
    await expect(other.locator("[data-clock].runs")).toHaveCount(1);
    await expect(clock(other, slowName)).toHaveClass(/runs/);
    for (const name of ["You", slowName]) {
      expect(await clock(other, name).locator("b").evaluate((digits) => parseFloat(getComputedStyle(digits).fontSize)), `${name} at ${width}`).toBeGreaterThanOrEqual(20);
    }
  }

  // The bank is used up: a card is played for the player, who then reports back.
  server.advance(69_000);
  await awaitState(other, ["turn"]);
  await expect(slow.getByText("has played for you")).toBeVisible();
  await expect(clock(other, slowName)).toContainText("bot plays");
  await slow.getByRole("button", { name: "I am here" }).click();
  await expect(slow.getByText("has played for you")).toBeHidden();
  await expect(clock(other, slowName).getByRole("timer")).toHaveText("0:20");

  // The other player is slow too and does not report back. The second one may claim the win.
  server.advance(69_000);
  await awaitState(slow, ["turn"]);
  server.advance(29_000);
  await expect(other.getByText(`${slowName} has left.`)).toBeVisible();
  await expect(other.getByText(/You have won in \d+:\d\d/)).toBeVisible();
  // A player who was slow may still choose.
  await expect(other.getByText("has played for you")).toBeVisible();
  // A spectator has won nothing.
  await expect(watcher.page.getByText(`${slowName} has left.`)).toBeVisible();
  await expect(watcher.page.getByText(/You have won/)).toHaveCount(0);
  await other.getByRole("button", { name: "Take the win" }).click();
  await expect(watcher.page.getByRole("heading", { name: `${slowName} has left the match. ${slowName === "Anna" ? "Bert" : "Anna"} has won` })).toBeVisible();
  await expect(other.getByRole("heading", { name: "You have won!" })).toBeVisible();
  await expect(slow.getByRole("heading", { name: "You have left, so the match is over" })).toBeVisible();
  await watcher.context.close();
  await anna.context.close();
  await bert.context.close();
});

test("a player leaves a chair before the deal and during the match, and comes back", FULL, async ({ browser, ownServer: server }) => {
  const anna = await visitor(browser, server);
  const bert = await visitor(browser, server, { name: "Bert" });
  const { page } = anna;
  await page.goto("/");
  await page.getByRole("button", { name: "Players and rules Scopa" }).click();
  await page.getByRole("group", { name: "Players" }).getByRole("radio", { name: "3", exact: true }).check();
  for (const chair of ["Chair 2", "Chair 3"]) await page.getByLabel(chair).selectOption("open");
  const open = await openInvited(page);
  await bert.page.goto(`/table/${open}`);
  await bert.page.getByRole("button", { name: "Sit here" }).first().click();
  await bert.page.getByRole("button", { name: "Stand up" }).click();
  await expect(bert.page.getByRole("button", { name: "Sit here" })).toHaveCount(2);
  await bert.page.getByRole("button", { name: "Sit here" }).first().click();
  await page.getByRole("button", { name: "Free this chair (Bert)" }).click();
  await expect(bert.page.getByRole("button", { name: "Sit here" })).toHaveCount(2);
  await bert.page.getByRole("button", { name: "Sit here" }).first().click();
  await expect(bert.page.getByText("has freed your chair")).toBeVisible();

  const two = await openTable(page, { seats: 2, invite: true });
  await bert.page.goto(`/table/${two}`);
  await bert.page.getByRole("button", { name: "Sit down and play" }).click();
  await firstTurn(server, page, bert.page);
  await bert.page.getByRole("button", { name: "Leave the match" }).click();
  await bert.page.getByRole("button", { name: "Leave the table" }).click();
  await bert.page.waitForURL(/\/$/);
  await expect(page.getByText("Bert has left.")).toBeVisible();
  await page.getByRole("button", { name: "Let a bot play on" }).click();
  await expect(page.getByText("A bot plays for Bert")).toBeVisible();
  await bert.page.goto(`/table/${two}`);
  await expect(page.getByText("A bot plays for Bert")).toBeHidden();
  await anna.context.close();
  await bert.context.close();
});

test("nine clocks fit every screen", FULL, async ({ browser, ownServer: server }) => {
  const people = await Promise.all(["Anna", "Bert", "Carla", "Dino", "Elena", "Franco", "Giorgia", "Ugo", "Massimiliano"].map((name) => visitor(browser, server, { name })));
  const { page } = people[0]!;
  await page.goto("/");
  await page.getByRole("button", { name: "Players and rules Thirty-One" }).click();
  await page.getByRole("group", { name: "Players" }).getByRole("radio", { name: "9", exact: true }).check();
  for (let chair = 2; chair <= 9; chair += 1) await page.getByLabel(`Chair ${chair}`).selectOption("open");
  await page.getByLabel("Time to think").selectOption({ label: "Slow" });
  const table = await openInvited(page);
  for (const { page: other } of people.slice(1)) {
    await other.goto(`/table/${table}`);
    await other.getByRole("button", { name: "Sit here" }).or(other.getByRole("button", { name: "Sit down and play" })).first().click();
    await expect(other.getByRole("button", { name: /^Sit/ })).toHaveCount(0);
  }
  // If a player is dealt 31, the deal is over at once.
  for (;;) {
    await expect(page.locator("[data-clock].runs, .counting footer .first").first()).toBeVisible();
    if ((await page.locator(".counting").count()) === 0) break;
    for (const { page: one } of people) await continueByMouse(one);
    await expect(page.locator(".counting")).toHaveCount(0);
  }
  await expect(clock(page, "You")).toBeVisible();
  for (const [width, height] of [[320, 568], [360, 640], [640, 360], [768, 1024], [1366, 768], [1440, 900], [2560, 1440]] as const) {
    await page.setViewportSize({ width, height });
    await drawn(page);
    const seen = await page.evaluate(() => {
      const clocks = [...document.querySelectorAll<HTMLElement>("[data-clock]")].filter((one) => one.checkVisibility());
      const box = (element: Element) => element.getBoundingClientRect();
      const zone = (clock: Element) => box(clock.closest("[data-zone]")!);
      const inside = (clock: Element) => box(clock).left >= zone(clock).left - 1 && box(clock).right <= zone(clock).right + 1 && box(clock).top >= zone(clock).top - 1 && box(clock).bottom <= zone(clock).bottom + 1;
      return {
        clocks: clocks.length,
        outside: clocks.filter((clock) => !inside(clock)).map((clock) => clock.dataset.clock),
        cut: clocks.map((clock) => clock.querySelector(".time")!).filter((time) => time.scrollWidth > time.clientWidth + 1).map((time) => time.textContent),
        running: clocks.filter((clock) => clock.classList.contains("runs")).length,
      };
    });
    expect(seen, `${width}×${height}`).toEqual({ clocks: 9, outside: [], cut: [], running: 1 });
  }
  for (const { context } of people) await context.close();
});
