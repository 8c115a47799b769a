// What a test does at a table, by mouse, by finger and by keyboard, using only what a player sees.
import { expect, type Page } from "@playwright/test";

/** Opens a table through the home page: game, target, chairs, all chosen by hand. */
export async function openTable(page: Page, choice: { game?: string; target?: number; invite?: boolean; seats?: number } = {}): Promise<string> {
  const { game = "Scopa", target = 3, invite = false, seats } = choice;
  await page.goto("/");
  await page.getByRole("button", { name: `Players and rules ${game}` }).click();
  if (seats !== undefined) await page.getByRole("group", { name: "Players" }).getByRole("radio", { name: String(seats), exact: true }).check();
  await page.getByRole("spinbutton").fill(String(target));
  await page.getByRole("spinbutton").blur();
  const only = page.getByRole("button", { name: invite ? "Invite a friend" : "Only bots" });
  if (await only.isVisible()) await only.click();
  await page.getByRole("button", { name: invite ? "Open the table" : "Play", exact: !invite }).click();
  await page.waitForURL(/\/table\//);
  return new URL(page.url()).pathname.split("/")[2]!;
}

export type State = "turn" | "counting" | "over" | "waiting";

/** What the page asks of us now; one look, in the page itself, because a match looks hundreds of times. */
function look(): State {
  const seen = (selector: string) => document.querySelector<HTMLElement>(selector)?.checkVisibility() ?? false;
  if (seen(".over")) return "over";
  if (seen(".counting footer .first")) return "counting";
  return seen("[data-turn=true], .choices .list") && !seen(".counting") ? "turn" : "waiting";
}
export const state = (page: Page): Promise<State> => page.evaluate(look);

export async function awaitState(page: Page, wanted: State[], patience = 60_000): Promise<State> {
  const late = Date.now() + patience;
  for (;;) {
    const now = await state(page);
    if (wanted.includes(now)) return now;
    if (Date.now() > late) throw new Error(`the page stays at "${now}"; expected ${wanted.join(" or ")}`);
    await page.waitForTimeout(15);
  }
}

/** Whose turn it is, of these pages; until the cards lie it is nobody's. */
export const atTurn = (...pages: Page[]): Promise<Page> => Promise.race(pages.map((page) => awaitState(page, ["turn"]).then(() => page)));

/** Whose turn it is first at a table of Scopa that is told the time: a deal with three kings is shown for three seconds. (SC-R3, SC-S2) */
export async function firstTurn(house: { pass(time: number): void }, ...pages: Page[]): Promise<Page> {
  await Promise.race(pages.map((page) => awaitState(page, ["turn", "counting"])));
  house.pass(3_000);
  return atTurn(...pages);
}

export const hand = (page: Page) => page.locator("[data-hand-card]");

/** Plays one card with `tap`: chosen, then played, by the first button when there is a choice. */
export async function playOne(page: Page, tap: (target: ReturnType<Page["locator"]>) => Promise<void>): Promise<string> {
  const first = hand(page).first();
  const [card, chosen] = await first.evaluate((button: HTMLElement) => [button.dataset.handCard!, button.ariaPressed === "true"] as const);
  const mine = page.locator(`[data-hand-card="${card}"]`);
  if (!chosen) await tap(mine);
  if ((await page.locator(".choices .choice").count()) > 1) await tap(page.locator(".choices .choice").first());
  else await tap(mine);
  await expect(mine).toHaveCount(0);
  return card;
}

/** A whole match with one way of playing a card; answers the counting with `next`. */
export async function playMatch(page: Page, play: (page: Page) => Promise<unknown>, next: (page: Page) => Promise<void>, deals = 40): Promise<number> {
  let counted = 0;
  for (;;) {
    const now = await awaitState(page, ["turn", "counting", "over"]);
    if (now === "over") return counted;
    if (now === "turn") await play(page);
    else {
      counted += 1;
      expect(counted).toBeLessThan(deals);
      const title = await page.locator(".counting h2").textContent();
      await next(page);
      await expect(page.locator(".counting h2", { hasText: title! })).toHaveCount(0);
    }
  }
}

export const continueByMouse = (page: Page) => page.locator(".counting footer .first").click();

/** Opens a group of the settings. */
export async function openSettings(page: Page, group: string): Promise<void> {
  if (!(await page.getByRole("dialog").isVisible())) await page.getByRole("button", { name: "Settings" }).click();
  await page.getByRole("tab", { name: group }).click();
}
