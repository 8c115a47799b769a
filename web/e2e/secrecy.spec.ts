// Two browsers play a match by invitation. Every message each of them receives is checked: no card comes too
// early.
import { expect, test, visitor } from "./server";
import { awaitState, firstOf, openTable, playOne, state } from "./table";
import type { Page } from "@playwright/test";

/** Records everything a page receives, including HTTP answers of the API, in order. */
function overhear(page: Page): string[] {
  const heard: string[] = [];
  page.on("websocket", (socket) => socket.on("framereceived", ({ payload }) => heard.push(payload.toString())));
  page.on("response", (response) => {
    if (response.url().includes("/api/") && !response.url().endsWith("/api/games")) void response.text().then((text) => heard.push(text)).catch(() => undefined);
  });
  return heard;
}

/** Returns when each card may first be known to a seat: the number of actions before it. */
function firstSight(record: { deals: { deck: string; actions: string[] }[]; seats: number; dealer: number }, seat: number): Map<string, number>[] {
  let dealer = record.dealer;
  return record.deals.map(({ deck, actions }) => {
    const cards = deck.split(" ");
    const order = Array.from({ length: record.seats }, (_, index) => (dealer + 1 + index) % record.seats);
    const seen = new Map<string, number>();
    let next = 0;
    for (let packet = 0; next < cards.length; packet += 1) {
      for (let round = 0; round < 3; round += 1) {
        for (const to of order) {
          const card = cards[next++]!;
          if (to === seat) seen.set(card, packet * 3 * record.seats);
        }
      }
      if (packet === 0) for (let laid = 0; laid < 4; laid += 1) seen.set(cards[next++]!, 0);
    }
    actions.forEach((action, index) => {
      const card = action.split(" ")[1]!;
      if (!seen.has(card)) seen.set(card, index + 1);
    });
    // After a deal that was thrown in, the same dealer deals again.
    if (actions.length > 0) dealer = (dealer + 1) % record.seats;
    return seen;
  });
}

test("two browsers play a match, and neither receives a card too early", async ({ server, browser }) => {
  const anna = await visitor(browser, server, { name: "Anna" });
  const bruno = await visitor(browser, server, { name: "Bruno" });
  const heard = [overhear(anna.page), overhear(bruno.page)];
  const table = await openTable(anna.page, { invite: true, target: 2 });
  const link = await anna.page.getByLabel("Invitation link").inputValue();
  expect(link).toBe(`${server.address}/table/${table}`);
  await bruno.page.goto(link);
  await bruno.page.getByRole("button", { name: "Sit down and play" }).click();
  await expect(bruno.page.locator("[data-hand-card]")).toHaveCount(3);
  await expect(anna.page.locator("[data-hand-card]")).toHaveCount(3);

  const pages = [anna.page, bruno.page];
  let turns = 0;
  let over = false;
  while (!over) {
    for (const page of pages) {
      const now = await state(page);
      if (now === "over") over = true;
      // The button may disappear at any moment, so it is pressed without waiting.
      else if (now === "counting") await page.evaluate(() => document.querySelector<HTMLElement>(".counting footer .first")?.click());
      else if (now === "turn") {
        await playOne(page, (target) => target.dispatchEvent("click"));
        turns += 1;
        if (turns === 7) {
          // Bruno goes away during the deal and comes back: once by reloading, once by losing the network.
          await bruno.page.reload();
          await expect(bruno.page.locator("[data-hand-card]").first()).toBeVisible();
        }
        if (turns === 13) {
          await bruno.context.setOffline(true);
          await expect(bruno.page.reload()).rejects.toThrow(/DISCONNECTED|offline/i);
          await bruno.context.setOffline(false);
          await bruno.page.goto(link);
          await expect(bruno.page.locator("[data-hand-card]").first()).toBeVisible();
        }
      }
    }
    if (!over) await firstOf(pages, ["turn", "counting", "over"]);
  }

  const record = await (await anna.page.request.get(`/api/tables/${table}/record`)).json();
  for (const seat of [0, 1]) {
    const seen = firstSight(record, seat);
    const snapshots = heard[seat]!.map((text) => JSON.parse(text)).filter((notice) => notice.snapshot?.view);
    expect(snapshots.length).toBeGreaterThan(36);
    for (const notice of snapshots) {
      const { snapshot } = notice;
      const deal: number = snapshot.deal;
      const known = seen[deal]!;
      const actions = record.deals[deal].actions.length;
      // Progress of the deal: cards neither in a hand nor in the stock have been played.
      const held = snapshot.view.hands.reduce((sum: number, hand: { open?: string[]; closed?: number }) => sum + (hand.open?.length ?? hand.closed ?? 0), 0);
      const played = 36 - held - snapshot.view.stock;
      expect(played).toBeLessThanOrEqual(actions);
      // Receipts and table ids are random letters and may look like cards.
      const text = JSON.stringify({ ...notice, receipt: null, table: null, info: { ...notice.info, table: null }, snapshot: { ...snapshot, dealScore: null } });
      for (const [card] of text.matchAll(/\b[A2-9TJQK][cdhs]\b/g)) {
        expect(known.has(card), `seat ${seat} was told of ${card}, which is never theirs to know`).toBe(true);
        expect(known.get(card)!, `seat ${seat} was told of ${card} after ${played} actions of deal ${deal}`).toBeLessThanOrEqual(played);
      }
    }
    // No other message names a card.
    for (const text of heard[seat]!) {
      const notice = JSON.parse(text);
      if (notice.snapshot || notice.steps) continue;
      expect(text).not.toMatch(/"[A2-9TJQK][cdhs]"/);
    }
  }
});

test("a spectator receives no hand", async ({ server, browser }) => {
  const anna = await visitor(browser, server);
  const table = await openTable(anna.page);
  await awaitState(anna.page, ["turn"]);
  const guest = await visitor(browser, server, { name: "Guest" });
  const heard = overhear(guest.page);
  await guest.page.goto(`/table/${table}`);
  await expect(guest.page.getByText("You are watching this table.")).toBeVisible();
  await playOne(anna.page, (target) => target.click());
  await expect.poll(() => heard.filter((text) => text.includes('"snapshot"')).length).toBeGreaterThan(1);
  for (const text of heard) {
    const view = JSON.parse(text).snapshot?.view;
    if (view) expect(view.hands.every((hand: object) => "closed" in hand)).toBe(true);
  }
});
