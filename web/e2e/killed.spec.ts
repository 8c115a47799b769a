// kill -9 of the server during a deal. After a restart on the same data and port, the match is finished.
import { expect, test, visitor } from "./server";
import { awaitState, continueByMouse, finishMatch, hand, openTable, playMatch, playOne } from "./table";
import { FULL } from "./tiers";

test("a match goes on after the server was killed during a deal", async ({ ownServer: server, browser }) => {
  const { page } = await visitor(browser, server);
  const table = await openTable(page);
  const click = (target: ReturnType<typeof page.locator>) => target.click();
  for (let turn = 0; turn < 4; turn += 1) {
    await awaitState(page, ["turn"]);
    await playOne(page, click);
  }
  await awaitState(page, ["turn"]);
  const shown = () => page.evaluate(() => ({
    hand: [...document.querySelectorAll<HTMLElement>("[data-hand-card]")].map((card) => card.dataset.handCard).sort(),
    table: [...document.querySelectorAll<HTMLElement>("[data-table-card]")].map((card) => card.dataset.tableCard).sort(),
  }));
  const before = await shown();
  const { port } = server;
  await server.kill();
  await expect(page.getByText("Reconnecting")).toBeVisible();
  expect(await shown()).toEqual(before);
  // An action made meanwhile is sent when the server is back.
  const card = before.hand[0]!;
  await page.locator(`[data-hand-card="${card}"]`).click();
  await server.start(port);
  await expect(page.getByText("Reconnecting")).toHaveCount(0);
  expect(await shown()).toEqual(before);
  await expect(hand(page)).toHaveCount(before.hand.length);
  await finishMatch(page);
  await expect(page.locator(".over h2")).toHaveText(/won/);
  expect(page.url()).toContain(table);

  const record = await (await page.request.get(`/api/tables/${table}/record`)).json();
  const { actions } = (record.deals as { actions: string[] }[]).find((deal) => deal.actions.length > 0)!;
  expect(actions).toHaveLength(36);
  expect(new Set(actions.map((action) => action.split(" ")[1])).size).toBe(36);
});

test("a match ends although the server is killed in every deal", FULL, async ({ ownServer: server, browser }) => {
  const { page } = await visitor(browser, server);
  await openTable(page, { target: 2 });
  const { port } = server;
  let turns = 0;
  await playMatch(page, async () => {
    turns += 1;
    await playOne(page, (target) => target.click());
    if (turns % 9 === 0) {
      await server.kill();
      await server.start(port);
    }
  }, continueByMouse);
  await expect(page.locator(".over h2")).toHaveText(/won/);
});
