// Lessons and puzzles: the lesson of every game is played to its end as in its record, and a puzzle is
// solved.
import { readdirSync, readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expectAccessible, expectNoSidewaysScroll } from "./accessibility";
import { expect, test, visitor } from "./server";

interface Exercise { id: string; seat: number; title: Record<string, string>; record: { game: string; deals: { actions: string[] }[] }; start?: { deal: number; entry: number } }
const folder = new URL("../../exercises/", import.meta.url);
const read = <T>(game: string, file: string): T => JSON.parse(readFileSync(new URL(`${game}/${file}.json`, folder), "utf8")) as T;
const games = readdirSync(folder);
const taught = games.filter((game) => readdirSync(new URL(`${game}/`, folder)).includes("lesson.json"));

/** Returns the learner's actions, in order. */
const ownActions = ({ seat, record, start }: Exercise): string[] =>
  record.deals.flatMap(({ actions }, deal) => actions.filter((_, entry) => start === undefined || deal > start.deal || (deal === start.deal && entry >= start.entry)))
    .filter((action) => action.startsWith(`${seat} `)).map((action) => action.slice(2));

/** Types the action as a command; the tests of each game play by mouse and touch. */
async function play(page: Page, action: string): Promise<void> {
  const line = page.getByRole("textbox", { name: "Command" });
  if (!(await line.isVisible())) await page.getByRole("button", { name: "What happened" }).click();
  await line.fill(action);
  await line.press("Enter");
  // The log covers the coach.
  await page.getByRole("complementary", { name: "What happened" }).getByRole("button", { name: "Close" }).click();
}

/** Presses “Continue” and “Next deal” until the learner has to act or the exercise is over. */
async function readOn(page: Page): Promise<"turn" | "over"> {
  for (;;) {
    const found = await page.evaluate(() => {
      const coach = document.querySelector(".coach");
      const button = (text: string) => [...(coach?.querySelectorAll("button") ?? [])].find((one) => one.textContent === text);
      const next = document.querySelector<HTMLElement>(".counting footer .first");
      if (button("Try again") !== undefined) return "over";
      if (button("Continue") !== undefined) button("Continue")!.click();
      else if (next?.checkVisibility()) next.click();
      else if (coach?.querySelector("[data-waits=true]") != null) return "turn";
      return null;
    });
    if (found !== null) return found;
    // The others act after a pause each.
    await page.clock.runFor(300);
  }
}

/** Checks that the coach's text is whole: nothing covers it, and what is too long can be scrolled. */
async function expectWhole(page: Page, at: string): Promise<void> {
  const covered = await page.locator(".coach .said > *").evaluateAll((parts) => parts.flatMap((part) => {
    const said = part.parentElement!;
    part.scrollIntoView({ block: "end" });
    const { bottom, left } = part.getBoundingClientRect();
    const last = document.elementFromPoint(left + 4, bottom - 4);
    const isCut = getComputedStyle(said).overflowY === "hidden" && said.scrollHeight > said.clientHeight + 1;
    return isCut || last === null || !part.contains(last) ? [part.textContent] : [];
  }));
  expect(covered, at).toEqual([]);
}

/** Checks that the text at the end of an exercise is read without scrolling. */
async function expectReadAtOnce(page: Page, at: string): Promise<void> {
  const hidden = await page.locator(".coach .said").evaluate((said) => said.scrollHeight - said.clientHeight);
  expect(hidden, `${at}: hidden px`).toBeLessThanOrEqual(1);
}

for (const game of taught) {
  test(`the first lesson of ${game} is played to its end and remembered`, async ({ server, browser }) => {
    const lesson = read<Exercise>(game, "lesson");
    const { page } = await visitor(browser, server, {}, { viewport: { width: 390, height: 844 } });
    await page.clock.install();
    await page.goto(`/learn/${game}/${lesson.id}`);
    for (const action of ownActions(lesson)) {
      expect(await readOn(page)).toBe("turn");
      await expectWhole(page, action);
      const at = await page.locator("[data-at]").getAttribute("data-at");
      await play(page, action);
      await expect.poll(() => page.locator("[data-at]").getAttribute("data-at"), { message: action }).not.toBe(at);
    }
    expect(await readOn(page)).toBe("over");
    await expectReadAtOnce(page, "the end");
    await expectWhole(page, "the end");
    // One button is the next step.
    await expect(page.locator("button.first:visible, a.first:visible")).toHaveText(["Play now"]);
    await expectAccessible(page, `lesson of ${game}`);
    await page.goto(`/learn/${game}`);
    await expect(page.getByRole("link", { name: new RegExp(`${lesson.title.en}.*solved`) })).toBeVisible();
  });
}

test("a puzzle rejects a wrong move, accepts the right one, and stays solved", async ({ server, browser }) => {
  const { page } = await visitor(browser, server, {}, { viewport: { width: 360, height: 640 } });
  const [first, second] = read<[Exercise, Exercise]>("scopa", "puzzles");
  await page.goto("/");
  await page.getByRole("link", { name: /^Learn.*Scopa/ }).click();
  // The list says the task and the difficulty. Titles would give the ideas away.
  await expect(page.getByText("find the play that is worth most on average")).toBeVisible();
  const easy = page.getByRole("list", { name: "easy" });
  const puzzle = easy.getByRole("link", { name: "Puzzle 1", exact: true });
  await expect(puzzle).toBeVisible();
  await expect(page.getByRole("list", { name: "hard" }).getByRole("link", { name: "Puzzle 20", exact: true })).toBeVisible();
  await expectNoSidewaysScroll(page, "puzzles");
  await expectAccessible(page, "puzzles");
  await puzzle.click();
  const [right] = ownActions(first);
  expect(await readOn(page)).toBe("turn");
  await play(page, "9z");
  await expect(page.locator("[data-at]")).toHaveAttribute("data-waits", "true");
  // The hint shows the worth of each play.
  await page.getByRole("button", { name: "Hint" }).click();
  await expect(page.getByRole("dialog").getByRole("listitem").first()).toBeVisible();
  await page.keyboard.press("Escape");
  await play(page, right!);
  await expect(page.locator("[data-waits=true]")).toHaveCount(0);
  expect(await readOn(page)).toBe("over");
  await expect(page.getByText("Right!")).toBeVisible();
  await page.getByRole("link", { name: "Next puzzle" }).click();
  await expect(page).toHaveURL(new RegExp(`/learn/scopa/${second.id}$`));
  await expect(page.locator(".coach .name")).toContainText("Puzzle 2 (easy): find the best play");
  expect(await readOn(page)).toBe("turn");
  await page.goto("/learn/scopa");
  await expect(page.getByRole("link", { name: /^Puzzle 1: .*solved with help/ })).toBeVisible();
  await expect(page.getByRole("link", { name: "Puzzle 2", exact: true })).toBeVisible();
  await expect(page.getByText("in a row without help")).toHaveCount(0);
  // Two puzzles solved without help are a streak.
  for (const { id, ...exercise } of read<Exercise[]>("scopa", "puzzles").slice(1, 3)) {
    await page.goto(`/learn/scopa/${id}`);
    for (const action of ownActions({ id, ...exercise })) {
      expect(await readOn(page)).toBe("turn");
      await play(page, action);
      await expect(page.locator("[data-waits=true]")).toHaveCount(0);
    }
    expect(await readOn(page)).toBe("over");
  }
  await expect(page.locator(".coach").getByText("2 puzzles in a row without help")).toBeVisible();
  for (const screen of [{ width: 390, height: 844 }, { width: 360, height: 640 }]) {
    await page.setViewportSize(screen);
    await expectReadAtOnce(page, `a solved puzzle at ${screen.width}×${screen.height}`);
  }
});
