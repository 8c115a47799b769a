// Verification of a finished match's shuffle in the page: by a player, by a stranger, and with a changed
// record.
import type { Page } from "@playwright/test";
import { expect, test, visitor } from "./server";
import { finishMatch, openTable } from "./table";
import { FULL } from "./tiers";

type Record = { seed: string; dealer: number; deals: { deck: string }[]; times: { opening: { nonces: ({ nonce: string; commitment: string } | null)[] } } };

async function playedMatch(page: Page): Promise<string> {
  const table = await openTable(page, { target: 1 });
  await finishMatch(page);
  return table;
}

async function check(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Check the shuffle" }).click();
  await expect(page.getByRole("dialog", { name: "The shuffle" })).toBeVisible();
}

test("a player verifies the shuffle with their own number, and a stranger without", async ({ server, browser }) => {
  const { page } = await visitor(browser, server);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  const table = await playedMatch(page);
  await page.getByRole("link", { name: "Watch the replay" }).click();
  await expect(page.locator(".controls .count")).toBeVisible();
  expect(asked).not.toContain("/records.wasm");
  await check(page);
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("Everything was dealt as promised.")).toBeVisible();
  expect(asked).toContain("/records.wasm");
  await expect(dialog.getByText("the one it announced to this browser at the table")).toBeVisible();
  await expect(dialog.getByText("Your number is among them")).toBeVisible();
  await expect(dialog.getByText("The first dealer was drawn")).toBeVisible();

  const other = (await visitor(browser, server)).page;
  await other.goto(`/replay/${table}`);
  await check(other);
  await expect(other.getByRole("dialog").getByText("Everything was dealt as promised.")).toBeVisible();
  await expect(other.getByRole("dialog").getByText("did not see the match begin")).toBeVisible();
});

test("a changed record fails the shuffle check", FULL, async ({ server, browser }) => {
  const { page } = await visitor(browser, server);
  const table = await playedMatch(page);
  const honest = (await (await page.request.get(`/api/tables/${table}/record`)).json()) as Record;
  const changes: [string, (record: Record) => void][] = [
    ["In deal 1, the order of the cards does not follow", (record) => { const cards = record.deals[0]!.deck.split(" "); record.deals[0]!.deck = [...cards.slice(0, -2), cards.at(-1), cards.at(-2)].join(" "); }],
    ["not the one it fixed before the first card", (record) => { record.seed = record.seed.replace(/.$/, (digit) => (digit === "0" ? "1" : "0")); }],
    ["The first dealer does not follow", (record) => { record.dealer = 1 - record.dealer; }],
    ["This browser’s number is not among those", (record) => { record.times.opening.nonces = [null, null]; }],
  ];
  for (const [found, change] of changes) {
    const record = structuredClone(honest);
    change(record);
    await page.route("**/record", (route) => route.fulfill({ json: record }));
    await page.goto(`/replay/${table}`);
    await check(page);
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByText("Something is not as promised.")).toBeVisible();
    await expect(dialog.getByText(found)).toBeVisible();
    await page.unroute("**/record");
  }
});

test("the numbers of two friends are in the shuffle", FULL, async ({ server, browser }) => {
  const [anna, bruno] = [(await visitor(browser, server)).page, (await visitor(browser, server, { name: "Bruno" })).page];
  const table = await openTable(anna, { target: 1, invite: true });
  await bruno.goto(`/table/${table}`);
  await bruno.getByRole("button", { name: "Sit down and play" }).click();
  await Promise.all([finishMatch(anna), finishMatch(bruno)]);
  const record = (await (await anna.request.get(`/api/tables/${table}/record`)).json()) as Record;
  expect(record.times.opening.nonces.filter((one) => one !== null)).toHaveLength(2);
  for (const page of [anna, bruno]) {
    await page.goto(`/replay/${table}`);
    await check(page);
    await expect(page.getByRole("dialog").getByText("Your number is among them")).toBeVisible();
  }
});
