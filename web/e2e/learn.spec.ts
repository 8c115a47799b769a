// Lessons and puzzles: every game's lesson is played to its end by what the coach's record says, and a puzzle is solved.
import { readdirSync, readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expectAccessible, expectNoSidewaysScroll } from "./accessibility";
import { expect, test, visitor } from "./house";

interface Exercise { id: string; seat: number; title: Record<string, string>; record: { game: string; deals: { actions: string[] }[] }; start?: { deal: number; entry: number } }
const folder = new URL("../../exercises/", import.meta.url);
const read = <T>(game: string, file: string): T => JSON.parse(readFileSync(new URL(`${game}/${file}.json`, folder), "utf8")) as T;
const games = readdirSync(folder);
const taught = games.filter((game) => readdirSync(new URL(`${game}/`, folder)).includes("lesson.json"));

/** What the learner of an exercise does, in order. */
const ownActions = ({ seat, record, start }: Exercise): string[] =>
  record.deals.flatMap(({ actions }, deal) => actions.filter((_, entry) => start === undefined || deal > start.deal || (deal === start.deal && entry >= start.entry)))
    .filter((action) => action.startsWith(`${seat} `)).map((action) => action.slice(2));

/** Types it as a command: how each game is played by hand its own tests show. */
async function play(page: Page, action: string): Promise<void> {
  const line = page.getByRole("textbox", { name: "Command" });
  if (!(await line.isVisible())) await page.getByRole("button", { name: "What happened" }).click();
  await line.fill(action);
  await line.press("Enter");
  // What was written down lies over what is said.
  await page.getByRole("complementary", { name: "What happened" }).getByRole("button", { name: "Close" }).click();
}

/** Goes on until the learner is to act, or it is over. */
async function readOn(page: Page): Promise<"turn" | "over"> {
  const coach = page.getByRole("region", { name: "What to do" });
  const over = coach.getByRole("button", { name: "Once more" });
  const goOn = coach.getByRole("button", { name: "Go on" });
  const counted = page.getByRole("button", { name: /^(Next deal|To the result)/ });
  for (let looks = 0; looks < 400; looks++) {
    if (await over.isVisible()) return "over";
    if (await goOn.isVisible()) await goOn.click({ timeout: 2_000 }).catch(() => undefined);
    else if (await counted.isVisible()) await counted.click({ timeout: 2_000 }).catch(() => undefined);
    else if ((await coach.locator("[data-waits=true]").count()) > 0) return "turn";
    await page.waitForTimeout(60);
  }
  throw new Error("the exercise stands still");
}

for (const game of taught) {
  test(`the first lesson of ${game} is played to its end, and is remembered`, async ({ house, browser }) => {
    const lesson = read<Exercise>(game, "lesson");
    const { page } = await visitor(browser, house);
    await page.goto(`/learn/${game}/${lesson.id}`);
    for (const action of ownActions(lesson)) {
      expect(await readOn(page)).toBe("turn");
      const at = await page.locator("[data-at]").getAttribute("data-at");
      await play(page, action);
      await expect.poll(() => page.locator("[data-at]").getAttribute("data-at"), { message: action }).not.toBe(at);
    }
    expect(await readOn(page)).toBe("over");
    await expectAccessible(page, `lesson of ${game}`);
    await page.goto(`/learn/${game}`);
    await expect(page.getByRole("link", { name: new RegExp(`${lesson.title.en}.*solved`) })).toBeVisible();
  });
}

test("a puzzle: what is wrong is told and changes nothing, what is right solves it, and a reload remembers it", async ({ house, browser }) => {
  const { page } = await visitor(browser, house, {}, { viewport: { width: 360, height: 640 } });
  const [first, second] = read<[Exercise, Exercise]>("scopa", "puzzles");
  await page.goto("/");
  await page.getByRole("link", { name: /^Learn.*Scopa/ }).click();
  const puzzle = page.getByRole("link", { name: /^Puzzle 1: / });
  await expect(puzzle).toBeVisible();
  await expectNoSidewaysScroll(page, "puzzles");
  await expectAccessible(page, "puzzles");
  await puzzle.click();
  const [right] = ownActions(first);
  expect(await readOn(page)).toBe("turn");
  await play(page, "9z");
  await expect(page.locator("[data-at]")).toHaveAttribute("data-waits", "true");
  // What would be good is said, with what it is worth.
  await page.getByRole("button", { name: "Hint" }).click();
  await expect(page.getByRole("dialog").getByRole("listitem").first()).toBeVisible();
  await page.keyboard.press("Escape");
  await play(page, right!);
  expect(await readOn(page)).toBe("over");
  await expect(page.getByText("Right!")).toBeVisible();
  await page.getByRole("link", { name: "Next puzzle" }).click();
  await expect(page).toHaveURL(new RegExp(`/learn/scopa/${second.id}$`));
  expect(await readOn(page)).toBe("turn");
  await page.goto("/learn/scopa");
  await expect(page.getByRole("link", { name: /^Puzzle 1: .*solved with help/ })).toBeVisible();
  await expect(page.getByRole("link", { name: /^Puzzle 2: (?!.*solved)/ })).toBeVisible();
});
