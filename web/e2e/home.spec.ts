// Home: the offer to a first visitor, a table with a friend, and how much of it a phone shows.
import type { Response } from "@playwright/test";
import { expectAccessible, expectNoSidewaysScroll } from "./accessibility";
import { openBegun, withRest } from "./begun";
import { expect, test, visitor } from "./server";
import { atTurn, drawn } from "./table";

const PHONE = { viewport: { width: 390, height: 844 } };

test("a table with a friend: one tap, the game, and there is a link and a code", async ({ browser, server }) => {
  const anna = await visitor(browser, server, {}, PHONE);
  const bert = await visitor(browser, server, { name: "Bert" });
  // At the server's own machine, the page shows the address for other devices.
  await anna.page.route("**/api/lan-address", (route) => route.fulfill({ json: { address: "http://192.168.1.5:4880" } }));
  await anna.page.goto("/");
  await anna.page.getByRole("button", { name: "With a friend" }).click();
  const dialog = anna.page.getByRole("dialog", { name: "Play with a friend" });
  await expectAccessible(anna.page, "the games for a friend");
  await dialog.getByRole("button", { name: /^Gin Rummy/ }).click();
  await expect(anna.page.getByRole("img", { name: "QR code to join this table" })).toBeVisible();
  await expectNoSidewaysScroll(anna.page, "waiting room");
  const link = new URL(await anna.page.getByLabel("Invitation link").inputValue());
  await bert.page.goto(link.pathname);
  await bert.page.getByRole("button", { name: "Sit down and play" }).click();
  await atTurn(anna.page, bert.page);
  // The game played last comes first.
  await anna.page.goto("/");
  await anna.page.getByRole("button", { name: "With a friend" }).click();
  await expect(dialog.getByRole("listitem").first()).toContainText("Gin Rummy");
});

test("the first table of a game offers its lesson, and the second does not", async ({ browser, server }) => {
  const { page } = await visitor(browser, server, {}, PHONE);
  await page.goto("/");
  await page.getByRole("button", { name: "Play now Scopa" }).click();
  const offer = page.getByRole("link", { name: /Take the .* lesson$/ });
  await expect(offer).toBeVisible();
  await expectAccessible(page, "a first table");
  await offer.click();
  await expect(page.getByRole("region", { name: "What to do" })).toBeVisible();
  await page.goto("/");
  await page.getByRole("button", { name: "Players and rules Scopa" }).click();
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await atTurn(page);
  await expect(offer).toHaveCount(0);
});

test("a first table with bots loads no waiting room, and Chromium compiles its scripts while they load", async ({ browser, server }) => {
  const { page } = await visitor(browser, server);
  const files: Response[] = [];
  page.on("response", (response) => files.push(response));
  await page.goto("/");
  await page.getByRole("button", { name: "Play now Scopa" }).click();
  await atTurn(page);
  const scripts = (part: string) => files.filter((file) => new RegExp(`/${part}-[^/]+\\.js$`).test(file.url()));
  expect(scripts("WaitingRoom")).toEqual([]);
  for (const part of ["home", "table", "en"]) expect(await scripts(part)[0]!.text(), part).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/);
});

test("a deal that is thrown in does not end the offer of a lesson", async ({ browser, server }) => {
  const { page } = await visitor(browser, server, {}, PHONE);
  // With three kings on the table the cards are dealt again.
  const table = await openBegun(page, { game: "scopa", options: { preset: "classic" }, deck: withRest("7d Jc 2h Jd Qs Jh Kc Kd Kh 6s") });
  await page.evaluate((table) => sessionStorage.setItem("parlour.offer", table), table);
  await page.reload();
  await atTurn(page);
  await expect(page.locator("header h1")).toContainText("Deal 2");
  await expect(page.getByRole("link", { name: /Take the .* lesson$/ })).toBeVisible();
});

for (const viewport of [{ width: 390, height: 844 }, { width: 360, height: 640 }]) {
  test(`four games are whole on Home at ${viewport.width}×${viewport.height}`, async ({ browser, server }) => {
    const { page } = await visitor(browser, server, {}, { viewport });
    await page.goto("/");
    const play = page.getByRole("button", { name: /^Play now/ });
    await expect(play).toHaveCount(8);
    for (let n = 0; n < 4; n += 1) await expect(play.nth(n)).toBeInViewport({ ratio: 1 });
    await expect(page.getByText("no account")).toBeInViewport();
    await expect(page.getByText("works offline")).toBeInViewport({ ratio: 1 });
    await expectNoSidewaysScroll(page, "home");
  });
}

for (const language of ["en", "it"]) {
  test(`no tile of Home is cut on a small phone, and the largest screen has two even rows, ${language}`, async ({ browser, server }) => {
    const { page } = await visitor(browser, server, { language }, { viewport: { width: 360, height: 640 } });
    await page.goto("/");
    await expect(page.locator(".tile .now")).toHaveCount(8);
    // Sharks has cards of its own.
    await expect(page.locator(".fan .sample")).toHaveCount(3);
    const cut = await page.locator(".tile").evaluateAll((tiles) => tiles.flatMap((tile) => [...tile.querySelectorAll(".about *:not(.unseen)")].filter((part) => part.getBoundingClientRect().right > tile.getBoundingClientRect().right || part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).whiteSpace === "nowrap").map((part) => part.textContent)));
    expect(cut).toEqual([]);
    await page.setViewportSize({ width: 2560, height: 1440 });
    await drawn(page);
    const tiles = await page.locator(".tile").evaluateAll((all) => all.map((tile) => { const { top, height } = tile.getBoundingClientRect(); return { top: Math.round(top), height: Math.round(height) }; }));
    expect(tiles).toEqual(tiles.map((_, place) => tiles[place < 4 ? 0 : 4]));
    expect(tiles[4]!.top).toBeGreaterThan(tiles[0]!.top);
  });
}

test("the form of a new table keeps the name of its game in sight", async ({ browser, server }) => {
  const { page } = await visitor(browser, server, {}, PHONE);
  await page.goto("/");
  await page.getByRole("button", { name: "Players and rules Scopa" }).click();
  const form = page.getByRole("region", { name: "Scopa" }).locator("form");
  await form.getByRole("button", { name: "The rules of Scopa" }).scrollIntoViewIfNeeded();
  await expect(form.locator(".game")).toBeInViewport({ ratio: 1 });
  await expect(form.locator(".game")).toContainText("Scopa");
  // Beginners read no numbers of rules.
  await expect(form.locator(".option")).not.toHaveCount(0);
  await expect(form).not.toContainText(/SC-[A-Z]\d/);
});

test("where the browser can install the page, Home offers it", async ({ browser, server }) => {
  const { page } = await visitor(browser, server, {}, PHONE);
  await page.goto("/");
  const install = page.getByRole("button", { name: "Install" });
  await expect(page.getByRole("button", { name: "Play now Scopa" })).toBeVisible();
  await expect(install).toHaveCount(0);
  await page.evaluate(() => {
    dispatchEvent(Object.assign(new Event("beforeinstallprompt"), { prompt: () => { document.title = "asked"; return Promise.resolve(); } }));
  });
  await install.click();
  await expect(page).toHaveTitle("asked");
  await expect(install).toHaveCount(0);
});
