// The path of a first-time player: Home, the lesson offered at the first table, a match with a friend who comes
// by a link, its end, a rematch, and the deal of the day to share.
import { readFileSync } from "node:fs";
import { expect, test, visitor } from "./server";
import { atTurn, awaitState, finishMatch } from "./table";

const LESSON = JSON.parse(readFileSync(new URL("../../exercises/scopa/lesson.json", import.meta.url), "utf8")) as { id: string };

test("a first evening: lesson, match with a friend, rematch, and the deal of the day", async ({ browser, server }) => {
  const anna = await visitor(browser, server, {}, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, permissions: ["clipboard-read", "clipboard-write"] });
  const bert = await visitor(browser, server, { name: "Bert" });
  const { page } = anna;

  // The first table offers the lesson, which begins by saying what to do.
  await page.goto("/");
  await page.getByRole("button", { name: "Play now Scopa" }).click();
  await awaitState(page, ["turn"]);
  await page.getByRole("link", { name: /Take the .* lesson$/ }).click();
  await page.waitForURL(`**/learn/scopa/${LESSON.id}`);
  await expect(page.getByRole("region", { name: "What to do" })).toBeVisible();

  // A friend comes by the link.
  await page.goto("/");
  await page.getByRole("button", { name: "With a friend" }).click();
  await page.getByRole("dialog", { name: "Play with a friend" }).getByRole("button", { name: /^Scopa/ }).click();
  const link = new URL(await page.getByLabel("Invitation link").inputValue());
  await bert.page.goto(link.pathname);
  await bert.page.getByRole("button", { name: "Sit down and play" }).click();
  await atTurn(page, bert.page);

  // Both play to the end, and each sees the same winner.
  await Promise.all([finishMatch(page), finishMatch(bert.page)]);
  const title = /^(You have won!|\S+ has won)$/;
  const [mine, theirs] = [page, bert.page].map((one) => one.getByRole("heading", { name: title }));
  await expect(mine!).toBeVisible();
  await expect(theirs!).toBeVisible();
  expect([await mine!.textContent(), await theirs!.textContent()].filter((won) => won === "You have won!")).toHaveLength(1);

  // The rematch is at a new table, with both.
  const before = page.url();
  await page.getByRole("button", { name: "Play again" }).click();
  await bert.page.getByRole("button", { name: "Play again" }).click();
  await expect.poll(() => page.url()).not.toBe(before);
  await expect.poll(() => bert.page.url()).toBe(page.url());
  await atTurn(page, bert.page);

  // The deal of the day is played alone, and its result goes to the clipboard.
  await page.goto("/");
  await page.getByRole("link", { name: "Deal of the day" }).click();
  await page.getByRole("button", { name: "Play Scopa" }).click();
  await finishMatch(page);
  await page.getByRole("button", { name: "Copy to share" }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/^Parlour · Scopa · [\s\S]*Can you beat it\? .*\/daily$/);
});
