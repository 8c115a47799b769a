// Sharks of Wall Street: two browsers and four bots, with a set of cards in which reactions are answered by reactions.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { House, expect, test, visitor } from "./house";

/** Every second Tool is a reaction: six players cannot but have some. */
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
name = { en = "Dividend", it = "Dividendo" }
copies = 8
cost = 0
kind = "single"
effects = ["draw-capital 1"]
[[tool]]
id = "T03"
name = { en = "Squeeze", it = "Stretta" }
copies = 6
cost = 0
kind = "single"
effects = ["other-discards-capital 1"]
`;

/** Does what the page asks: bids low, plays every Tool, and reacts to Tools, or only to reactions. */
async function act(page: Page, to: "tools" | "reactions"): Promise<void> {
  const press = (name: RegExp) => page.getByRole("button", { name }).first().click({ timeout: 1500 }).then(() => true, () => false);
  const seen = (name: RegExp) => page.getByRole("button", { name }).first().isVisible();
  const asked = await page.locator(".pill").first().textContent({ timeout: 1500 }).catch(() => "");
  if (await seen(/^React:/)) {
    const wanted = (await page.locator(".reaction").count()) === (to === "tools" ? 0 : 1);
    await press(wanted ? /^React:/ : /^Let it happen/);
  }
  else if (/^Choose Capital/.test(asked ?? "")) {
    await page.locator("[data-note][aria-pressed=false]").first().click({ timeout: 1500 }).catch(() => undefined);
    await press(/^Discard/);
  } else if (/^Turn up/.test(asked ?? "")) await page.locator(".investment.aimable").first().click({ timeout: 1500 }).catch(() => undefined);
  else if (await seen(/^Play /)) await press(/^Play /);
  else if (await seen(/^Choose \w+$/)) await press(/^Choose \w+$/);
  else if (await seen(/^Bid \d/)) await press(/^Bid \d/);
  else if ((await seen(/^Lowest bid: [1-9]$/))) await press(/^Lowest bid/);
  else if (/^Play a Tool/.test(asked ?? "") && (await page.locator(".toolcard.usable").count()) > 0) await page.locator(".toolcard.usable").first().click({ timeout: 1500 }).catch(() => undefined);
  else if (await seen(/^Pass$/)) await press(/^Pass$/);
  await page.waitForTimeout(20);
}

const over = (page: Page) => page.locator(".counting, .over").first().isVisible();

test("two browsers and four bots finish a game in which Tools are answered", async ({ browser }) => {
  test.setTimeout(240_000);
  const sets = mkdtempSync(join(tmpdir(), "parlour-sets-"));
  writeFileSync(join(sets, "nervous.toml"), SET);
  const house = new House();
  house.more = ["--sets", sets, "--window", "700"];
  await house.open();
  try {
    const anna = (await visitor(browser, house, { name: "Anna" })).page;
    const bert = (await visitor(browser, house, { name: "Bert" }, { viewport: { width: 360, height: 640 } })).page;
    await anna.goto("/");
    await anna.getByRole("button", { name: "Players and rules Sharks of Wall Street" }).click();
    await anna.getByRole("radio", { name: "6", exact: true }).check();
    await anna.getByLabel("Chair 2").selectOption("open");
    await anna.getByLabel(/^Cards/).selectOption("nervous");
    await anna.getByRole("button", { name: "Open the table" }).click();
    await anna.waitForURL(/\/table\//);
    await bert.goto(anna.url());
    await bert.getByRole("button", { name: "Sit down and play" }).click();

    for (const page of [anna, bert]) await expect(page.locator(".toolcard").first()).toBeVisible();
    const playOn = async (page: Page, to: "tools" | "reactions") => {
      while (!(await over(page))) await act(page, to);
    };
    await Promise.all([playOn(anna, "tools"), playOn(bert, "reactions")]);
    const told = await anna.locator(".lines p").allTextContents();
    expect(told.some((line) => /reacts? with Objection/.test(line)), told.join("\n")).toBe(true);
    await anna.locator(".counting footer button").click();
    await expect(anna.locator(".over")).toBeVisible();
  } finally {
    await house.close();
    rmSync(sets, { recursive: true, force: true });
  }
});
