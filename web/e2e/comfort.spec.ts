// Personal settings, which stay and can be carried over, and phrases.
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expectAccessible, expectNoSidewaysScroll } from "./accessibility";
import { goToMoment, momentOf, MOMENTS, serveMoments } from "./fits/moments";
import { expect, test, visitor } from "./server";
import { firstTurn, hand, keptSettings, openSettings, openTable } from "./table";
import { FULL } from "./tiers";

async function choose(page: Page, legend: string, value: string): Promise<void> {
  await page.getByRole("group", { name: legend }).getByRole("radio", { name: value, exact: true }).check({ force: true });
}

test("settings survive a reload and travel in a file", async ({ browser, server }, info) => {
  const anna = await visitor(browser, server);
  const { page } = anna;
  await page.goto("/");
  await openSettings(page, "Cards");
  await choose(page, "Backs", "Red");
  await choose(page, "Card size", "Very large");
  await choose(page, "Order of my hand", "By suits");
  await openSettings(page, "Table");
  await choose(page, "Cloth", "Blue");
  await choose(page, "Light or dark mode", "Dark");
  await choose(page, "Counting", "All at once");
  await openSettings(page, "Sound");
  await choose(page, "Sounds", "Off");
  await openSettings(page, "You");
  await page.getByRole("textbox", { name: "Your name" }).fill("Ida");
  const chosen = { back: "red", cardSize: "huge", handOrder: "suits", cloth: "blue", paper: "dark", counting: "once", sound: "off", name: "Ida" };
  await page.reload();
  const html = page.locator("html");
  await expect(html).toHaveAttribute("data-cloth", "blue");
  await expect(html).toHaveAttribute("data-dark", "");
  expect(await keptSettings(page)).toMatchObject(chosen);

  await openSettings(page, "You");
  const coming = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save as a file" }).click();
  const file = info.outputPath("parlour.json");
  await (await coming).saveAs(file);
  expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ format: "parlour-browser/1", settings: chosen });

  const bert = await visitor(browser, server, { name: "Bert", language: "it" });
  await bert.page.goto("/");
  await bert.page.getByRole("button", { name: "Impostazioni" }).click();
  await bert.page.getByRole("tab", { name: "Tu" }).click();
  const input = bert.page.locator("input[type=file]");
  const give = (text: string) => input.setInputFiles({ name: "parlour.json", mimeType: "application/json", buffer: Buffer.from(text) });
  const before = await keptSettings(bert.page);
  for (const [text, sentence] of [
    ["hello", "non è di Parlour"],
    [JSON.stringify({ format: "parlour-browser/1", settings: { cloth: "red" }, secrets: 1 }), "una parte «secrets» che questa versione non conosce"],
    [JSON.stringify({ format: "parlour-browser/1", settings: { cloth: "red", motion: "mad" } }), "Nella parte «settings», «motion» non è valido"],
    [JSON.stringify({ format: "parlour-browser/9", settings: { cloth: "red" } }), "una versione più nuova"],
  ] as const) {
    await give(text);
    await expect(bert.page.getByRole("dialog").getByRole("status")).toContainText(sentence);
    expect(await keptSettings(bert.page)).toEqual(before);
  }
  await input.setInputFiles(file);
  // The imported language is Anna's.
  await expect(bert.page.getByText("Imported.")).toBeVisible();
  await expect(bert.page.locator("html")).toHaveAttribute("data-cloth", "blue");
  expect(await keptSettings(bert.page)).toEqual(await keptSettings(page));
  await anna.context.close();
  await bert.context.close();
});

test("a counting that appears line by line is shown whole by a tap, which does not go on", async ({ server, browser }) => {
  const { page } = await visitor(browser, server, { motion: "normal", counting: "slow" }, { baseURL: process.env.PAGE ?? server.address });
  await serveMoments(page, MOMENTS);
  // Only this test advances the clock, so that the lines wait.
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1000);
  await page.goto("/nowhere");
  await goToMoment(page, momentOf("scopa 6 counting"));
  const next = page.locator(".counting .next");
  await expect.poll(async () => {
    await page.clock.runFor(100);
    return next.count();
  }, { intervals: [20] }).toBe(1);
  await expect(next).toHaveText("Show all");
  await expect(page.locator(".counting .first")).toHaveCount(0);
  await next.click();
  await expect(next).toHaveText(/Next deal|See the result/);
  await expect(next).toHaveClass(/first/);
  await expect(page.locator(".counting tr.hidden")).toHaveCount(0);
});

for (const [name, more] of [["a wide screen", {}], ["a phone", { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true }]] as const) {
  test(`axe finds no fault in the settings on ${name}, for every cloth and paper`, FULL, async ({ browser, server }) => {
    const { page, context } = await visitor(browser, server, {}, more);
    await page.goto("/");
    for (const [cloth, paper] of [["Blue", "Dark"], ["Red", "Light"], ["Dark", "Dark"], ["Green", "Light"]] as const) {
      await openSettings(page, "Table");
      await choose(page, "Cloth", cloth);
      await choose(page, "Light or dark mode", paper);
      for (const group of ["Cards", "Table", "Sound", "You"]) {
        await openSettings(page, group);
        await expectAccessible(page, `${group}, ${cloth}, ${paper}`);
        await expectNoSidewaysScroll(page, group);
      }
      await page.keyboard.press("Escape");
      await expectAccessible(page, `home, ${cloth}, ${paper}`);
    }
    // The arrow keys move between the groups.
    await openSettings(page, "Cards");
    await page.keyboard.press("ArrowRight");
    await expect(page.getByRole("tab", { name: "Table" })).toBeFocused();
    await expect(page.getByRole("group", { name: "Cloth" })).toBeVisible();
    await context.close();
  });
}

test("light and dark follow the device until the player chooses", FULL, async ({ browser, server }) => {
  const { page, context } = await visitor(browser, server, {}, { colorScheme: "dark" });
  await page.goto("/");
  const html = page.locator("html");
  await expect(html).toHaveAttribute("data-dark", "");
  await page.emulateMedia({ colorScheme: "light" });
  await expect(html).not.toHaveAttribute("data-dark");
  await openSettings(page, "Table");
  await choose(page, "Light or dark mode", "Dark");
  await expect(html).toHaveAttribute("data-dark", "");
  await context.close();
});

/** Keeps phrases on the screen. Their timers run when `releasePhrases` is called. */
function holdPhrases() {
  const LASTS = 6_000;
  const held: (() => void)[] = [];
  const wait = window.setTimeout.bind(window);
  window.setTimeout = ((run: () => void, time?: number) => (time === LASTS ? held.push(run) : wait(run, time))) as typeof setTimeout;
  Object.assign(window, { releasePhrases: () => held.splice(0).forEach((run) => run()) });
}

// The clock of the tables stands still, so the server's rate limit for phrases does not refill.
test.describe(() => {
  test.use({ serverOptions: { standingClock: true } });

  test("phrases reach the others in their language, are limited, and can be switched off", async ({ browser, ownServer: server }) => {
    const anna = await visitor(browser, server);
    const bert = await visitor(browser, server, { name: "Bert", language: "it" });
    const eve = await visitor(browser, server, { name: "Eve" });
    for (const { page } of [anna, bert, eve]) await page.addInitScript(holdPhrases);
    const table = await openTable(anna.page, { invite: true });
    // Without other players there are no phrases.
    await expect(anna.page.getByRole("button", { name: "Say something" })).toBeHidden();
    await bert.page.goto(`/table/${table}`);
    await bert.page.getByRole("button", { name: "Siediti e gioca" }).click();
    await firstTurn(server, anna.page, bert.page);
    await eve.page.goto(`/table/${table}`);
    await expect(eve.page.locator(".plate").first()).toBeVisible();
    await expect(eve.page.getByRole("button", { name: "Say something" })).toBeHidden();

    const tell = async (page: Page, menu: string, phrase: string) => {
      await page.getByRole("button", { name: menu }).click();
      await page.getByRole("dialog").getByRole("button", { name: phrase }).click();
      await expect(page.getByRole("dialog")).toBeHidden();
    };
    await tell(bert.page, "Di’ qualcosa", "Ben giocato!");
    const heard = anna.page.locator("[data-said]");
    await expect(heard).toHaveText(/Bert says: Well played!Well played!$/);
    await expect(bert.page.locator("[data-said]")).toContainText("Ben giocato!");
    await expect(eve.page.locator("[data-said]")).toContainText("Well played!");
    await expect(anna.page.locator("[aria-live=polite]", { has: heard })).toHaveCount(1);
    // It is beside Bert's plate, on the opposite side.
    const [bubble, plate] = [await heard.boundingBox(), await anna.page.locator('.stage [data-seat="1"]').boundingBox()];
    expect(bubble!.y).toBeGreaterThanOrEqual(plate!.y + plate!.height);
    expect(bubble!.y).toBeLessThan(plate!.y + plate!.height + 40);
    expect(Math.abs(bubble!.x + bubble!.width / 2 - plate!.x - plate!.width / 2)).toBeLessThan(120);
    const release = () => anna.page.evaluate(() => (window as unknown as { releasePhrases: () => void }).releasePhrases());
    await release();
    await expect(heard).toBeHidden();

    // The sixth phrase is refused, and the match goes on.
    for (const phrase of ["Hello!", "Good luck!", "Sorry!", "Good game!", "Goodbye!"]) {
      await tell(anna.page, "Say something", phrase);
      await expect(eve.page.getByText(phrase, { exact: true })).toBeVisible();
    }
    await tell(anna.page, "Say something", "Sorry!");
    await expect(anna.page.getByText("You have said a lot. Wait a few seconds.")).toBeVisible();
    await expect(anna.page.getByRole("alert")).toHaveCount(0);

    await anna.page.getByRole("button", { name: "Say something" }).click();
    await expect(anna.page.getByRole("dialog")).toBeVisible();
    await expectAccessible(anna.page, "phrases");
    await anna.page.getByRole("checkbox", { name: "Show what others say" }).uncheck();
    await anna.page.keyboard.press("Escape");
    await release();
    await expect(anna.page.locator("[data-said]")).toHaveCount(0);
    await tell(bert.page, "Di’ qualcosa", "Grazie!");
    await expect(eve.page.getByText("Thank you!", { exact: true })).toBeVisible();
    await expect(anna.page.locator("[data-said]")).toHaveCount(0);
    for (const { context } of [anna, bert, eve]) await context.close();
  });
});

test("with confirmation on, a call is confirmed by mouse and by key", FULL, async ({ browser, server }) => {
  const { page, context } = await visitor(browser, server, { confirm: true });
  await page.goto("/");
  await page.getByRole("button", { name: "Play now Bridge" }).click();
  await page.waitForURL(/\/table\//);
  const calls = page.locator(".auction [data-call-made], .auction td");
  await expect(page.locator("[data-turn=true]")).toBeVisible();
  const before = await calls.count();
  await page.keyboard.press("p");
  await expect(page.locator("[data-turn=true]")).toContainText("again");
  await expect(page.locator('[data-call="P"]')).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.press("Escape");
  await page.locator('[data-call="P"]').click();
  await expect(page.locator('[data-call="P"]')).toHaveAttribute("aria-pressed", "true");
  expect(await calls.count()).toBe(before);
  await page.keyboard.press("p");
  await expect(page.locator('[data-call="P"][aria-pressed="true"]')).toHaveCount(0);
  await context.close();
});

test("very large cards are larger where there is room", FULL, async ({ browser, server }) => {
  const widths: number[] = [];
  for (const cardSize of ["normal", "large", "huge"]) {
    const { page, context } = await visitor(browser, server, { cardSize });
    await page.goto("/");
    await page.getByRole("button", { name: "Play now Bridge" }).click();
    await expect(hand(page)).toHaveCount(13);
    widths.push((await hand(page).first().boundingBox())!.width);
    await context.close();
  }
  const [normal, large, huge] = widths as [number, number, number];
  expect(large).toBeGreaterThanOrEqual(normal);
  expect(huge).toBeGreaterThan(normal * 1.1);
});
