// Actions of tests at a table, by mouse, touch and keyboard, using only what a player sees.
import { expect, type Page } from "@playwright/test";

/** Opens a table through the form on the home page. */
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

/** Waits until the fonts are loaded and the page is drawn with the layout that follows its last change. */
export const drawn = (page: Page) => page.evaluate(() => document.fonts.ready.then(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))));

export type State = "turn" | "counting" | "over" | "waiting";

const STATES: readonly State[] = ["turn", "counting", "over", "waiting"];

/** Returns what the page asks of the player, if it is one of `wanted`. Runs in the page. */
function look(wanted: readonly State[]): State | null {
  const seen = (selector: string) => document.querySelector<HTMLElement>(selector)?.checkVisibility() ?? false;
  const now = seen(".over") ? "over" : seen(".counting footer .first") ? "counting" : seen("[data-turn=true], .choices .list") && !seen(".counting") ? "turn" : "waiting";
  return wanted.includes(now) ? now : null;
}

/** Waits until the page asks for one of these, also while it loads again. */
export async function awaitState(page: Page, wanted: readonly State[]): Promise<State> {
  const found = await page.waitForFunction(look, wanted, { polling: 20 });
  return (await found.jsonValue())!;
}

/** Returns what the page asks of the player now, or after it has loaded again. */
export const state = (page: Page): Promise<State> => awaitState(page, STATES);

/** Waits until one of these pages is in one of these states, and returns that page. */
export async function firstOf(pages: readonly Page[], wanted: State[]): Promise<Page> {
  let found: Page | undefined;
  await expect.poll(async () => {
    for (const page of pages) if (wanted.includes(await state(page))) return (found = page) !== undefined;
    return false;
  }, { intervals: [20] }).toBe(true);
  return found!;
}

/** Waits until the player of one of these pages has to act, and returns that page. */
export const atTurn = (...pages: Page[]): Promise<Page> => firstOf(pages, ["turn"]);

/**
 * The same on a server with a standing clock, where a Scopa deal with three kings is shown for three seconds.
 * (SC-R3, SC-S2)
 */
export async function firstTurn(server: { advance(time: number): void }, ...pages: Page[]): Promise<Page> {
  await firstOf(pages, ["turn", "counting"]);
  server.advance(3_000);
  return atTurn(...pages);
}

export const hand = (page: Page) => page.locator("[data-hand-card]");

/** Plays one card with `tap`: selects it, then plays it, with the first button if there is a choice. */
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

/**
 * Plays a match to its end: `play` plays a card, `next` answers the scoring of a deal. Returns the number of
 * deals.
 */
export async function playMatch(page: Page, play: (page: Page) => Promise<unknown>, next: (page: Page) => Promise<void>): Promise<number> {
  for (let counted = 0; ; ) {
    const now = await awaitState(page, ["turn", "counting", "over"]);
    if (now === "over") return counted;
    if (now === "turn") await play(page);
    else {
      counted += 1;
      const title = await page.locator(".counting h2").textContent();
      await next(page);
      await expect(page.locator(".counting h2", { hasText: title! })).toHaveCount(0);
    }
  }
}

export const continueByMouse = (page: Page) => page.locator(".counting footer .first").click();

/** Plays a match of a capturing game to its end inside the page, for tests about what follows. */
export async function finishMatch(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)].filter((one) => one.checkVisibility());
    const soon = () => new Promise((done) => setTimeout(done, 10));
    const until = async (is: () => boolean) => { while (!is()) await soon(); };
    const has = (card: string) => document.querySelector(`[data-hand-card="${card}"]`) !== null;
    // The server accepts twenty messages at once and then ten a second.
    let free = Date.now() - 1000;
    const pace = async () => {
      free = Math.max(free, Date.now() - 1000) + 110;
      while (Date.now() < free) await soon();
    };
    for (;;) {
      await until(() => all(".over, .counting footer .first").length > 0 || (all("[data-turn=true], .choices .list").length > 0 && all(".counting").length === 0));
      if (all(".over").length > 0) return;
      await pace();
      const [next] = all(".counting footer .first");
      if (next !== undefined) {
        const title = document.querySelector(".counting h2")!.textContent;
        next.click();
        await until(() => document.querySelector(".counting h2")?.textContent !== title || all(".over").length > 0);
        continue;
      }
      const [first] = all("[data-hand-card]");
      if (first === undefined) continue;
      const card = first.dataset.handCard!;
      if (first.ariaPressed !== "true") first.click();
      await until(() => !has(card) || document.querySelector<HTMLElement>(`[data-hand-card="${card}"]`)!.ariaPressed === "true");
      await soon();
      const choices = all(".choices .choice");
      (choices.length > 1 ? choices[0]! : document.querySelector<HTMLElement>(`[data-hand-card="${card}"]`))?.click();
      await until(() => !has(card));
    }
  });
}

/** Returns the settings as the browser keeps them. */
export const keptSettings = (page: Page) => page.evaluate(() => JSON.parse(localStorage.getItem("parlour.settings")!) as Record<string, unknown>);

/** Opens a group of the settings. */
export async function openSettings(page: Page, group: string): Promise<void> {
  if (!(await page.getByRole("dialog").isVisible())) {
    await expect(page.getByRole("button", { name: /^(Settings|Menu)$/ }).first()).toBeVisible();
    const menu = page.getByRole("button", { name: "Menu" });
    if (await menu.isVisible()) await menu.click();
    await page.getByRole("button", { name: "Settings" }).click();
  }
  await page.getByRole("tab", { name: group }).click();
}
