// Sharks of Wall Street: two browsers and four bots, with a card set in which a reaction is always countered.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { Server, expect, test, visitor } from "./server";
import { FULL } from "./tiers";

/** Eighteen Tools, all dealt to the six players. All but two are reactions, so every player holds one. */
const SET = `
id = "nervous"
[capital]
${[1, 2, 3, 4, 5, 6, 7, 8].map((value) => `${value} = 8`).join("\n")}
${Array.from({ length: 24 }, (_, index) => `[[investment]]\nid = "I${String(index + 1).padStart(2, "0")}"\nname = "Share ${index + 1}"\nvalue = ${(index % 12) - 2}`).join("\n")}
[[tool]]
id = "T01"
name = { en = "Objection", it = "Obiezione" }
copies = 12
cost = 0
kind = "reaction"
effects = ["cancel"]
[[tool]]
id = "T02"
name = { en = "Protest", it = "Protesta" }
copies = 4
cost = 0
kind = "reaction"
effects = ["cancel"]
[[tool]]
id = "T03"
name = { en = "Dividend", it = "Dividendo" }
copies = 2
cost = 0
kind = "single"
effects = ["draw-capital 2"]
`;

/**
 * Performs an action: bids low, plays every Tool, and reacts to a Tool and to a reaction, but to no third.
 */
async function act(page: Page): Promise<void> {
  const press = (name: RegExp) => page.getByRole("button", { name }).first().click({ timeout: 1500 }).then(() => true, () => false);
  const seen = (name: RegExp) => page.getByRole("button", { name }).first().isVisible();
  const asked = await page.locator(".pill").first().textContent({ timeout: 1500 }).catch(() => "");
  if (await seen(/^React:/)) {
    const isEnough = (await page.locator(".reaction").count()) > 1;
    await press(!isEnough ? /^React:/ : /^Let it happen/);
  }
  else if (/^Choose Capital/.test(asked ?? "")) {
    await page.locator("[data-note][aria-pressed=false]").first().click({ timeout: 1500 }).catch(() => undefined);
    await press(/^Discard/);
  } else if (/^Turn up/.test(asked ?? "")) await page.locator(".investment.aimable").first().click({ timeout: 1500 }).catch(() => undefined);
  else if (await seen(/^Play /)) await press(/^Play /);
  else if (await seen(/^Choose \w+$/)) await press(/^Choose \w+$/);
  else if (await seen(/^Bid [1-9] /)) await press(/^Bid/);
  else if (/^Play a Tool/.test(asked ?? "") && (await page.locator(".toolcard.usable").count()) > 0) await page.locator(".toolcard.usable").first().click({ timeout: 1500 }).catch(() => undefined);
  else if (await seen(/^Pass$/)) await press(/^Pass$/);
  await page.waitForTimeout(20);
}

const over = (page: Page) => page.locator(".counting, .over").first().isVisible();

/**
 * The last snapshot of a page: whether reactions are open, whether this player could react, and whether it has
 * answered.
 */
function overhear(page: Page): { version: number; isReacting: boolean; couldReact: boolean; answered: boolean } {
  const last = { version: -1, isReacting: false, couldReact: false, answered: false };
  page.on("websocket", (socket) => socket.on("framereceived", ({ payload }) => {
    const notice = JSON.parse(payload.toString());
    if (notice.type === "sealed") last.answered = true;
    if (!notice.snapshot?.view) return;
    last.version = notice.snapshot.version;
    last.isReacting = notice.snapshot.view.stage === "react";
    last.couldReact = notice.snapshot.legal.some((action: string) => action.startsWith("react "));
    last.answered = false;
  }));
  return last;
}

test("two browsers and four bots finish a game of Sharks with a countered reaction", FULL, async ({ browser }) => {
  const sets = mkdtempSync(join(tmpdir(), "parlour-sets-"));
  writeFileSync(join(sets, "nervous.toml"), SET);
  const server = new Server({ standingClock: true, flags: ["--sets", sets] });
  await server.start();
  try {
    const anna = (await visitor(browser, server, { name: "Anna" })).page;
    const bert = (await visitor(browser, server, { name: "Bert" }, { viewport: { width: 360, height: 640 } })).page;
    const last = [overhear(anna), overhear(bert)];
    await anna.goto("/");
    await anna.getByRole("button", { name: "Players and rules Sharks of Wall Street" }).click();
    await anna.getByRole("radio", { name: "6", exact: true }).check();
    await anna.getByLabel("Chair 2").selectOption("open");
    // Strong bots always counter a reaction; casual ones do so now and then.
    for (const chair of [3, 4, 5, 6]) await anna.getByLabel(`Chair ${chair}`).selectOption("bot:strong");
    await anna.getByLabel(/^Cards/).selectOption("nervous");
    await anna.getByRole("button", { name: "Open the table" }).click();
    await anna.waitForURL(/\/table\//);
    await bert.goto(anna.url());
    await bert.getByRole("button", { name: "Sit down and play" }).click();

    for (const page of [anna, bert]) await expect(page.locator(".toolcard").first()).toBeVisible();
    while (!(await over(anna)) || !(await over(bert))) {
      for (const page of [anna, bert]) await act(page);
      // The response window may close once all who can react have answered.
      if (!last.every(({ isReacting, couldReact, answered }) => isReacting && (answered || !couldReact))) continue;
      const closed = last[0]!.version;
      server.advance(3000);
      await expect.poll(() => last.every(({ version }) => version > closed)).toBe(true);
    }
    // The log contains a reaction, its counter, and the effect of the Tool. Anna or Bert reacted, the other
    // countered. The stock may have to be shuffled before the draw.
    const reaction = ".+ reacts? with (Objection|Protest)!\\n";
    const told = (await anna.locator(".lines p").allTextContents()).join("\n");
    expect(told).toMatch(new RegExp(`^.+ plays? Dividend.*\\n${reaction}${reaction}Dividend is played after all.*\\n(.+\\n)?.+ draws? `, "m"));
    await anna.locator(".counting footer .first").click();
    await expect(anna.locator(".over")).toBeVisible();
  } finally {
    await server.close();
    rmSync(sets, { recursive: true, force: true });
  }
});
