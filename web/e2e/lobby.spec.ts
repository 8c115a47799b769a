// The lobby on Home: strangers are paired and play, and Home with 0, 1, 3 and 40 players.
import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import type { Browser, Page } from "@playwright/test";
import { DESKTOP, PHONE } from "./accounts";
import { expectAccessible, expectNoFaults, expectNoSidewaysScroll } from "./accessibility";
import { HOST } from "./browsers";
import { expect, test, visitor, type Server } from "./server";
import { atTurn, awaitState, continueByMouse, playOne } from "./table";
import { FULL } from "./tiers";

const area = (page: Page) => page.getByRole("region", { name: "Play with people" });

/** Connects players from a page without content. Some of them look for others in a pool. */
async function crowd(browser: Browser, server: Server, size: number, seeks: readonly string[] = []): Promise<() => Promise<void>> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${server.address}/api/health`);
  const tokens = Array.from({ length: size }, () => randomBytes(32).toString("base64url"));
  await page.evaluate(([tokens, seeks]) => Promise.all(tokens.map((token, index) => new Promise<void>((done) => {
    const socket = new WebSocket(`ws://${location.host}/ws`);
    socket.onopen = () => socket.send(JSON.stringify({ type: "hello", token, protocol: 3 }));
    socket.onmessage = () => {
      const pool = seeks[index];
      if (pool !== undefined) socket.send(JSON.stringify({ type: "seek", id: "a", pool, name: `Guest ${index}` }));
      socket.onmessage = null;
      done();
    };
  }))), [tokens, seeks] as const);
  return () => context.close();
}

test("two strangers press Play for the same pool, are paired and play", async ({ browser, server }) => {
  const anna = await visitor(browser, server, { name: "Anna" }, PHONE);
  const bert = await visitor(browser, server, { name: "Bert" }, DESKTOP);
  await anna.page.goto("/");
  await expect(anna.page.getByRole("button", { name: /^Play now/ })).toHaveCount(8);
  // On the computer of the server, a player alone sees no lobby.
  await expect(area(anna.page)).toHaveCount(0);
  await bert.page.goto("/");
  await expect(area(anna.page)).toContainText("2 here");
  await area(anna.page).getByRole("button", { name: /^Play Scopa · 2 players/ }).click();
  const sheet = anna.page.getByRole("dialog", { name: "Looking for players" });
  await expect(sheet).toContainText("You are the first.");
  await expect(sheet.getByRole("button", { name: "Bots now" })).toBeDisabled();
  await expect(anna.page).toHaveTitle("Looking for players… Scopa");
  await expect(area(bert.page)).toContainText("Waiting: Scopa 1");
  await area(bert.page).getByRole("button", { name: /^Play Scopa · 2 players/ }).click();
  for (const { page } of [anna, bert]) await page.waitForURL(/\/table\//);
  expect(new URL(anna.page.url()).pathname).toBe(new URL(bert.page.url()).pathname);
  const first = await atTurn(anna.page, bert.page);
  await playOne(first, (target) => target.click());
  const second = await atTurn(first === anna.page ? bert.page : anna.page);
  await playOne(second, (target) => target.click());
});

const CROWDS: readonly (readonly [others: number, seeks: string[], told: string])[] = [
  [0, [], "Nobody else is here."],
  [1, [], "Nobody is waiting yet."],
  [3, ["bridge-4-quick"], "Waiting: Bridge 1"],
  [40, [...Array<string>(3).fill("bridge-4-quick"), ...Array<string>(3).fill("scopa-4-normal"), "cassino-2-quick", "thirty-one-5-quick", "thirty-one-5-quick"], "Waiting: Scopa 3 · Bridge 3 · Thirty-One 2 · Cassino 1"],
];

/** PE-T17 */
for (const [others, seeks, told] of CROWDS) {
  for (const screen of [PHONE, DESKTOP]) {
    test(`with ${others} others at ${screen.viewport.width} pixels, Home says what to do and nothing moves`, others === 3 ? {} : FULL, async ({ browser, ownServer }) => {
      const leave = await crowd(browser, ownServer, others, seeks);
      const { page } = await visitor(browser, ownServer, {}, screen);
      await page.goto(`http://${HOST}:${ownServer.port}/`);
      await expect(area(page)).toContainText(told);
      await expect(area(page)).toContainText(`${others + 1} here`);
      await expect(area(page).locator(".first")).toHaveCount(1);
      await expectNoSidewaysScroll(page, "the lobby");
      if (others === 3) await expectNoFaults(page, "the lobby");
      else await expectAccessible(page, "the lobby");
      const tops = () => page.evaluate(() => [...document.querySelectorAll(".lobby button:not(.join), .tile")].map((one) => [one.getBoundingClientRect().top, one.getBoundingClientRect().width]));
      const before = await tops();
      const more = await crowd(browser, ownServer, 2, ["gin-rummy-2-quick", "sharks-4-quick"]);
      await expect(area(page)).toContainText(`${others + 3} here`);
      expect(await tops()).toEqual(before);
      await area(page).locator(".first").click();
      const sheet = page.getByRole("dialog", { name: "Looking for players" });
      await expect(sheet.locator(".first")).toHaveCount(1);
      await expectNoSidewaysScroll(page, "the search");
      await expectAccessible(page, "the search");
      await sheet.getByRole("button", { name: "Cancel" }).click();
      await expect(sheet).toHaveCount(0);
      await expect(page).toHaveTitle("Parlour: card games");
      await more();
      await leave();
    });
  }
}

/** PE-T8 */
test("a stranger finds a match with bots in the lobby, and plays for a bot from the next deal", async ({ browser, ownServer }, info) => {
  const home = `http://${HOST}:${ownServer.port}/`;
  const anna = (await visitor(browser, ownServer, { name: "Anna" }, DESKTOP)).page;
  const bert = (await visitor(browser, ownServer, { name: "Bert" }, PHONE)).page;
  const picture = async (page: Page, name: string) => writeFileSync(info.outputPath(`${name}.png`), await page.screenshot());
  await anna.goto(home);
  await area(anna).getByRole("button", { name: /^Play Scopa · 2 players/ }).click();
  const sheet = anna.getByRole("dialog", { name: "Looking for players" });
  await sheet.getByRole("button", { name: "Bots now" }).click();
  await atTurn(anna);
  const tops = () => bert.evaluate(() => [...document.querySelectorAll(".lobby button:not(.join), .tile")].map((one) => one.getBoundingClientRect().top));
  const join = area(bert).getByRole("button", { name: "1 match to join" });
  await bert.goto(home);
  await expect(join).toBeVisible();
  const withMatch = await tops();
  // The match is listed while Anna is at her table. Nothing moves.
  await anna.goto(home);
  await expect(join).toHaveCount(0);
  expect(await tops()).toEqual(withMatch);
  await anna.goBack();
  await expect(join).toBeVisible();
  await expectNoSidewaysScroll(bert, "the lobby with a match to join");
  await picture(bert, "lobby");
  await join.click();
  const list = bert.getByRole("dialog", { name: "Matches to join" });
  await expectAccessible(bert, "the matches to join");
  await picture(bert, "join");
  await list.getByRole("link", { name: "Scopa Anna 1 of 2 players" }).click();
  await bert.waitForURL(/\/table\//);
  await bert.getByRole("button", { name: "Take this chair" }).click();
  await expect(bert.getByText("You play from the next deal.")).toBeVisible();
  await expectNoFaults(bert, "a chair to take");
  await picture(bert, "chair");
  // Anna plays her deal to its end. Bert has the bot's chair before she goes on.
  while ((await awaitState(anna, ["turn", "counting"])) === "turn") await playOne(anna, (target) => target.click());
  await expect(bert.locator(".counting footer .first")).toBeVisible();
  await expect(bert.getByText("You play from the next deal.")).toHaveCount(0);
  for (const page of [anna, bert]) await continueByMouse(page);
  const first = await atTurn(anna, bert);
  await playOne(first, (target) => target.click());
  const second = await atTurn(first === anna ? bert : anna);
  await playOne(second, (target) => target.click());
  await picture(bert, "seated");
});

test("a player alone gets bots at once, and the space of the lobby is kept free on the next visit", async ({ browser, ownServer }) => {
  const { page } = await visitor(browser, ownServer, {}, PHONE);
  await page.goto(`http://${HOST}:${ownServer.port}/`);
  await area(page).getByRole("button", { name: /^Gin Rummy/ }).click();
  await page.getByRole("dialog", { name: "Looking for players" }).getByRole("button", { name: "Bots now" }).click();
  await page.waitForURL(/\/table\//);
  await atTurn(page);
  // The next visit finds the space free before the lobby is loaded.
  const height = (): Promise<number> => page.evaluate(() => document.querySelector<HTMLElement>(".tiles")!.getBoundingClientRect().top);
  await page.goto(`http://${HOST}:${ownServer.port}/`);
  await expect(area(page)).toBeVisible();
  const shown = await height();
  let release = (): void => undefined;
  await page.routeWebSocket("**/ws", (socket) => void (release = () => socket.connectToServer()));
  await page.reload();
  await expect(page.getByRole("button", { name: /^(Play now|Continue)/ })).not.toHaveCount(0);
  expect(await height()).toBe(shown);
  release();
});

test.describe("without people", () => {
  test.use({ serverOptions: { flags: ["--people", "off"] } });
  /** PE-T18 */
  test("Home has no lobby", async ({ browser, ownServer }) => {
    const leave = await crowd(browser, ownServer, 3);
    const { page } = await visitor(browser, ownServer);
    const answered = page.waitForEvent("websocket").then((socket) => socket.waitForEvent("close"));
    await page.goto(`http://${HOST}:${ownServer.port}/`);
    await answered;
    await expect(area(page)).toHaveCount(0);
    await leave();
  });
});
