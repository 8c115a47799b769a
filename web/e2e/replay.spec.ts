// The replay of a finished match, by link, in a browser that was not at the table.
import { expect, test, visitor } from "./server";
import { finishMatch, openTable } from "./table";

test("a finished match is replayed step by step from a link", async ({ server, browser }) => {
  const { page } = await visitor(browser, server);
  const table = await openTable(page, { target: 1 });
  await finishMatch(page);
  const record: { deals: { deck: string; actions: string[] }[] } = await (await page.request.get(`/api/tables/${table}/record`)).json();
  await page.getByRole("link", { name: "Watch the replay" }).click();
  await expect(page.locator(".controls .count")).toHaveText(`0 / ${record.deals[0]!.actions.length}`);

  // A deal that was thrown in has no steps.
  const index = record.deals.findIndex((deal) => deal.actions.length > 0);
  const deal = record.deals[index]!;
  const other = (await visitor(browser, server)).page;
  await other.goto(`/replay/${table}#deal=${index + 1}&step=4`);
  await expect(other.locator(".controls .count")).toHaveText("4 / 36");
  const cards = () => other.locator("[data-card]").evaluateAll((all) => all.map((card) => (card as HTMLElement).dataset.card!));
  const played = (step: number) => deal.actions.slice(0, step).map((action) => action.split(" ")[1]);
  // Two of the first six cards are still held, and both hands are open.
  const deck = deal.deck.split(" ");
  const held = deck.slice(0, 6).filter((card) => !played(4).includes(card));
  expect(held).toHaveLength(2);
  for (const card of held) expect(await cards()).toContain(card);

  await other.keyboard.press("ArrowRight");
  await expect(other.locator(".controls .count")).toHaveText("5 / 36");
  await expect(other).toHaveURL(new RegExp(`#deal=${index + 1}&step=5$`));
  await other.keyboard.press("ArrowLeft");
  await other.getByRole("button", { name: "One step back" }).click();
  await expect(other.locator(".controls .count")).toHaveText("3 / 36");
  await other.keyboard.press("End");
  await expect(other.locator(".counting")).toBeVisible();
  await other.keyboard.press("Home");
  await expect(other.locator(".controls .count")).toHaveText("0 / 36");
  await expect(other.locator(".counting")).toHaveCount(0);
  await other.getByRole("button", { name: "Play", exact: true }).click();
  await expect(other.locator(".controls .count")).toHaveText(/^[1-9]\d* \/ 36$/);
});

test("an unfinished match and an unknown one have no replay", async ({ server, browser }) => {
  const { page } = await visitor(browser, server);
  const table = await openTable(page);
  await page.goto(`/replay/${table}`);
  await expect(page.getByRole("heading", { name: "This match is still being played" })).toBeVisible();
  await page.goto("/replay/AAAAAAAAAAAAAAAAAAAAAA");
  await expect(page.getByRole("heading", { name: "There is no such table" })).toBeVisible();
  await page.goto("/table/AAAAAAAAAAAAAAAAAAAAAA");
  await expect(page.getByRole("heading", { name: "There is no such table" })).toBeVisible();
  await page.goto("/nowhere/at/all");
  await expect(page.getByRole("heading", { name: "There is nothing here" })).toBeVisible();
});
