// Bridge: two browsers and two bots finish a rubber, with calls, play of both hands, claims and answers.
import type { Page } from "@playwright/test";
import { goToMoment, momentOf, serveMoments, type PlayedMoment } from "./fits/moments";
import { expect, test, visitor } from "./server";
import { FULL } from "./tiers";

type Asked = "call" | "hand" | "dummy" | "answer" | "counting" | "over" | "nothing";

/** Returns what the page asks for now. */
const asked = (page: Page): Promise<Asked> => page.evaluate(() => {
  const seen = (selector: string) => document.querySelector<HTMLElement>(selector)?.checkVisibility() ?? false;
  if (seen(".over")) return "over";
  if (seen(".counting")) return seen(".counting footer .first") ? "counting" : "nothing";
  if (seen(".asks")) return "answer";
  if (!seen("[data-turn=true]")) return "nothing";
  if (seen("[data-call]")) return "call";
  return seen("[data-dummy-card]") ? "dummy" : "hand";
});

/** Plays the first playable card of the hand or dummy: selects it, then plays it. */
async function playCard(page: Page, kind: "hand" | "dummy"): Promise<void> {
  const name = kind === "hand" ? "hand-card" : "dummy-card";
  const code = await page.locator(`[data-${name}][aria-disabled=false]`).first().getAttribute(`data-${name}`);
  const card = page.locator(`[data-${name}="${code}"]`);
  // The next card leaves only the corner visible.
  await card.click({ position: { x: 6, y: 6 } });
  await expect(card).toHaveAttribute("aria-pressed", "true");
  await card.click({ position: { x: 6, y: 6 } });
  await expect(page.locator(`[data-hand-card="${code}"], [data-dummy-card="${code}"]`)).toHaveCount(0);
}

/** Claims no further tricks, which ends the deal quickly. */
async function concede(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Claim", exact: true }).click();
  const fewer = page.getByRole("button", { name: "One trick fewer" });
  while (await fewer.isEnabled()) await fewer.click();
  await page.getByRole("button", { name: /^Claim 0 of/ }).click();
}

async function openBridge(page: Page): Promise<string> {
  await page.goto("/");
  await page.getByRole("button", { name: "Players and rules Bridge" }).click();
  for (const [chair, who] of [["North", "open"], ["East", "bot:beginner"], ["South", "me"], ["West", "bot:beginner"]] as const) {
    await page.getByLabel(chair, { exact: true }).selectOption(who);
  }
  await page.getByRole("button", { name: "Open the table" }).click();
  await page.waitForURL(/\/table\//);
  return page.url();
}

test("two browsers and two bots finish a rubber", FULL, async ({ server, browser }) => {
  const anna = (await visitor(browser, server, { name: "Anna" })).page;
  const bert = (await visitor(browser, server, { name: "Bert" })).page;
  const table = await openBridge(anna);
  await bert.goto(table);
  await bert.getByRole("button", { name: "Sit down and play" }).click();
  await expect(anna.locator("[data-hand-card]")).toHaveCount(13);
  await expect(bert.locator("[data-hand-card]")).toHaveCount(13);

  let deals = 0;
  let declared = false;
  let played = 0;
  let answered = 0;
  let analysed = false;
  for (;;) {
    const states = [await asked(anna), await asked(bert)];
    if (states.every((state) => state === "over")) break;
    for (const [index, page] of [anna, bert].entries()) {
      switch (states[index]) {
        case "call":
          // Anna bids by keyboard and plays both hands once. After that the bots are left to declare.
          if (page === anna && !declared) {
            const bid = await page.locator(".bid.lit[data-call$=N]").first().getAttribute("data-call");
            await page.keyboard.press(bid![0]!);
            await page.keyboard.press("n");
            await expect(page.locator(`.auction td [aria-label="${bid![0]} no trump"]`)).toHaveCount(1);
            declared = true;
          } else {
            await page.keyboard.press("p");
          }
          await expect.poll(() => asked(page)).not.toBe("call").catch(() => undefined);
          break;
        case "dummy":
        case "hand": {
          const ours = await page.getByRole("button", { name: "Claim", exact: true }).isVisible();
          if (deals > 0 && ours) await concede(page);
          else {
            await playCard(page, states[index] as "hand" | "dummy");
            played += 1;
          }
          break;
        }
        case "answer":
          await page.getByRole("button", { name: "Agree" }).click();
          await expect(page.locator(".asks")).toHaveCount(0);
          answered += 1;
          break;
        case "counting":
          if (page === anna) deals += 1;
          await expect(page.locator(".counting header")).toHaveText(/\d of \d+ tricks, (made|\d+ (over|down))|Passed out/i);
          // Par is looked at once.
          if (page === anna && deals === 1) {
            await page.getByText("The four hands and par").click();
            await expect(page.locator(".hands section")).toHaveCount(4);
            await expect(page.locator(".hands p > span[aria-hidden]:not(.sign)")).toHaveCount(52);
            await expect(page.locator("details .par")).toHaveAttribute("data-par", /^-?\d+$/);
          }
          // After the last deal, card by card: all hands open, and the double-dummy tricks on request.
          if (page === anna && (await page.locator("details a").count()) > 0) {
            await page.locator("summary", { hasText: "The four hands and par" }).click();
            const [analysis] = await Promise.all([page.context().waitForEvent("page"), page.getByRole("link", { name: "Look at it card by card" }).click({ modifiers: ["ControlOrMeta"] })]);
            await expect(analysis).toHaveURL(new RegExp(`#deal=${deals}&step=0$`));
            await expect(analysis.locator("[data-zone^=cards] .card, .play .card").first()).toBeVisible();
            await analysis.getByRole("button", { name: "Double dummy" }).click();
            await expect(analysis.locator("[data-tricks]").first()).toHaveText(/^\d+$/);
            await analysis.close();
            analysed = true;
          }
          await page.locator(".counting footer .first").click();
          await expect(page.locator(".counting footer .first")).toHaveCount(0);
          break;
        default:
          // This page has nothing to do; look at the other.
      }
    }
  }
  // A rubber takes at least two games.
  expect(deals).toBeGreaterThanOrEqual(2);
  expect(played).toBeGreaterThanOrEqual(13);
  expect(answered).toBeGreaterThan(0);
  expect(analysed).toBe(true);
  // The sheet has two games and the bonus, and adds up.
  await expect(anna.locator(".over tr.bonus")).toHaveCount(1);
  await expect(anna.locator(".over tbody a").first()).toBeVisible();
  const totals = (await anna.locator(".over tfoot td").allTextContents()).map(Number);
  const rows = await anna.locator(".over tbody tr").evaluateAll((all) => all.map((row) => [...row.querySelectorAll("td")].map((cell) => Number(cell.textContent!.replace("−", "-")))));
  expect(rows[0]!.map((_, side) => rows.reduce((sum, row) => sum + row[side]!, 0))).toEqual(totals);
});

test("the bridge table fits a phone, and a call takes two taps there", async ({ browser, server }) => {
  const { page } = await visitor(browser, server, {}, { viewport: { width: 360, height: 640 }, hasTouch: true });
  await page.goto("/");
  await page.getByRole("button", { name: "Play now Bridge" }).click();
  await expect.poll(() => asked(page)).toBe("call");
  const inside = (selector: string) => page.locator(selector).evaluateAll((all) => all.every((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    return left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight;
  }));
  expect(await inside("[data-call]")).toBe(true);
  expect(await inside("[data-hand-card]")).toBe(true);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  // By touch, the first tap selects a call and the second makes it.
  const bid = page.locator(".bid.lit[data-call$=S]").first();
  const call = (await bid.getAttribute("data-call"))!;
  await bid.tap();
  await expect(bid).toHaveAttribute("aria-pressed", "true");
  await expect(page.locator("[data-turn=true]")).toHaveText(/Tap again/);
  await bid.tap();
  // It is in the auction or, if all others have passed, above the table.
  await expect(page.locator(`.auction [aria-label^="${call[0]} spade"], .contract [aria-label^="${call[0]} spade"]`).first()).toBeVisible();
  await page.getByRole("button", { name: /^Score:/ }).tap();
  await expect(page.getByRole("dialog")).toContainText("WE");
  // By mouse, the first click makes a call, unless the player wants a confirmation.
  const careful = await visitor(browser, server, { confirm: true });
  await careful.page.goto("/");
  await careful.page.getByRole("button", { name: "Play now Bridge" }).click();
  await expect.poll(() => asked(careful.page)).toBe("call");
  const pass = careful.page.locator("[data-call=P]");
  await pass.click();
  await expect(pass).toHaveAttribute("aria-pressed", "true");
  await expect(careful.page.locator("[data-turn=true]")).toHaveText(/again/);
});

for (const language of ["en", "it"]) {
  test(`contract and tricks are whole beside the last trick: ${language}`, async ({ server, browser }) => {
    const { page } = await visitor(browser, server, { language }, { baseURL: process.env.PAGE ?? server.address, viewport: { width: 768, height: 1024 }, hasTouch: true, isMobile: true });
    const moment = momentOf("bridge 4 over") as PlayedMoment;
    const played = { ...moment, snapshot: { ...moment.snapshot, phase: "playing" } } as PlayedMoment;
    await serveMoments(page, [played]);
    await page.goto("/nowhere");
    await goToMoment(page, played, null);
    for (const part of [page.locator(".contract"), page.locator(".contract .name")]) {
      await expect.poll(() => part.evaluate((element) => element.clientWidth > 0 && element.scrollWidth <= element.clientWidth)).toBe(true);
    }
    // On a phone the tricks take several lines, and none begins with a separator.
    await page.setViewportSize({ width: 360, height: 640 });
    await expect.poll(() => page.locator(".contract").evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
    await expect(page.locator(".tricks.short")).toHaveText(/^3 [a-z ]+ 9[a-z ]*, [a-z]+\s10$/);
  });
}
