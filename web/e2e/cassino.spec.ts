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

const SEVERAL = /^Build (aces|twos|threes|fours|fives|sixes|sevens|eights|nines|tens) /;
const WISHES = [SEVERAL, /^Build /, /^Take /, /^Trail /];
/** The more lies on the table, the sooner groups of it are alike. */
const WISHES_FOR_MUCH = [SEVERAL, /^Trail /, /^Build /, /^Take /];

/** Plays one card: a build of several groups if there is one, or any build, or what takes something. */
async function playOne(page: Page, wishes = WISHES): Promise<string> {
  const all = await offers(page);
  for (const wish of wishes) {
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

test("a whole match of Cassino by mouse, with a build of several groups", async ({ house, browser }) => {
  const { page } = await visitor(browser, house);
  const played: string[] = [];
  let several = false;
  // Chance may refuse us a pair for a whole match; hardly for a dozen.
  for (let match = 0; match < 12 && !several; match += 1) {
    await openTable(page, { game: "Cassino", target: 11 });
    const deals = await playMatch(page, async (table) => {
      const label = await playOne(table, several ? WISHES : WISHES_FOR_MUCH);
      played.push(label);
      several ||= SEVERAL.test(label);
    }, continueByMouse);
    expect(deals).toBeGreaterThan(0);
    await expect(page.locator(".over h2")).toHaveText(/won/);
  }
  expect(several, played.join("\n")).toBe(true);
  expect(played.some((label) => label.startsWith("Take"))).toBe(true);
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
