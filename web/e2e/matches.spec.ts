// The player's matches: a finished match is listed with its figures, even after a reload and a restart. A
// rematch with a friend shows the tally. The data of a browser moves to another. With real cards: the chart
// of the totals, the big screen, and the statistics of all players.
import type { Page } from "@playwright/test";
import { expectAccessible, expectGoodOnPhone, expectNoSidewaysScroll } from "./accessibility";
import { expect, test, visitor } from "./server";
import { atTurn, awaitState, finishMatch, openTable, playOne } from "./table";
import { FULL } from "./tiers";

const click = (page: Page) => playOne(page, (target) => target.click());
const entries = (page: Page) => page.locator("[data-match]");
/** Returns the figure with this name. */
const figure = (page: Page, name: string) => page.locator("dl div", { hasText: name }).locator("dd");

/** Returns the result of a match, as the table shows it. */
async function endOf(page: Page): Promise<{ score: string; won: boolean; deals: number[][] }> {
  await expect(page.locator(".over .score b").first()).toBeVisible();
  if ((await page.locator(".over table").count()) > 0) await expect(page.locator(".over tbody tr").first()).toBeVisible();
  return page.locator(".over").evaluate((over) => {
    const points = (cells: NodeListOf<Element>) => [...cells].map((cell) => Number(cell.textContent!.replace("−", "-")));
    const rows = [...over.querySelectorAll("tbody tr:not(.bonus)")].map((row) => points(row.querySelectorAll("td")));
    const totals = over.querySelectorAll(".score b");
    return {
      score: [...totals].map((total) => total.textContent).join("–"),
      won: over.querySelector("h2")!.textContent!.startsWith("You have won"),
      // The only deal of a match is its score.
      deals: rows.length > 0 ? rows : [points(totals)],
    };
  });
}

test("a finished match stays in the list with its figures until it is forgotten", async ({ browser, ownServer: server }) => {
  const { page, context } = await visitor(browser, server);
  await page.goto("/");
  await page.getByRole("link", { name: "My matches" }).click();
  await expect(page.getByText("No finished matches yet.")).toBeVisible();
  await expectAccessible(page, "no matches yet");

  const table = await openTable(page, { target: 3 });
  // After a reload, the earlier scores are requested at the end.
  await awaitState(page, ["turn"]);
  await click(page);
  await page.reload();
  await finishMatch(page);
  const { score, won, deals } = await endOf(page);
  if (won) await expect(page.getByText("First match won: Scopa")).toBeVisible();
  await expectAccessible(page, "the end of a match");

  const mine = deals.map(([points]) => points!);
  for (const restart of [false, true]) {
    if (restart) {
      const { port } = server;
      await server.kill();
      await server.start(port);
    }
    await page.goto("/matches");
    await expect(entries(page)).toHaveCount(1);
    await expect(entries(page)).toContainText(score);
    await expect(entries(page)).toContainText(won ? "won" : "lost");
    await expect(figure(page, "Played")).toHaveText("1");
    await expect(figure(page, "Won")).toHaveText(won ? "1" : "0");
    await expect(figure(page, "Best deal")).toHaveText(String(Math.max(...mine)));
    await expect(figure(page, "Average deal")).toHaveText(String(Math.round((10 * mine.reduce((sum, points) => sum + points, 0)) / mine.length) / 10));
    // Each deal has scored cards, so the table covers all of them.
    await expect(page.getByText(mine.length === 1 ? "From 1 deal with a known score." : `From ${mine.length} deals with known scores.`)).toBeVisible();
    await expectAccessible(page, "one's own matches");
    await expectNoSidewaysScroll(page, "one's own matches");
  }
  await page.getByRole("link", { name: /^Replay/ }).click();
  // The replay adds its position to the address as soon as it is loaded.
  await page.waitForURL(`/replay/${table}*`);
  await page.goto("/matches");
  await page.getByRole("button", { name: /^Forget/ }).click();
  await expect(entries(page)).toHaveCount(1);
  await page.getByRole("button", { name: /^Really forget/ }).click();
  await expect(entries(page)).toHaveCount(0);
  await page.reload();
  await expect(page.getByText("No finished matches yet.")).toBeVisible();
  await context.close();
});

test("a finished match is found again after the store of the browser was lost", FULL, async ({ browser, server }) => {
  const { page, context } = await visitor(browser, server);
  await openTable(page, { target: 1 });
  await finishMatch(page);
  const { score } = await endOf(page);
  await page.goto("/");
  await page.evaluate(() => new Promise((done, failed) => {
    const deleting = indexedDB.deleteDatabase("parlour");
    deleting.onsuccess = done;
    deleting.onerror = failed;
  }));
  await page.goto("/matches");
  await expect(entries(page)).toContainText(score);
  // A match unknown to the server is listed from the browser's memory.
  await page.evaluate(() => localStorage.setItem("parlour.tables", JSON.stringify([{ table: "gone", game: "speed", opened: 0, seen: { others: ["Zoe"], score: [5, 3], turn: "over", actor: null } }])));
  await page.reload();
  await expect(page.getByRole("listitem").filter({ hasText: "with Zoe · 5–3" })).toBeVisible();
  await context.close();
});

test("a finished match is listed where the browser has no database", FULL, async ({ browser, server }) => {
  const { page, context } = await visitor(browser, server);
  await context.addInitScript(() => Object.defineProperty(window, "indexedDB", { value: { open: () => { throw new DOMException("no", "QuotaExceededError"); } } }));
  await openTable(page, { target: 1 });
  await finishMatch(page);
  const { score } = await endOf(page);
  await page.goto("/matches");
  await expect(entries(page)).toContainText(score);
  await context.close();
});

/** Anna and Bert sit at a table; Bert resigns. */
async function concede(winner: Page, loser: Page): Promise<void> {
  await atTurn(winner, loser);
  await loser.getByRole("button", { name: "Leave the match" }).click();
  await loser.getByRole("button", { name: "Give up" }).click();
  await loser.getByRole("button", { name: "Yes, give up" }).click();
  await expect(winner.getByRole("heading", { name: "You have won!" })).toBeVisible();
}

test("two friends see their tally, and the list starts a rematch", async ({ browser, server }) => {
  const anna = await visitor(browser, server);
  const bert = await visitor(browser, server, { name: "Bert" });
  const table = await openTable(anna.page, { invite: true });
  await bert.page.goto(`/table/${table}`);
  await bert.page.getByRole("button", { name: "Sit down and play" }).click();
  await concede(anna.page, bert.page);
  await anna.page.getByRole("button", { name: "Play again" }).click();
  await bert.page.getByRole("button", { name: "Play again" }).click();
  await concede(bert.page, anna.page);
  await expect(anna.page.getByText("You and Bert are level, 1–1.")).toBeVisible();
  await expect(bert.page.getByText("You and Anna are level, 1–1.")).toBeVisible();

  // From the list one tap is enough, and both come to the same table.
  await anna.page.goto("/matches");
  await expect(entries(anna.page).first()).toContainText("Together so far: 1–1");
  await entries(anna.page).first().getByRole("button", { name: /^Play again/ }).click();
  await anna.page.waitForURL(/\/table\//);
  await expect(bert.page.getByText("Anna would like to play again")).toBeVisible();
  await bert.page.goto("/matches");
  await entries(bert.page).first().getByRole("button", { name: /^Play again/ }).click();
  await bert.page.waitForURL(new URL(anna.page.url()).pathname);
  await concede(anna.page, bert.page);
  await expect(anna.page.getByText("You lead Bert 2–1.")).toBeVisible();
  await anna.page.goto("/matches");
  await expect(anna.page.getByRole("row", { name: /^Bert/ })).toHaveText(/Bert\s*3\s*2\s*1/);
  await anna.context.close();
  await bert.context.close();
});

test("matches move to another browser in a file, the identity only on request", async ({ browser, server }) => {
  const { page, context } = await visitor(browser, server);
  await openTable(page, { target: 1 });
  await finishMatch(page);
  const { score } = await endOf(page);
  const going = await openTable(page, { target: 3 });
  await awaitState(page, ["turn"]);
  const hand = await page.locator("[data-hand-card]").evaluateAll((cards: HTMLElement[]) => cards.map(({ dataset }) => dataset.handCard));
  await page.goto("/matches");
  await page.getByRole("button", { name: "Move to another device" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectAccessible(page, "taking it along");
  const save = async () => {
    const coming = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save as a file" }).click();
    return (await coming).path();
  };
  const plain = await save();
  await page.getByRole("checkbox", { name: /My identity/ }).check();
  await expect(page.getByText("Anyone with this file or code can see your cards").first()).toBeVisible();
  const secret = await save();
  await page.getByRole("button", { name: "Show the code" }).click();
  await expect(page.getByRole("img", { name: /^QR code/ })).toBeVisible();
  await expectAccessible(page, "the code");

  const other = await visitor(browser, server);
  await other.page.goto("/matches");
  await other.page.getByRole("button", { name: "Move to another device" }).click();
  const read = (file: string | { name: string; mimeType: string; buffer: Buffer }) => other.page.locator("input[type=file]").setInputFiles(file);
  await read({ name: "x.json", mimeType: "application/json", buffer: Buffer.from('{"format":"something-else"}') });
  await expect(other.page.getByRole("alert")).toHaveText("This is not a file from Parlour.");
  await read({ name: "x.json", mimeType: "application/json", buffer: Buffer.from('{"format":"parlour-browser/1","matches":[{"table":"x"}]}') });
  await expect(other.page.getByRole("alert")).toHaveText(/In the part “matches”, “1” is not valid/);
  await read(plain);
  await expect(other.page.getByRole("status").filter({ hasText: "Imported." })).toBeVisible();
  await read(plain);
  await other.page.keyboard.press("Escape");
  await expect(entries(other.page)).toHaveCount(1);
  await expect(entries(other.page)).toContainText(score);
  // The identity did not move, so the table in progress belongs to another guest.
  await other.page.goto(`/table/${going}`);
  await expect(other.page.getByText("You are watching this table.").first()).toBeVisible();

  await other.page.goto("/matches");
  await other.page.getByRole("button", { name: "Move to another device" }).click();
  await read(secret);
  await other.page.getByRole("button", { name: "Yes, become that guest" }).click();
  await expect(other.page.getByRole("link", { name: /^Continue\W+Scopa/ })).toBeVisible();
  await other.page.getByRole("link", { name: /^Continue\W+Scopa/ }).click();
  await awaitState(other.page, ["turn"]);
  expect(await other.page.locator("[data-hand-card]").evaluateAll((cards: HTMLElement[]) => cards.map(({ dataset }) => dataset.handCard))).toEqual(hand);
  await context.close();
  await other.context.close();
});

test("a link makes another device the same guest after a yes", FULL, async ({ browser, server }) => {
  const { page, context } = await visitor(browser, server);
  await page.goto("/");
  const token = await page.evaluate(() => localStorage.getItem("parlour.token") ?? "");
  const other = await visitor(browser, server);
  await other.page.goto("/");
  await other.page.goto(`/matches#guest=${"g".repeat(43)}&scopa=abc`);
  await expect(other.page.getByRole("heading", { name: "Become the same guest here?" })).toBeVisible();
  await expectAccessible(other.page, "being the same guest");
  await other.page.getByRole("button", { name: "No, keep my guest" }).click();
  await expect(other.page.getByRole("heading", { name: "Become the same guest here?" })).toBeHidden();
  expect(await other.page.evaluate(() => localStorage.getItem("parlour.token"))).not.toBe("g".repeat(43));
  await other.page.goto(`/matches#guest=${token.length === 43 ? token : "g".repeat(43)}`);
  await other.page.getByRole("button", { name: "Yes, become that guest" }).click();
  await expect(other.page).toHaveURL(/\/matches$/);
  await context.close();
  await other.context.close();
});

test("a list of three hundred matches is usable on a phone", FULL, async ({ browser, server }) => {
  const { page, context } = await visitor(browser, server, {}, { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true });
  await page.goto("/matches");
  await page.getByRole("button", { name: "Move to another device" }).click();
  const matches = Array.from({ length: 300 }, (_, place) => {
    const won = place % 3 !== 0;
    return {
      table: `M${place}`, game: ["scopa", "gin-rummy", "bridge"][place % 3], preset: "classic", over: Date.UTC(2026, 0, 1) + place * 3_600_000, seat: 0,
      players: [{ name: "Anna", bot: null }, place % 2 === 0 ? { name: "Bert", bot: null } : { name: "Carla", bot: "strong" }],
      sides: [0, 1], totals: won ? [11, 8] : [4, 11], winners: [won ? 0 : 1], ended: null, series: `M${place}`, next: null,
      deals: [{ points: [3, 1], lines: [{ category: "cards", amounts: [21, 19], points: [1, 0] }] }], bonuses: [],
    };
  });
  await page.locator("input[type=file]").setInputFiles({ name: "many.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify({ format: "parlour-browser/1", matches })) });
  await page.keyboard.press("Escape");
  await expect(entries(page)).toHaveCount(20);
  await expect(figure(page, "Played")).toHaveText("300");
  await expect(page.getByText("A hundred matches played")).toBeVisible();
  await expectGoodOnPhone(page, "three hundred matches");
  await page.getByLabel("Game").selectOption({ label: "Gin Rummy" });
  await expect(figure(page, "Played")).toHaveText("100");
  await page.getByRole("button", { name: "Show more" }).click();
  await expect(entries(page)).toHaveCount(40);
  await context.close();
});

/** Enters a hand of Scopa that Anna wins with this number of sweeps. */
async function writeHand(page: Page, sweeps: number): Promise<void> {
  for (const [field, figure] of [["Cards", 22], ["Coins", 6], ["Scope", sweeps]] as const) await page.getByRole("textbox", { name: `${field}: Anna`, exact: true }).fill(String(figure));
  for (const group of ["Who has the seven of coins", "Who has the primiera"]) await page.getByRole("group", { name: group, exact: true }).getByRole("button", { name: "Anna", exact: true }).click();
  await page.getByRole("button", { name: "Write it down" }).click();
}

test("a shared score pad on a big screen, with its chart and the players", FULL, async ({ browser, server }) => {
  const { page, context } = await visitor(browser, server, {}, { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true });
  await page.goto("/pads");
  await page.getByRole("link", { name: "New score pad" }).click();
  await page.getByRole("radio", { name: "Scopa", exact: true }).check({ force: true });
  await page.getByRole("radio", { name: "2", exact: true }).check({ force: true });
  for (const [seat, name] of ["Anna", "Bruno"].entries()) await page.getByRole("textbox", { name: `Player ${seat + 1}`, exact: true }).or(page.getByRole("combobox", { name: `Player ${seat + 1}`, exact: true })).fill(name);
  await page.getByRole("button", { name: "Begin" }).click();
  await writeHand(page, 1);
  await expect(page.getByRole("heading", { name: /^Hand 2/ })).toBeVisible();
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await page.getByRole("button", { name: "Make a link" }).click();
  await expect(page.getByRole("img", { name: "The same link as a QR code" })).toBeVisible();
  await expectAccessible(page, "sharing a pad");
  const link = await page.getByLabel("Link to the pad").inputValue();
  await page.keyboard.press("Escape");

  // A television opens the link, and follows the entries of the phone.
  const television = await visitor(browser, server, {}, { viewport: { width: 1920, height: 1080 } });
  await television.page.goto(`${link}/screen`);
  const totals = television.page.locator("main li .total");
  await expect(totals).toHaveText(["5", "0"]);
  await writeHand(page, 0);
  await expect(totals).toHaveText(["9", "0"]);
  const ran = "How the totals ran over 2 hands. Anna: 0, 5, 9 and Bruno: 0, 0, 0.";
  await expect(television.page.getByRole("img", { name: ran })).toBeVisible();
  await expect(page.getByRole("img", { name: ran })).toBeVisible();
  await expectAccessible(television.page, "the big screen");
  await expectGoodOnPhone(page, "a pad with its chart");
  // Nothing is cut on any screen: each total lies within its field.
  for (const [width, height] of [[1920, 1080], [2560, 1440], [1366, 768], [768, 1024], [360, 640], [640, 360]] as const) {
    await television.page.setViewportSize({ width, height });
    const cut = await television.page.locator("main li").evaluateAll((fields) => fields.filter((field) => field.scrollHeight > field.clientHeight + 1 || field.scrollWidth > field.clientWidth + 1).length);
    expect(cut, `${width}×${height}`).toBe(0);
    await expectNoSidewaysScroll(television.page, `the big screen at ${width}×${height}`);
  }
  await writeHand(page, 0);
  await expect(page.getByRole("heading", { name: /^Anna wins/ })).toBeVisible();
  await expect(television.page.locator("main li").first()).toContainText("won");

  await page.goto("/pads");
  await page.getByRole("link", { name: "Player statistics" }).click();
  await expect(page.getByRole("row", { name: /^Anna/ })).toHaveText(/Anna\s*1\s*1\s*1\s*(100%)?\s*13/);
  await expect(page.getByRole("row", { name: /^Bruno/ })).toHaveText(/Bruno\s*1\s*1\s*0\s*0%\s*0/);
  await expectGoodOnPhone(page, "player statistics");
  // Earlier players are suggested; removed ones are not.
  await page.getByRole("button", { name: "Remove Bruno" }).click();
  await page.getByRole("button", { name: "Really remove? Bruno" }).click();
  await page.goto("/pads");
  await page.getByRole("link", { name: "New score pad" }).click();
  await expect(page.getByRole("group", { name: "People written before: tap who plays" }).getByRole("button")).toHaveText(["Anna"]);
  await context.close();
  await television.context.close();
});
