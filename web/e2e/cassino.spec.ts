// Cassino by mouse, by dragging and by keyboard: builds are made and taken, sums grow, and what may not be is said in words.
import type { Page } from "@playwright/test";
import { expect, test, visitor } from "./house";
import { awaitState, continueByMouse, hand, openTable, playMatch } from "./table";

const buttons = (page: Page) => page.locator(".choices .choice");

/** The cards of the hand that may be played. */
const playable = (page: Page) =>
  hand(page).evaluateAll((found) => (found as HTMLElement[]).filter((card) => card.ariaDisabled !== "true").map((card) => card.dataset.handCard!));

/** What the page offers for each of them. */
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

/** Plays one card: a build if there is one, or what takes something. */
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
  throw new Error(`nothing to do with ${JSON.stringify(all)}`);
}

test("a whole match of Cassino by mouse", async ({ house, browser }) => {
  const { page } = await visitor(browser, house);
  await openTable(page, { game: "Cassino", target: 11 });
  const played: string[] = [];
  const deals = await playMatch(page, async (table) => void played.push(await playOne(table)), continueByMouse);
  expect(deals).toBeGreaterThan(0);
  await expect(page.locator(".over h2")).toHaveText(/won/);
  expect(played.some((label) => label.startsWith("Take"))).toBe(true);
});

test("a build of several groups is made by mouse, and sent as a record writes it", async ({ house, browser }) => {
  const { page } = await visitor(browser, house);
  // A deal that hardly ever comes: the page is shown it, and what it sends is looked at.
  const actions: string[] = [];
  await page.routeWebSocket(/\/ws$/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      const command = JSON.parse(String(message)) as { type: string; action?: string };
      if (command.type === "play") actions.push(command.action!);
      else server.send(message);
    });
    server.onMessage((message) => {
      const notice = JSON.parse(String(message)) as { frame?: { actors: number[]; legal: string[]; view: object | null } };
      if (notice.frame?.view != null) {
        notice.frame.actors = [0];
        notice.frame.legal = ["5c x 5d", "5c + 5d = rank 5", "5c + 5d [2h 3s] = rank 5", "Kc"];
        Object.assign(notice.frame.view, { hands: [{ open: ["5c", "5h", "Kc"] }, { closed: 3 }], loose: ["5d", "2h", "3s", "Qd"], turn: 0 });
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

test("a build is dragged together, its sum grows, and it lies there with its value", async ({ house, browser }) => {
  const { page } = await visitor(browser, house);
  await openTable(page, { game: "Cassino", target: 11 });
  for (let turn = 0; turn < 24; turn += 1) {
    if ((await awaitState(page, ["turn", "counting", "over"])) !== "turn") break;
    // A build of one table card that nothing larger goes beyond: dropping the card on it is enough.
    const found = (await offers(page)).find(({ labels }) => labels.some((label) => /^Build \d+ with the [^:]+: (?!.*( and |,)).+$/.test(label)));
    if (found === undefined) {
      await playOne(page);
      continue;
    }
    const label = found.labels.find((one) => /^Build \d+ with the [^:]+: (?!.*( and |,)).+$/.test(one))!;
    const value = /^Build (\d+)/.exec(label)![1]!;
    const name = label.split(": ")[1]!;
    const target = page.locator(`.place[aria-label="${name.charAt(0).toUpperCase()}${name.slice(1)}"]`);
    await page.keyboard.press("Escape");
    const held = page.locator(`[data-hand-card="${found.card}"]`);
    const [from, to] = [(await held.boundingBox())!, (await target.boundingBox())!];
    await page.mouse.move(from.x + 30, from.y + 40);
    await page.mouse.down();
    await page.mouse.move(from.x + 40, from.y - 60, { steps: 4 });
    await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 6 });
    await expect(page.locator(".growing")).toContainText(`= ${value}`);
    await page.mouse.up();
    await expect.poll(async () => (await held.count()) === 0 || (await buttons(page).count()) > 1).toBe(true);
    if ((await held.count()) > 0) await buttons(page).and(page.getByRole("button", { name: label, exact: true })).click();
    await expect(held).toHaveCount(0);
    return;
  }
  test.skip(true, "no such build in this deal");
});

test("what may not be built is refused in words", async ({ house, browser }) => {
  const { page } = await visitor(browser, house);
  await openTable(page, { game: "Cassino", target: 11 });
  await awaitState(page, ["turn"]);
  // A chosen card and a table card it can do nothing with: the page knows no rules, the server says why.
  for (const { card, labels } of await offers(page)) {
    const useless = labels.every((label) => label.startsWith("Trail")) ? page.locator(".place").first() : page.locator(".place.dim").first();
    const held = page.locator(`[data-hand-card="${card}"]`);
    if ((await held.getAttribute("aria-pressed")) !== "true") await held.click();
    if ((await useless.count()) === 0) continue;
    // It is marked as disabled, and may be tapped all the same.
    await useless.click({ force: true });
    await expect(page.locator(".refusal")).toContainText(/CA-/);
    await expect(held).toHaveCount(1);
    return;
  }
  test.skip(true, "everything fits in this deal");
});

test("Cassino by keyboard alone", async ({ house, browser }) => {
  const { page } = await visitor(browser, house);
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
