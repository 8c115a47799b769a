// Double-dummy analysis: a PBN file opened in the page, its boards, the solver's table and par, the cost of
// every card played, and cards tried from a position. The figures are those of `parlour solve FILE --play`.
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import { PROGRAM, expect, test, visitor } from "./server";
import { FULL } from "./tiers";

const FILE = resolve(fileURLToPath(new URL(".", import.meta.url)), "../../crates/parlour/tests/boards.pbn");

interface Solved { tricks: Record<string, Record<string, number>>; par: { score: number }; play: { card: string; cost: number }[] }
const solved = (): Solved[] => {
  const { stdout, stderr, status } = spawnSync(PROGRAM, ["solve", FILE, "--play", "--json"], { encoding: "utf8" });
  expect(status, stderr).toBe(0);
  return (JSON.parse(stdout) as { deals: Solved[] }).deals;
};

async function openFile(page: Page, file = FILE): Promise<void> {
  await page.goto("/");
  await page.getByRole("link", { name: /Open a file of bridge boards/ }).click();
  await page.locator("input[type=file]").setInputFiles(file);
}

test("a PBN file is opened, and every card of its play has its cost", async ({ server, browser }) => {
  const deals = solved();
  const { page } = await visitor(browser, server);
  await openFile(page);
  await expect(page.getByRole("heading", { name: "boards.pbn: 2 boards" })).toBeVisible();
  // Four hearts, five down, not vulnerable; three no trump by East, two down.
  await expect(page.locator("[data-board='0']")).toContainText("N–S −250");
  await expect(page.locator("[data-board='1']")).toContainText("N–S +100");

  await page.locator("[data-board='0']").click();
  const { tricks, par, play } = deals[0]!;
  for (const hand of "NESW") for (const strain of ["C", "D", "H", "S", "NT"]) {
    await expect(page.locator(`[data-tricks="${hand}${strain[0]}"]`)).toHaveText(String(tricks[hand]![strain]));
  }
  await expect(page.locator("[data-par]")).toHaveAttribute("data-par", String(par.score));
  for (const { card, cost } of play) await expect(page.locator(`[data-played="${card}"]`)).toHaveAttribute("data-cost", String(cost));
  expect(play.some(({ cost }) => cost > 0)).toBe(true);

  // A step to a card that cost a trick marks it on the table.
  const dear = play.find(({ cost }) => cost > 0)!;
  await page.locator(`[data-played="${dear.card}"]`).click();
  await expect(page.locator(`[data-cost-of="${dear.card}"]`)).toHaveText(`−${dear.cost}`);
  await page.reload();
  await expect(page.locator(`[data-cost-of="${dear.card}"]`)).toHaveText(`−${dear.cost}`);
  await page.getByRole("button", { name: "All boards" }).click();
  await expect(page.locator("[data-board]")).toHaveCount(2);
});

test("cards are tried from a position and taken back", FULL, async ({ server, browser }) => {
  const { page } = await visitor(browser, server);
  const play = solved()[0]!.play;
  await openFile(page);
  await page.locator("[data-board='0']").click();
  const dear = play.findIndex(({ cost }) => cost > 0);
  // Before a costly card, another card leads to one more trick.
  await page.locator(`[data-played="${play[dear - 1]!.card}"]`).click();
  await expect(page.locator("[data-mark]").first()).toBeVisible();
  const marks = new Map(await page.locator("[data-mark]").evaluateAll((all) => all.map((one) => [(one as HTMLElement).dataset.mark!, Number(one.textContent)] as const)));
  const best = [...marks].sort((a, b) => b[1] - a[1])[0]!;
  expect(best[1] - marks.get(play[dear]!.card)!).toBe(play[dear]!.cost);
  await page.locator(`[data-dummy-card="${best[0]}"]`).click({ position: { x: 6, y: 6 } });
  await expect(page.getByText("You try:")).toBeVisible();
  await expect(page.locator(`[data-dummy-card="${best[0]}"]`)).toHaveCount(0);
  // The next hand is to play. After its best card the result is unchanged.
  await expect(page.locator("[data-mark]").first()).toBeVisible();
  await page.locator("[data-dummy-card][aria-disabled=false]").first().click({ position: { x: 6, y: 6 } });
  await page.getByRole("button", { name: "Take back" }).click();
  await page.getByRole("button", { name: "Take back" }).click();
  await expect(page.getByText("You try:")).toHaveCount(0);
  await expect(page.locator(`[data-mark="${best[0]}"]`)).toHaveText(String(best[1]));
  await page.locator(`[data-dummy-card="${best[0]}"]`).click({ position: { x: 6, y: 6 } });
  await page.getByRole("button", { name: "Back to the play" }).click();
  await expect(page.locator(`[data-mark="${best[0]}"]`)).toHaveText(String(best[1]));
});

test("a faulty board is named with line and column; a file without a board is refused", FULL, async ({ server, browser }, info) => {
  const { page } = await visitor(browser, server);
  const wrong = info.outputPath("wrong.pbn");
  writeFileSync(wrong, readFileSync(FILE, "latin1").replace("- CJ SJ -", "- CJ SX -"), "latin1");
  await openFile(page, wrong);
  await expect(page.locator("[data-board=\"0\"]")).toBeEnabled();
  // Its deal is complete, so it can be analyzed; only the play is left out.
  await expect(page.locator("[data-board=\"1\"]")).toBeEnabled();
  await expect(page.locator("[data-board=\"1\"]")).toContainText(/Shown in part: line \d+, column 6: .*SX/);
  writeFileSync(wrong, "[Board \"1\"]\n[Dealer \"X\"]");
  await page.locator("input[type=file]").setInputFiles(wrong);
  await expect(page.getByRole("alert")).toContainText(/Line 2, column \d+: .*X/);
  await expect(page.getByRole("alert")).toContainText("Nothing was imported.");
  await expect(page.locator("[data-board]")).toHaveCount(0);
});

test("the double-dummy view fits a phone", FULL, async ({ browser, server }) => {
  const { page } = await visitor(browser, server, {}, { viewport: { width: 360, height: 640 }, hasTouch: true });
  await openFile(page);
  await page.locator("[data-board='0']").tap();
  await page.getByRole("button", { name: "Table and play" }).tap();
  await expect(page.locator("[data-tricks=NC]")).toHaveText(/\d/);
  const dear = solved()[0]!.play.find(({ cost }) => cost > 0)!;
  await page.locator(`[data-played="${dear.card}"]`).tap();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.locator(".strip")).toContainText("cost");
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});
