// Tables in the browser: without the server, every game is played to the end of a match, and the shown state
// survives a killed tab.
import type { Browser, Page } from "@playwright/test";
import { awaitState, playOne } from "./table";
import { allIsCached, expect, test, visitor, type Server } from "./server";
import { FULL } from "./tiers";

/** Opens a page whose server is gone. */
async function alone(browser: Browser, server: Server) {
  const { page, context } = await visitor(browser, server, {}, { serviceWorkers: "allow" });
  await page.goto("/");
  await allIsCached(page);
  await server.kill();
  await page.reload();
  return { page, context };
}

const shown = (page: Page) =>
  page.evaluate(() => ({
    hand: [...document.querySelectorAll<HTMLElement>("[data-hand-card]")].map((card) => card.dataset.handCard).sort(),
    table: [...document.querySelectorAll<HTMLElement>("[data-table-card]")].map((card) => card.dataset.tableCard).sort(),
  }));

test("without the server, a match goes on in another tab after a crash", async ({ browser, ownServer: server }) => {
  const { page, context } = await alone(browser, server);
  await page.getByRole("button", { name: "Play now Scopa" }).click();
  await page.waitForURL(/\/table\/local-/);
  const click = (target: ReturnType<Page["locator"]>) => target.click();
  for (let turn = 0; turn < 4; turn += 1) {
    await awaitState(page, ["turn"]);
    await playOne(page, click);
  }
  await awaitState(page, ["turn"]);
  const before = await shown(page);
  const address = page.url();
  // The tab crashes, with all its workers, in the middle of its work.
  const crashed = page.waitForEvent("crash");
  void (await context.newCDPSession(page)).send("Page.crash").catch(() => undefined);
  await crashed;

  const again = await context.newPage();
  await again.goto("/");
  await again.getByRole("link", { name: /Scopa/ }).first().click();
  await again.waitForURL(address);
  await awaitState(again, ["turn"]);
  expect(await shown(again)).toEqual(before);
  await playOne(again, click);
  await expect(again.getByText("Reconnecting")).toHaveCount(0);
  await context.close();
});

test("without the server, two tabs at one table show the same", FULL, async ({ browser, ownServer: server }) => {
  const { page, context } = await alone(browser, server);
  await page.getByRole("button", { name: "Play now Scopa" }).click();
  await page.waitForURL(/\/table\/local-/);
  const other = await context.newPage();
  await other.goto(page.url());
  const click = (target: ReturnType<Page["locator"]>) => target.click();
  for (const turn of [page, other, page, other]) {
    await Promise.all([page, other].map((tab) => awaitState(tab, ["turn"])));
    // One of them may still show the turn before.
    await expect(async () => expect(await shown(page)).toEqual(await shown(other))).toPass();
    await playOne(turn, click);
  }
  await context.close();
});

test("without the server, tables unused for a year are deleted", FULL, async ({ browser, ownServer: server }) => {
  const { page, context } = await alone(browser, server);
  const open = async () => {
    await page.getByRole("button", { name: "Play now Scopa" }).click();
    await page.waitForURL(/\/table\/local-/);
    await awaitState(page, ["turn"]);
    const { pathname } = new URL(page.url());
    await page.getByRole("link", { name: "Home" }).click();
    // While Home lists the table, it offers to continue it.
    await page.getByRole("button", { name: "Remove this Scopa table from the list" }).click();
    return pathname.split("/").at(-1)!;
  };
  const [old, young] = [await open(), await open()];
  const kept = () =>
    page.evaluate(async (old) => {
      const database = await new Promise<IDBDatabase>((found) => (indexedDB.open("parlour-tables").onsuccess = ({ target }) => found((target as IDBOpenDBRequest).result)));
      const used = database.transaction(["used", "lines"], "readwrite");
      used.objectStore("used").put(Date.now() - 366 * 24 * 60 * 60 * 1000, old);
      const lines = await new Promise<string[]>((found) => (used.objectStore("lines").getAllKeys().onsuccess = ({ target }) => found((target as IDBRequest<[string, number][]>).result.map(([table]) => table))));
      database.close();
      return [...new Set(lines)];
    }, old);
  expect((await kept()).sort()).toEqual([old, young].sort());
  const last = await open();
  await expect.poll(async () => (await kept()).sort()).toEqual([young, last].sort());
  await context.close();
});

test("without the server, invitations fail with a reason and hints work", FULL, async ({ browser, ownServer: server }) => {
  const { page, context } = await alone(browser, server);
  await page.getByRole("button", { name: "Players and rules Scopa" }).click();
  await page.getByRole("button", { name: "Invite a friend" }).click();
  await page.getByRole("button", { name: "Open the table" }).click();
  await expect(page.getByText("You are offline")).toBeVisible();
  await page.getByRole("button", { name: "Only bots" }).click();
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.waitForURL(/\/table\/local-/);
  await awaitState(page, ["turn"]);
  await page.getByRole("button", { name: "Hint" }).click();
  await expect(page.getByRole("dialog")).toContainText("Expected lead");
  await context.close();
});

test("a match begun without the server moves to it, and a friend replaces the bot", async ({ browser, ownServer: server }) => {
  const { port } = server;
  const { page, context } = await alone(browser, server);
  await page.getByRole("button", { name: "Play now Scopa" }).click();
  await page.waitForURL(/\/table\/local-/);
  const click = (target: ReturnType<Page["locator"]>) => target.click();
  for (let turn = 0; turn < 2; turn += 1) {
    await awaitState(page, ["turn"]);
    await playOne(page, click);
  }
  await awaitState(page, ["turn"]);
  const before = await shown(page);
  const local = page.url();
  const invite = async () => {
    await page.getByRole("button", { name: "Leave the match" }).click();
    await page.getByRole("button", { name: /^Invite a friend in place of/ }).click();
  };
  await invite();
  await expect(page.getByRole("dialog").getByRole("alert")).toBeVisible();
  await page.keyboard.press("Escape");
  expect(await shown(page)).toEqual(before);

  await server.start(port);
  await invite();
  await page.waitForURL(/\/table\/(?!local-)/);
  await expect(page.getByText("This match began in a browser")).toBeVisible();
  const { page: friend, context: theirs } = await visitor(browser, server, { name: "Bea" });
  await friend.goto(page.url());
  await expect(friend.getByText("This match began in a browser")).toBeVisible();
  await friend.getByRole("button", { name: "Sit down" }).click();
  await awaitState(page, ["turn"]);
  expect(await shown(page)).toEqual(before);
  await playOne(page, click);
  await awaitState(friend, ["turn"]);
  await playOne(friend, click);
  await awaitState(page, ["turn"]);
  // The local table is gone, so the match exists only once.
  await page.goto(local);
  await expect(page.getByRole("heading", { name: "There is no such table" })).toBeVisible();
  await context.close();
  await theirs.close();
});
