// A hint against bots: the best bot's action with its reason, played with one tap, and noted in the record.
import { expectAccessible } from "./accessibility";
import { expect, test, visitor } from "./server";
import { atTurn, awaitState, finishMatch, hand, openTable } from "./table";
import { FULL } from "./tiers";

test("against bots a hint is given, played with one tap, and noted in the record", async ({ server, browser }) => {
  const { page } = await visitor(browser, server);
  const table = await openTable(page, { target: 1 });
  await awaitState(page, ["turn"]);
  await page.getByRole("button", { name: "Hint" }).click();
  const dialog = page.getByRole("dialog", { name: "Hint" });
  await expect(dialog.getByRole("button", { name: "Play it" })).toBeVisible();
  await expect(dialog.getByRole("listitem").first()).toContainText(/\d\.\d/);
  // A hint is advice: it does not tell the play as if it were made.
  await expect(dialog.getByRole("listitem").first()).toHaveText(/^\s*(Take|Lay) the /);
  await expect(dialog).not.toContainText(/\bYou (lay|take)/i);
  await expectAccessible(page, "hint");
  // The table stays in sight. The card of the best play is lifted and ringed.
  await expect.poll(() => hand(page).evaluateAll((cards) => cards.filter((card) => getComputedStyle(card).translate === "0px -12px").length)).toBe(1);
  const ringed = page.locator(".play [data-card]");
  await expect.poll(() => ringed.evaluateAll((cards) => cards.filter((card) => getComputedStyle(card).outlineStyle === "solid").length)).toBeGreaterThanOrEqual(1);
  expect(await dialog.getByRole("listitem").count()).toBeLessThanOrEqual(3);
  const before = await hand(page).count();
  await dialog.getByRole("button", { name: "Play it" }).click();
  await expect(dialog).toBeHidden();
  await expect(hand(page)).not.toHaveCount(before);
  await finishMatch(page);
  const record = (await (await page.request.get(`/api/tables/${table}/record`)).json()) as { times: { hints?: number[] } };
  expect(record.times.hints).toEqual([0]);
});

test("a hint in an auction tells the hand that the call is made on", async ({ server, browser }) => {
  const { page } = await visitor(browser, server);
  await page.goto("/");
  await page.getByRole("button", { name: "Play now Bridge" }).click();
  await awaitState(page, ["turn"]);
  await page.getByRole("button", { name: "Hint" }).click();
  const best = page.getByRole("dialog", { name: "Hint" }).getByRole("listitem").first();
  await expect(best).toHaveText(/^\s*(Bid |Pass\.|Double\.|Redouble\.)/);
  await expect(best).toContainText(/Your hand: \d+ high-card points/);
});

test("against a friend there is no hint", FULL, async ({ server, browser }) => {
  const [anna, bruno] = [(await visitor(browser, server)).page, (await visitor(browser, server, { name: "Bruno" })).page];
  const table = await openTable(anna, { target: 1, invite: true });
  await bruno.goto(`/table/${table}`);
  await bruno.getByRole("button", { name: "Sit down and play" }).click();
  await atTurn(anna, bruno);
  await expect(anna.getByRole("button", { name: "Hint" })).toHaveCount(0);
});
