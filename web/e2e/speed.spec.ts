// Speed: two browsers play on the same pile, and a match against a bot by keyboard and by dragging.
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { lessonDeal, openBegun } from "./begun";
import { expect, PROGRAM, test, visitor } from "./server";
import { FULL } from "./tiers";

/** Routes a page's connection so that its plays can be held back. */
async function gate(page: Page): Promise<{ hold(): void; release(): void }> {
  let held: (() => void)[] | null = null;
  await page.routeWebSocket(/\/ws$/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      const send = () => server.send(message);
      if (held !== null && (JSON.parse(String(message)) as { type: string }).type === "play") held.push(send);
      else send();
    });
  });
  return {
    hold: () => void (held = []),
    release: () => {
      held?.forEach((send) => send());
      held = null;
    },
  };
}

/** Returns the hand and the piles of a page. */
const look = (page: Page) => page.evaluate(() => ({
  hand: [...document.querySelectorAll<HTMLElement>("[data-hand-card]")].map((card) => card.dataset.handCard!),
  tops: Object.fromEntries([...document.querySelectorAll<HTMLElement>("[data-table-card]")].map((pile) => [pile.dataset.tableCard!, pile.dataset.top!])),
}));

const RANKS = "A23456789TJQK";
const fits = (card: string, top: string) => [1, 12].includes(Math.abs(RANKS.indexOf(card[0]!) - RANKS.indexOf(top[0]!)));

/** Taps a card, and then the pile if needed. */
async function press(page: Page, card: string, pile: string): Promise<void> {
  const held = page.locator(`[data-hand-card="${card}"]`);
  await held.click();
  if ((await held.count()) > 0 && (await held.getAttribute("aria-pressed")) === "true") await page.locator(`[data-table-card=${pile}]`).click();
  await expect(held).toHaveCount(0);
}

// The credit for a slow connection is tested in crates/table/src/race.rs, where no machine can be late.
test("two browsers play on one pile: the first card stays, the second comes back", FULL, async ({ browser, server }) => {
  const anna = (await visitor(browser, server)).page;
  const bea = (await visitor(browser, server, { name: "Bea" })).page;
  const spectator = (await visitor(browser, server, { name: "Eve" })).page;
  const gates = [await gate(anna), await gate(bea)];
  // Both hold an eight, and the left pile shows a seven or a nine.
  const lesson = lessonDeal("speed", "0 8d > L");
  const deck = lesson.deck.replace(/\b(Jd|8c)\b/g, (card) => (card === "Jd" ? "8c" : "Jd"));
  for (const winner of [0, 1]) {
    const table = await openBegun(anna, { ...lesson, deck, others: ["open"] });
    await bea.goto(`/table/${table}`);
    await bea.getByRole("button", { name: "Sit down" }).click();
    await spectator.goto(`/table/${table}`);
    const players = [{ page: anna, card: "8d", gate: gates[0]! }, { page: bea, card: "8c", gate: gates[1]! }];
    const first = players[winner]!;
    const second = players[1 - winner]!;
    for (const { page, card } of players) await expect(page.locator(`[data-hand-card="${card}"]`)).toBeVisible();
    for (const { gate } of players) gate.hold();
    // Each page shows its own card at once.
    for (const { page, card } of players) {
      await press(page, card, "left");
      await expect(page.locator("[data-table-card=left]")).toHaveAttribute("data-top", card);
    }
    const refused = second.page.locator("[data-refusal]", { hasText: "Too late" }).waitFor();
    first.gate.release();
    await expect(spectator.locator("[data-table-card=left]")).toHaveAttribute("data-top", first.card);
    second.gate.release();
    await refused;
    for (const { page } of players) await expect(page.locator("[data-table-card=left]")).toHaveAttribute("data-top", first.card);
    await expect(second.page.locator(`[data-hand-card="${second.card}"]`)).toBeVisible();
    await expect(first.page.locator("[data-refusal]")).toHaveCount(0);
  }
});

// The clock of the tables stands still until the test advances it.
test.describe(() => {
  test.use({ serverOptions: { standingClock: true } });

  test("a match of Speed against a bot by keyboard", FULL, async ({ browser, ownServer: server }, info) => {
    const { page } = await visitor(browser, server);
    await page.goto("/");
    await page.getByRole("button", { name: "Players and rules Speed" }).click();
    await page.getByLabel("Chair 2").selectOption("bot:neighbour");
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await page.waitForURL(/\/table\//);
    await expect(page.locator("button.flip")).toBeVisible();
    let keys = 0;
    let unanswered = 0;
    let before = "";
    while ((await page.locator(".over").count()) === 0) {
      const next = page.locator(".counting footer .first");
      if (await next.isVisible()) {
        await next.click({ timeout: 2000 }).catch(() => undefined);
        continue;
      }
      if (await page.locator("button.flip:not(:disabled)").count()) await page.keyboard.press("Space");
      const { hand, tops } = await look(page);
      const slots = await page.evaluate(() => [...document.querySelectorAll<HTMLElement>(".hand > *")].map((slot) => slot.dataset.handCard ?? null));
      const card = hand.find((card) => Object.values(tops).some((top) => top !== "" && fits(card, top)));
      if (card !== undefined) {
        await page.keyboard.press(String(slots.indexOf(card) + 1));
        const both = fits(card, tops.left!) && fits(card, tops.right!);
        if (both) await page.keyboard.press(keys % 2 === 0 ? "f" : "ArrowRight");
        keys += 1;
      }
      // The bot plays only while no card fits, so that a slow page loses no race. Where the table answers no key, it
      // waits for its clock.
      const shown = JSON.stringify([hand, tops]);
      unanswered = shown === before ? unanswered + 1 : 0;
      before = shown;
      if (card === undefined || unanswered >= 20) server.advance(100);
    }
    await expect(page.getByRole("heading", { name: "You have won!" })).toBeVisible();
    expect(keys).toBeGreaterThan(20);
    // The record replays to the totals that the page shows.
    const table = new URL(page.url()).pathname.split("/")[2]!;
    const file = info.outputPath("match.json");
    writeFileSync(file, await (await page.request.get(`/api/tables/${table}/record`)).text());
    const end = JSON.parse(execFileSync(PROGRAM, ["replay", file, "--json"]).toString()) as { status: string; totals: number[] };
    expect(end.status).toBe("complete");
    expect((await page.locator(".over .score b").allTextContents()).map(Number)).toEqual(end.totals);
  });

  test("a Speed card is dragged onto a pile, and returns where it does not fit", async ({ browser, ownServer: server }) => {
    const { page } = await visitor(browser, server);
    await openTableWithBot(page);
    await page.locator("button.flip").click();
    await expect(async () => {
      server.advance(1000);
      await expect(page.locator("[data-table-card=left]")).not.toHaveAttribute("data-top", "", { timeout: 500 });
    }).toPass();
    // The clock stands still, so the bot does not play meanwhile.
    for (;;) {
      const { hand, tops } = await look(page);
      const plays = hand.flatMap((card) => ["left", "right"].filter((pile) => tops[pile] !== "" && fits(card, tops[pile]!)).map((pile) => [card, pile] as const));
      const [play] = plays;
      const wrong = play && hand.find((card) => !fits(card, tops[play[1]]!));
      if (play !== undefined && wrong !== undefined) {
        const [card, pile] = play;
        await drag(page, wrong, pile);
        await expect(page.locator("[data-refusal]")).toBeVisible();
        await expect(page.locator(`[data-hand-card="${wrong}"]`)).toBeVisible();
        await drag(page, card, pile);
        await expect(page.locator(`[data-hand-card="${card}"]`)).toHaveCount(0);
        await expect(page.locator("[data-refusal]")).toHaveCount(0);
        return;
      }
      // Without a fitting card, no card can be refused: the bot plays, or both turn up another card.
      if (await page.locator("button.flip:not(:disabled)").count()) await page.keyboard.press("Space");
      server.advance(1000);
    }
  });
});

async function drag(page: Page, card: string, pile: string): Promise<void> {
  const from = (await page.locator(`[data-hand-card="${card}"]`).boundingBox())!;
  const to = (await page.locator(`[data-table-card=${pile}]`).boundingBox())!;
  await page.mouse.move(from.x + 20, from.y + 30);
  await page.mouse.down();
  await page.mouse.move(to.x + 30, to.y + 40, { steps: 4 });
  await page.mouse.up();
}

async function openTableWithBot(page: Page): Promise<void> {
  await page.goto("/");
  await page.getByRole("button", { name: "Players and rules Speed" }).click();
  await page.getByLabel("Chair 2").selectOption("bot:grandmother");
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.waitForURL(/\/table\//);
}
