// A board of a file, solved by the page. The figures are those of `parlour solve FILE --play`.
import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, type Page } from "@playwright/test";
import { PROGRAM } from "./server";

const FILE = resolve(fileURLToPath(new URL(".", import.meta.url)), "../../crates/parlour/tests/boards.pbn");

interface Solved { tricks: Record<string, Record<string, number>>; par: { score: number }; play: { card: string; cost: number }[] }

/** Opens a file on the page for boards, then its first board. Returns the first card of its play. */
export async function solveABoard(page: Page): Promise<string> {
  const { stdout } = spawnSync(PROGRAM, ["solve", FILE, "--play", "--json"], { encoding: "utf8" });
  const { tricks, par, play } = (JSON.parse(stdout) as { deals: Solved[] }).deals[0]!;
  await page.locator("input[type=file]").setInputFiles(FILE);
  await expect(page.getByRole("heading", { name: "boards.pbn: 2 boards" })).toBeVisible();
  await expect(page.locator("[data-board='0']")).toContainText("N–S −250");

  await page.locator("[data-board='0']").click();
  for (const hand of "NESW") for (const strain of ["C", "D", "H", "S", "NT"]) {
    await expect(page.locator(`[data-tricks="${hand}${strain[0]}"]`)).toHaveText(String(tricks[hand]![strain]));
  }
  await expect(page.locator("[data-par]")).toHaveAttribute("data-par", String(par.score));
  for (const { card, cost } of play) await expect(page.locator(`[data-played="${card}"]`)).toHaveAttribute("data-cost", String(cost));
  return play[0]!.card;
}
