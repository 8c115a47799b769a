// Gin for two people in two browsers: drawing, knocking, laying off, an undercut; dragging, keys and the replay.
import type { Page } from "@playwright/test";
import { momentOf, serveMoments } from "./fits/moments";
import { expect, test, visitor } from "./house";

async function openGin(page: Page, invite: boolean): Promise<string> {
  await page.goto("/");
  await page.getByRole("button", { name: "Players and rules Gin Rummy" }).click();
  const only = page.getByRole("button", { name: invite ? "Invite a friend" : "Only bots" });
  if (await only.isVisible()) await only.click();
  await page.getByRole("button", { name: invite ? "Open the table" : "Play", exact: !invite }).click();
  await page.waitForURL(/\/table\//);
  return new URL(page.url()).pathname.split("/")[2]!;
}

const asked = (page: Page) => page.locator(".task[data-turn=true], .choices .choice");
const action = (page: Page, name: string) => page.locator(`[data-action="${name}"]`);
const cards = (page: Page) => page.locator("[data-hand-card]");
const counting = (page: Page) => page.locator(".counting footer .first");

/** What the page of whoever is to act asks for. */
async function task(page: Page): Promise<"offer" | "stock" | "draw" | "discard" | "layOff" | "counting" | "nothing"> {
  if (await counting(page).isVisible()) return "counting";
  if ((await asked(page).count()) === 0) return "nothing";
  if (await action(page, "pass").isVisible()) return "offer";
  if (await action(page, "done").isVisible()) return "layOff";
  if (await action(page, "stock").isVisible()) return (await action(page, "upcard").isVisible()) ? "draw" : "stock";
  return (await cards(page).count()) === 11 ? "discard" : "nothing";
}

/** Chooses the last card: of what is not melded the highest. */
async function chooseLast(page: Page): Promise<string> {
  const last = cards(page).last();
  const card = (await last.getAttribute("data-hand-card"))!;
  if ((await last.getAttribute("aria-pressed")) !== "true") await last.click();
  await expect(page.locator(".choice.discard")).toBeVisible();
  return card;
}

test("a lay-off between two people", async ({ house, browser }) => {
  const [anna, bea] = await Promise.all([visitor(browser, house), visitor(browser, house, { name: "Bea" })]);
  const sitDown = async () => {
    const table = await openGin(anna.page, true);
    await bea.page.goto(`/table/${table}`);
    await bea.page.getByRole("button", { name: "Sit down and play" }).click();
  };
  await sitDown();
  const pages = [anna.page, bea.page];
  let laidOff = false;
  // Anna knocks as soon as she may, until something could be laid off.
  for (let step = 0; step < 900 && !laidOff; step += 1) {
    const tasks = await Promise.all(pages.map(task));
    const place = tasks.findIndex((one) => one !== "nothing");
    if (place < 0) {
      // A whole match may have nothing that could be laid off.
      if (await anna.page.locator(".over").isVisible()) await sitDown();
      else await anna.page.waitForTimeout(20);
      continue;
    }
    const page = pages[place]!;
    if (tasks[place] === "counting") {
      // One of them may see it a little later.
      for (const each of pages) await counting(each).click();
      await expect(anna.page.locator(".counting")).toHaveCount(0);
    } else if (tasks[place] === "offer") {
      await action(page, "pass").click();
      await expect(action(page, "pass")).toHaveCount(0);
    } else if (tasks[place] === "stock" || tasks[place] === "draw") {
      await action(page, "stock").click();
      await expect(cards(page)).toHaveCount(11);
    } else if (tasks[place] === "layOff") {
      const fitting = page.locator('[data-hand-card][aria-label*=", playable,"]');
      while ((await fitting.count()) > 0) {
        const card = (await fitting.first().getAttribute("data-hand-card"))!;
        const before = await page.locator(".meld [data-card]").count();
        // The next card may lie over its middle.
        await page.locator(`[data-hand-card="${card}"]`).click({ position: { x: 8, y: 16 } });
        await page.locator(".choices .choice.first").first().click();
        await expect(page.locator(`[data-hand-card="${card}"]`)).toHaveCount(0);
        // Both see it on the meld of the knocker.
        await expect(page.locator(".meld [data-card]")).toHaveCount(before + 1);
        await expect(pages[1 - place]!.locator(`.meld [data-card="${card}"]`)).toBeVisible();
        laidOff = true;
      }
      await action(page, "done").click();
      await expect(counting(page)).toBeVisible();
    } else {
      const card = await chooseLast(page);
      const knock = page.locator(".choice.knock");
      if (page === anna.page && (await knock.isVisible())) {
        await knock.click();
        // The other sees the melds, and not the card face down.
        await expect(bea.page.locator(".meld").first()).toBeVisible();
        await expect(bea.page.locator(`[data-card="${card}"]`)).toHaveCount(0);
      } else {
        await page.locator(".choice.discard").click();
        // Ten are left, or none when the stock has ended.
        await expect(cards(page)).not.toHaveCount(11);
      }
    }
  }
  expect(laidOff).toBe(true);
});

test("an undercut is counted for whoever made it", async ({ house, browser }) => {
  const { page } = await visitor(browser, house);
  const moment = momentOf("gin-rummy 2 counting");
  if (!("frame" in moment)) throw new Error("it is a counting");
  const { frame } = moment;
  const lines = [{ category: "deadwood", amounts: [3, 4], points: [1, 0], cards: [["3c"], ["4c"]] }, { category: "undercut", amounts: [], points: [25, 0], cards: [] }];
  const undercut = { ...moment, frame: { ...frame, totals: [26, 0], dealScore: { ...frame.dealScore!, points: [26, 0], lines } } } as typeof moment;
  await serveMoments(page, [undercut]);
  await page.goto(`/table/${moment.id}`);
  const row = page.locator(".counting tbody tr", { hasText: "Undercut" });
  await expect(row.locator("td.won")).toContainText("+25");
  await expect(row.locator("td.won")).toHaveCount(1);
});

test("drawn by dragging, laid in an own order, arranged again, discarded by dragging and by keys", async ({ house, browser }) => {
  const { page } = await visitor(browser, house);
  await openGin(page, false);
  const mine = async () => {
    await expect(asked(page).first()).toBeVisible();
    if ((await task(page)) !== "offer") return;
    await page.keyboard.press("p");
    await expect(action(page, "pass")).toHaveCount(0);
    await expect(asked(page).first()).toBeVisible();
  };
  await mine();
  await mine();
  if ((await cards(page).count()) === 10) {
    // The stock is dragged into the hand.
    const from = (await page.locator("[data-location=stock]").boundingBox())!;
    const to = (await page.locator(".hand").boundingBox())!;
    await page.mouse.move(from.x + 20, from.y + 20);
    await page.mouse.down();
    await page.mouse.move(to.x + 200, to.y + 60, { steps: 5 });
    await page.mouse.up();
    await expect(cards(page)).toHaveCount(11);
  }
  // The last card is put first, and stays there until it is arranged again.
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
  // The next turn by keys alone: draw, choose the first card, discard it. The other may have knocked before.
  await expect(asked(page).or(counting(page)).first()).toBeVisible();
  if ((await task(page)) !== "draw") return;
  await page.keyboard.press("s");
  await expect(cards(page)).toHaveCount(11);
  await page.keyboard.press("1");
  await page.keyboard.press("Enter");
  await expect(cards(page)).toHaveCount(10);
});
