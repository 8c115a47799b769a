// Cassino by mouse, by dragging and by keyboard: builds are made and captured, sums grow, and refusals are
// explained.
import type { Page } from "@playwright/test";
import { lessonDeal, openBegun } from "./begun";
import { expect, test, visitor } from "./server";
import { awaitState, continueByMouse, hand, openTable, playMatch } from "./table";
import { FULL } from "./tiers";

const buttons = (page: Page) => page.locator(".choices .choice");

/** Returns the playable cards of the hand. */
const playable = (page: Page) =>
  hand(page).evaluateAll((found) => (found as HTMLElement[]).filter((card) => card.ariaDisabled !== "true").map((card) => card.dataset.handCard!));

/** Returns the offers of the page for each playable card. */
async function offers(page: Page): Promise<{ card: string; labels: string[] }[]> {
  const cards = await playable(page);
  const all = [];
  for (const card of cards) {
    const held = page.locator(`[data-hand-card="${card}"]`);
    if ((await held.getAttribute("aria-pressed")) !== "true") await held.click();
    all.push({ card, labels: await buttons(page).evaluateAll((found) => found.map((button) => button.getAttribute("aria-label")!)) });
  }
  return all;
}

const WISHES = [/^Build /, /^Take /, /^Trail /];

/** Plays one card: a build if possible, otherwise a capture. */
async function playOne(page: Page): Promise<string> {
  const all = await offers(page);
  for (const wish of WISHES) {
    const found = all.find(({ labels }) => labels.some((label) => wish.test(label)));
    if (found === undefined) continue;
    const held = page.locator(`[data-hand-card="${found.card}"]`);
    if ((await held.getAttribute("aria-pressed")) !== "true") await held.click();
    const label = found.labels.find((one) => wish.test(one))!;
    await buttons(page).and(page.getByRole("button", { name: label, exact: true })).first().click();
    await expect(held).toHaveCount(0);
    return label;
  }
  throw new Error(`no action among ${JSON.stringify(all)}`);
}

test("a match of Cassino by mouse", FULL, async ({ server, browser }) => {
  const { page } = await visitor(browser, server);
  await openTable(page, { game: "Cassino", target: 11 });
  const played: string[] = [];
  const deals = await playMatch(page, async (table) => void played.push(await playOne(table)), continueByMouse);
  expect(deals).toBeGreaterThan(0);
  await expect(page.locator(".over h2")).toHaveText(/won/);
  expect(played.some((label) => label.startsWith("Take"))).toBe(true);
});

test("a build of several groups is sent as records write it", async ({ server, browser }) => {
  const { page } = await visitor(browser, server);
  // The deal is very rare, so the page is shown a fake one, and its commands are recorded.
  const actions: string[] = [];
  await page.routeWebSocket(/\/ws$/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      const command = JSON.parse(String(message)) as { type: string; action?: string };
      if (command.type === "play") actions.push(command.action!);
      else server.send(message);
    });
    server.onMessage((message) => {
      const notice = JSON.parse(String(message)) as { snapshot?: { actors: number[]; legal: string[]; view: object | null } };
      if (notice.snapshot?.view != null) {
        notice.snapshot.actors = [0];
        notice.snapshot.legal = ["5c x 5d", "5c + 5d = rank 5", "5c + 5d [2h 3s] = rank 5", "Kc"];
        Object.assign(notice.snapshot.view, { hands: [{ open: ["5c", "5h", "Kc"] }, { closed: 3 }], loose: ["5d", "2h", "3s", "Qd"], turn: 0 });
      }
      socket.send(JSON.stringify(notice));
    });
  });
  await openTable(page, { game: "Cassino", target: 11 });
  await awaitState(page, ["turn"]);
  await page.locator('[data-hand-card="5c"]').click();
  await page.getByRole("button", { name: /^Build fives .*(and|,)/ }).click();
  await expect.poll(() => actions).toEqual(["5c + 5d [2h 3s] = rank 5"]);
});

test("a build is dragged together and shows its sum", async ({ server, browser }) => {
  const { page } = await visitor(browser, server);
  await openBegun(page, lessonDeal("cassino", "0 2c + 5h = sum 7"));
  await awaitState(page, ["turn"]);
  const held = page.locator('[data-hand-card="2c"]');
  const [from, to] = [(await held.boundingBox())!, (await page.locator('.place[aria-label="Five of hearts"]').boundingBox())!];
  await page.mouse.move(from.x + 30, from.y + 40);
  await page.mouse.down();
  await page.mouse.move(from.x + 40, from.y - 60, { steps: 4 });
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 6 });
  await expect(page.locator(".growing")).toContainText("= 7");
  await page.mouse.up();
  await expect(held).toHaveCount(0);
});

test("an illegal capture is refused with its rule", async ({ server, browser }) => {
  const { page } = await visitor(browser, server);
  await openBegun(page, lessonDeal("cassino", "0 2c + 5h = sum 7"));
  await awaitState(page, ["turn"]);
  // The seven can only be trailed. The page knows no rules; the server gives the reason.
  const held = page.locator('[data-hand-card="7h"]');
  await held.click();
  // The place is marked as disabled, but can be tapped.
  await page.locator('.place[aria-label="Five of hearts"]').click({ force: true });
  await expect(page.locator(".refusal")).toContainText(/CA-/);
  await expect(held).toHaveCount(1);
});

test("Cassino by keyboard", FULL, async ({ server, browser }) => {
  const { page } = await visitor(browser, server);
  await openTable(page, { game: "Cassino", target: 11 });
  for (let turn = 0; turn < 4; turn += 1) {
    await awaitState(page, ["turn"]);
    const before = await hand(page).count();
    const cards = await hand(page).evaluateAll((found) => found.map((card) => (card as HTMLElement).dataset.handCard!));
    await page.keyboard.press(String(cards.indexOf((await playable(page))[0]!) + 1));
    await expect(buttons(page).first()).toBeVisible();
    await buttons(page).first().focus();
    await page.keyboard.press("Enter");
    await expect.poll(async () => hand(page).count()).not.toBe(before);
  }
});
