// Gin Rummy: knocking and laying off in two browsers, an undercut, dragging and keys.
import type { Page } from "@playwright/test";
import { lessonDeal, openBegun } from "./begun";
import { momentOf, serveMoments } from "./fits/moments";
import { expect, test, visitor } from "./server";

const action = (page: Page, name: string) => page.locator(`[data-action="${name}"]`);
const cards = (page: Page) => page.locator("[data-hand-card]");
const counting = (page: Page) => page.locator(".counting footer .first");

test("a player knocks, and the other lays off", async ({ server, browser }) => {
  const [anna, bea] = await Promise.all([visitor(browser, server), visitor(browser, server, { name: "Bea" })]);
  const table = await openBegun(anna.page, { ...lessonDeal("gin-rummy", "0 knock 2h"), others: ["open"] });
  await bea.page.goto(`/table/${table}`);
  await bea.page.getByRole("button", { name: "Sit down" }).click();
  const card = (page: Page, name: string) => page.locator(`[data-hand-card="${name}"]`);
  await card(anna.page, "2h").click();
  await anna.page.locator(".choice.knock").click();
  // Bea sees the melds, but not the card that Anna discarded face down.
  await expect(bea.page.locator(".meld").first()).toBeVisible();
  await expect(bea.page.locator('[data-card="2h"]')).toHaveCount(0);
  const before = await bea.page.locator(".meld [data-card]").count();
  // The next card may cover its middle.
  await card(bea.page, "Ts").click({ position: { x: 8, y: 16 } });
  await bea.page.locator(".choices .choice.first").first().click();
  await expect(card(bea.page, "Ts")).toHaveCount(0);
  // Both see it on the knocker's meld.
  await expect(bea.page.locator(".meld [data-card]")).toHaveCount(before + 1);
  await expect(anna.page.locator('.meld [data-card="Ts"]')).toBeVisible();
  await action(bea.page, "done").click();
  for (const { page } of [anna, bea]) await expect(counting(page)).toBeVisible();
});

test("an undercut counts for the defender", async ({ server, browser }) => {
  const { page } = await visitor(browser, server, {}, { baseURL: process.env.PAGE ?? server.address });
  const moment = momentOf("gin-rummy 2 counting");
  if (!("snapshot" in moment)) throw new Error("it is a counting");
  const { snapshot } = moment;
  const lines = [{ category: "deadwood", amounts: [3, 4], points: [1, 0], cards: [["3c"], ["4c"]] }, { category: "undercut", amounts: [], points: [25, 0], cards: [] }];
  const undercut = { ...moment, snapshot: { ...snapshot, totals: [26, 0], dealScore: { ...snapshot.dealScore!, points: [26, 0], lines } } } as typeof moment;
  await serveMoments(page, [undercut]);
  await page.goto(`/table/${moment.id}`);
  await expect(page.locator(".counting header")).toContainText("Massimiliano knocked");
  const row = page.locator(".counting tbody tr", { hasText: "Undercut" });
  await expect(row.locator("td.won")).toContainText("+25");
  await expect(row.locator("td.won")).toHaveCount(1);
});

test("cards are drawn, sorted and discarded by dragging, and by keys", async ({ server, browser }) => {
  const { page } = await visitor(browser, server);
  // Bea's cards make no meld and count 64, so she cannot knock in her first turn.
  const mine = "7c 7h 7s 4c 4d 4h Kc Kd 9s 2s".split(" ");
  const hers = "Kh Qd Js 9c 8d 6h 5s 3c 2d As".split(" ");
  const deal = mine.flatMap((card, index) => [card, hers[index]!]);
  const rest = [..."cdhs"].flatMap((suit) => [..."A23456789TJQK"].map((rank) => rank + suit)).filter((card) => !deal.includes(card));
  await openBegun(page, { game: "gin-rummy", options: { preset: "house" }, deck: [...deal, ...rest].join(" "), actions: ["0 pass", "1 pass"] });
  await expect(action(page, "stock")).toBeVisible();
  // The stock is dragged into the hand.
  const from = (await page.locator("[data-location=stock]").boundingBox())!;
  const to = (await page.locator(".hand").boundingBox())!;
  await page.mouse.move(from.x + 20, from.y + 20);
  await page.mouse.down();
  await page.mouse.move(to.x + 200, to.y + 60, { steps: 5 });
  await page.mouse.up();
  await expect(cards(page)).toHaveCount(11);
  // The last card is moved to the front and stays there until the hand is arranged again.
  const order = () => cards(page).evaluateAll((all) => all.map((card) => (card as HTMLElement).dataset.handCard!));
  const before = await order();
  const last = (await cards(page).last().boundingBox())!;
  const first = (await cards(page).first().boundingBox())!;
  await page.mouse.move(last.x + 20, last.y + 40);
  await page.mouse.down();
  await page.mouse.move(first.x - 10, first.y + 40, { steps: 6 });
  await page.mouse.up();
  await expect.poll(order).toEqual([before.at(-1), ...before.slice(0, -1)]);
  await page.getByRole("button", { name: "Arrange" }).click();
  await expect.poll(order).toEqual(before);
  // A card dragged upwards is discarded.
  const card = before.at(-1)!;
  await page.mouse.move(last.x + 20, last.y + 40);
  await page.mouse.down();
  await page.mouse.move(last.x - 60, last.y - 260, { steps: 6 });
  await page.mouse.up();
  await expect(page.locator(`[data-hand-card="${card}"]`)).toHaveCount(0);
  // The next turn by keys alone: draw, select the first card, discard it.
  await expect(action(page, "stock")).toBeVisible();
  await page.keyboard.press("s");
  await expect(cards(page)).toHaveCount(11);
  await page.keyboard.press("1");
  await page.keyboard.press("Enter");
  await expect(cards(page)).toHaveCount(10);
});
