// Friends at a table: the log after a reload, the end of a match, a rematch, and an absent player.
import { expect, test, visitor } from "./server";
import { atTurn, awaitState, finishMatch, openTable, playOne } from "./table";
import { FULL } from "./tiers";

test("two friends: log after a reload, giving up, playing again", async ({ browser, server }) => {
  const anna = await visitor(browser, server);
  const bert = await visitor(browser, server, { name: "Bert" });
  const table = await openTable(anna.page, { invite: true });
  await expect(anna.page.getByText("works on this machine only")).toBeVisible();
  await bert.page.goto(`/table/${table}`);
  await bert.page.getByRole("button", { name: "Sit down and play" }).click();
  await expect(anna.page.locator(".lines p").first()).toBeVisible();

  // A changed name appears at once, for all players.
  await bert.page.getByRole("button", { name: "Settings" }).click();
  await bert.page.getByRole("tab", { name: "You" }).click();
  await bert.page.getByRole("textbox", { name: "Your name" }).fill("Robert");
  await bert.page.keyboard.press("Escape");
  await expect(anna.page.locator(".plate, .seat", { hasText: "Robert" }).first()).toBeVisible();
  await bert.page.getByRole("button", { name: "Settings" }).click();
  await bert.page.getByRole("tab", { name: "You" }).click();
  await bert.page.getByRole("textbox", { name: "Your name" }).fill("Bert");
  await bert.page.keyboard.press("Escape");
  await expect(anna.page.getByText("Robert")).toHaveCount(0);

  // A deal that is thrown in is followed by another.
  await atTurn(anna.page, bert.page);
  const told = await anna.page.locator(".lines").innerText();
  expect(told.length).toBeGreaterThan(20);
  await anna.page.reload();
  await expect.poll(() => anna.page.locator(".lines").innerText()).toBe(told);

  // Anna proposes to end the match, Bert declines, and then resigns.
  await anna.page.getByRole("button", { name: "Leave the match" }).click();
  await anna.page.getByRole("button", { name: "Propose to end it" }).click();
  await bert.page.getByRole("button", { name: "Play on" }).click();
  await expect(anna.page.getByText("You would like to end the match")).toBeHidden();
  await bert.page.getByRole("button", { name: "Leave the match" }).click();
  await bert.page.getByRole("button", { name: "Give up" }).click();
  await expect(bert.page.getByRole("dialog", { name: "Give up?" })).toContainText("Anna wins the match");
  await bert.page.getByRole("button", { name: "Yes, give up" }).click();
  await expect(bert.page.getByRole("heading", { name: "You have given up" })).toBeVisible();
  await expect(anna.page.getByRole("heading", { name: "Bert has given up. You have won!" })).toBeVisible();

  await anna.page.getByRole("button", { name: "Play again" }).click();
  await expect(anna.page.getByText("The cards are dealt when Bert is here.")).toBeVisible();
  await expect(bert.page.getByText("Anna would like to play again")).toBeVisible();
  await bert.page.getByRole("button", { name: "Play again" }).click();
  await atTurn(anna.page, bert.page);
  await expect(bert.page).toHaveURL(anna.page.url());

  // Home lists the table with the opponent and the score; the finished match is among the player's matches.
  await anna.page.goto("/");
  await expect(anna.page.getByRole("link", { name: /Scopa with Bert · 0–0/ }).first()).toBeVisible();
  await anna.page.getByRole("link", { name: "My matches" }).click();
  await expect(anna.page.locator("[data-match]", { hasText: "Scopa with Bert" })).toContainText("won");
  await anna.context.close();
  await bert.context.close();
});

test("a spectator sees the counting, and then who has won", async ({ browser, server }) => {
  const anna = await visitor(browser, server);
  const bert = await visitor(browser, server, { name: "Bert" });
  const carla = await visitor(browser, server, { name: "Carla" });
  const table = await openTable(anna.page, { invite: true, target: 1 });
  await bert.page.goto(`/table/${table}`);
  await bert.page.getByRole("button", { name: "Sit down and play" }).click();
  await atTurn(anna.page, bert.page);
  await carla.page.goto(`/table/${table}`);
  await expect(carla.page.getByText("You are watching this table.")).toBeVisible();
  await Promise.all([finishMatch(anna.page), finishMatch(bert.page)]);
  await carla.page.getByRole("button", { name: "See the result" }).click();
  await expect(carla.page.getByRole("heading", { name: /^(Anna|Bert) has won$/ })).toBeVisible();
});

test("a table for its players sends a spectator away once both sit", async ({ browser, server }) => {
  const anna = await visitor(browser, server);
  const bert = await visitor(browser, server, { name: "Bert" });
  const carla = await visitor(browser, server, { name: "Carla" });
  await anna.page.goto("/");
  await anna.page.getByRole("button", { name: "With a friend" }).click();
  await anna.page.getByRole("checkbox", { name: "Only the players can watch" }).check();
  await anna.page.getByRole("dialog").getByRole("button", { name: /^Scopa/ }).click();
  await expect(anna.page.getByText("Only the players can watch this match.")).toBeVisible();
  const table = new URL(anna.page.url()).pathname;
  await carla.page.goto(table);
  await expect(carla.page.getByText("Only the players can watch this match.")).toBeVisible();
  await bert.page.goto(table);
  await bert.page.getByRole("button", { name: "Sit down and play" }).click();
  await atTurn(anna.page, bert.page);
  await expect(carla.page.getByText("Only the players of this table can see its match.")).toBeVisible();
  await carla.page.reload();
  await expect(carla.page.getByText("Only the players of this table can see its match.")).toBeVisible();
});

test("a bridge player's invited friend is the partner, and the waiting room names the seats", async ({ browser, server }) => {
  const anna = await visitor(browser, server);
  await anna.page.goto("/");
  await anna.page.getByRole("button", { name: "Players and rules Bridge" }).click();
  await anna.page.getByRole("button", { name: "Invite a friend" }).click();
  await anna.page.getByRole("button", { name: "Open the table" }).click();
  await expect(anna.page.getByRole("listitem").filter({ hasText: "Open chair" })).toHaveText(/^\s*North, your partner: Open chair/);
  await expect(anna.page.getByRole("listitem").filter({ hasText: "Anna" })).toHaveText(/^\s*South: Anna/);
});

test("a second “Play now” continues the table that waits", async ({ browser, server }) => {
  const { page } = await visitor(browser, server);
  await page.goto("/");
  await page.getByRole("button", { name: "Play now Scopa" }).click();
  await atTurn(page);
  const first = page.url();
  await page.getByRole("link", { name: "Home" }).click();
  await page.getByRole("button", { name: "Continue Scopa" }).click();
  await atTurn(page);
  expect(page.url()).toBe(first);
});

test("on a phone the menu at the table holds the way out", async ({ browser, server }) => {
  const { page } = await visitor(browser, server, {}, { viewport: { width: 390, height: 844 } });
  await page.goto("/");
  await page.getByRole("button", { name: "Play now Scopa" }).click();
  await atTurn(page);
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("button", { name: "Leave the match" }).click();
  await expect(page.getByRole("button", { name: "Give up" })).toBeVisible();
});

test("an absent player is announced, beside their plate", async ({ browser, server }) => {
  const anna = await visitor(browser, server, {}, { viewport: { width: 390, height: 844 } });
  const bert = await visitor(browser, server, { name: "Bert" });
  const table = await openTable(anna.page, { invite: true });
  await bert.page.goto(`/table/${table}`);
  await bert.page.getByRole("button", { name: "Sit down and play" }).click();
  await atTurn(anna.page, bert.page);
  await bert.context.close();
  await expect(anna.page.getByText("Bert is away:")).toBeVisible();
  await expect(anna.page.getByText(/In \d+ seconds a bot may take over/)).toBeVisible();
  const [said, plate] = [await anna.page.getByText("Bert is away:").boundingBox(), await anna.page.locator("[data-zone=seat-1]").boundingBox()];
  expect(said!.y >= plate!.y + plate!.height || said!.y + said!.height <= plate!.y, "the words cover no plate").toBe(true);
  await anna.context.close();
});

test("a browser without secure-context functions can play", FULL, async ({ browser, server }) => {
  const { page, context } = await visitor(browser, server);
  // Functions that a page has only on its own machine or over TLS.
  await context.addInitScript(() => {
    for (const name of ["randomUUID", "subtle"]) delete (Crypto.prototype as unknown as Record<string, unknown>)[name];
  });
  await openTable(page);
  await awaitState(page, ["turn"]);
  expect(await page.evaluate(() => "randomUUID" in crypto || "subtle" in crypto)).toBe(false);
  await playOne(page, (target) => target.click());
  await context.close();
});

test("the rule book of an unknown game does not exist", FULL, async ({ browser, server }) => {
  const { page, context } = await visitor(browser, server);
  await page.goto("/rules/nope");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("There is nothing here");
  await context.close();
});
