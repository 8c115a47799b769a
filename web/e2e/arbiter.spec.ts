// The arbiter on a phone: situations entered by tapping, and rulings with their rules, without violations.
import { type Page } from "@playwright/test";
import { expectGoodOnPhone } from "./accessibility";
import { expect, test, visitor } from "./server";
import { FULL } from "./tiers";

const PHONE = { viewport: { width: 360, height: 640 }, hasTouch: true };
const cell = (page: Page, card: string) => page.locator(`[data-cell="${card}"]`);
const tapAll = async (page: Page, cards: string) => {
  for (const card of cards.split(" ")) await cell(page, card).tap();
};
const answer = (page: Page) => page.locator("section.answer");

const inspect = (page: Page) => expectGoodOnPhone(page, page.url());

test("the arbiter rules on a Scopa capture by the rules of the table it was opened from", async ({ browser, server }) => {
  const { page, context } = await visitor(browser, server, {}, PHONE);
  await page.goto("/arbiter/scopa?preset=classic&seats=2");
  await tapAll(page, "3c 4h 7s");
  await page.getByRole("button", { name: /^Hand/ }).click();
  await tapAll(page, "7d");
  await expect(answer(page)).toContainText("takes seven of swords");
  await expect(answer(page)).toContainText("may not be laid");
  // The rule opens the rule book over the page, which stays unchanged.
  await answer(page).getByRole("button", { name: "Read the rule SC-R6" }).first().click();
  const book = page.getByRole("dialog");
  await expect(book).toContainText("The rules of Scopa");
  await inspect(page);
  await page.keyboard.press("Escape");
  await expect(book).toBeHidden();
  await expect(answer(page)).toContainText("takes seven of swords");
  // An illegal capture: the sum, although a card of the same rank lies there.
  const point = page.locator(".pointing");
  await point.getByRole("button", { name: "seven of coins" }).tap();
  await point.getByRole("button", { name: "three of batons" }).tap();
  await point.getByRole("button", { name: "four of cups" }).tap();
  await expect(answer(page).locator("li.mayNot")).toHaveCount(1);
  await expect(answer(page)).toContainText("may not be played like that");
  await inspect(page);
  // Under other rules the answer differs. The situation is still there.
  await page.getByText(/^Rules:/).click();
  await page.locator("select[id$='-captureObligation']").selectOption("none");
  await point.getByRole("button", { name: "three of batons" }).tap();
  await point.getByRole("button", { name: "four of cups" }).tap();
  await expect(answer(page)).toContainText("may be laid");
  await context.close();
});

test("the arbiter answers for Cassino, Gin Rummy, Thirty-One, Bridge and Wall Street", async ({ browser, server }) => {
  const { page, context } = await visitor(browser, server, {}, PHONE);
  await page.goto("/arbiter/cassino");
  await tapAll(page, "5c");
  await page.getByRole("button", { name: "+ Build" }).click();
  await page.locator(".build select").selectOption("9");
  await tapAll(page, "4d 5h");
  await page.getByRole("button", { name: /^Hand/ }).click();
  await tapAll(page, "9s 4s");
  await expect(answer(page)).toContainText("takes");
  await expect(answer(page).getByRole("button", { name: "Read the rule CA-R11" }).first()).toBeVisible();
  await inspect(page);

  await page.goto("/arbiter/gin-rummy");
  await tapAll(page, "4c 4d 4h 5s 6s 7s 9c Tc Jc 2d Kd");
  await expect(answer(page)).toContainText("knock with 2");
  await inspect(page);

  await page.goto("/arbiter/thirty-one");
  await tapAll(page, "As Ks Qs");
  await expect(answer(page)).toContainText("worth 31");
  await inspect(page);

  await page.goto("/arbiter/bridge");
  // With eight tasks, the selected one is still on the first screen.
  await expect(page.getByRole("button", { name: "3♠" }).first()).toBeInViewport({ ratio: 1 });
  await page.getByRole("button", { name: "1♠" }).first().tap();
  await expect(answer(page)).toContainText("1NT");
  await page.getByRole("button", { name: "What does it score?" }).click();
  await page.getByLabel(/^Level/).selectOption("4");
  await page.getByRole("button", { name: "♥", exact: true }).click();
  await page.getByLabel(/^Tricks taken/).selectOption("11");
  await expect(answer(page)).toContainText("made with 1 over");
  await inspect(page);
  // Irregularities that a match prevents and a real table does not.
  await page.getByRole("button", { name: "A revoke" }).click();
  await expect(answer(page)).toContainText("stays open as a penalty card");
  await page.getByRole("button", { name: "has played to the next trick" }).click();
  await page.getByLabel(/^Tricks that side won later/).selectOption("2");
  await expect(answer(page)).toContainText("two tricks go to the other side");
  await expect(answer(page).getByRole("button", { name: "Read the rule BR-S23" }).first()).toBeVisible();
  await page.getByRole("button", { name: "A call out of turn" }).click();
  await expect(answer(page)).toContainText("must repeat the call");
  await inspect(page);

  await page.goto("/arbiter/wall-street");
  await tapAll(page, "2c 3d");
  await page.getByRole("button", { name: /^Hand/ }).click();
  await tapAll(page, "5h");
  await expect(answer(page)).toContainText("a takeover");
  await context.close();
});

test("the arbiter rules on Speed: a play, a late play, a block, a stalemate", FULL, async ({ browser, server }) => {
  const { page, context } = await visitor(browser, server, {}, PHONE);
  const to = (name: RegExp) => page.getByRole("group", { name: "Where the next card goes" }).getByRole("button", { name }).click();
  await page.goto("/arbiter/speed");
  await tapAll(page, "6c 7c 8c");
  await to(/^Right pile/);
  await tapAll(page, "Kd");
  await to(/^Hand/);
  await tapAll(page, "7d Qs");
  await expect(answer(page)).toContainText("This hand can play seven of diamonds and queen of spades");
  await expect(answer(page)).toContainText("may go on the left pile, on eight of clubs");
  // Played for the six, which another card has covered.
  const point = page.locator(".pointing");
  await point.getByRole("button", { name: "seven of diamonds" }).tap();
  await point.getByRole("button", { name: "six of clubs" }).tap();
  await expect(answer(page)).toContainText("came too late for its card, but also fits eight of clubs");
  await inspect(page);

  await page.getByRole("button", { name: "Blocked, or over?" }).click();
  await tapAll(page, "2c");
  await to(/^Right pile/);
  await tapAll(page, "2d");
  await to(/^Player 1/);
  await tapAll(page, "7d");
  await to(/^Player 2/);
  await tapAll(page, "7s Qs");
  await expect(answer(page)).toContainText("both turn the next card");
  await expect(answer(page)).toContainText("The game is over only if none of these is left in the centre");
  await inspect(page);
  await page.getByRole("switch", { name: /whole centre/ }).tap();
  await expect(answer(page)).toContainText("the game is over");
  await expect(answer(page)).toContainText("Player 1 wins");
  await expect(answer(page).getByRole("button", { name: "Read the rule SP-S8" }).first()).toBeVisible();
  await inspect(page);
  await context.close();
});

test("the arbiter rules on Sharks: bids, Tools, reactions, the end", FULL, async ({ browser, server }) => {
  const { page, context } = await visitor(browser, server, {}, PHONE);
  const to = (name: RegExp) => page.getByRole("group", { name: "Where the next card goes" }).getByRole("button", { name }).click();
  const lay = async (kinds: string) => {
    for (const kind of kinds.split(" ")) await page.locator(`[data-kind="${kind}"]`).tap();
  };
  const rule = (id: string) => answer(page).getByRole("button", { name: `Read the rule ${id}` }).first();
  await page.goto("/arbiter/sharks");
  await lay("5 5 3 10");
  await page.getByRole("button", { name: "3: take away" }).tap();
  await to(/^Highest bid/);
  await lay("7 4");
  await expect(answer(page)).toContainText("The lowest bid that is enough: 10 + 5, together 15");
  const point = page.locator(".pointing");
  await point.getByRole("button", { name: "5" }).first().tap();
  await point.getByRole("button", { name: "5" }).last().tap();
  await expect(answer(page)).toContainText("That comes to 10, but the bid is 11");
  await expect(rule("SH-R10")).toBeVisible();
  await inspect(page);

  await page.getByRole("button", { name: "May this Tool be played?" }).click();
  await lay("T01 T06 T13");
  await to(/^Capital in hand/);
  await lay("2");
  await to(/^Player 2/);
  await lay("down I02");
  await to(/^Row/);
  await lay("I05 down");
  await expect(answer(page)).toContainText("only answers the Tool of another player");
  await expect(answer(page)).toContainText("It may be played on Halcyon Grid of Player 2");
  await expect(answer(page)).toContainText("On the face-down card at place 6 of the row");
  await expect(rule("SH-R19")).toBeVisible();
  await inspect(page);
  await page.getByRole("button", { name: "another has played a Tool" }).click();
  await expect(answer(page)).toContainText("It may be played as an answer");

  await page.getByRole("button", { name: "Answered: what stands?" }).click();
  await lay("T15");
  const answered = page.getByRole("group", { name: "Who answered, in order" });
  await answered.getByRole("button", { name: "Player 2" }).tap();
  await expect(answer(page)).toContainText("The Tool is cancelled");
  await answered.getByRole("button", { name: "Player 1" }).tap();
  await expect(answer(page)).toContainText("The Tool is done after all");
  await expect(answer(page)).toContainText("next answer by Player 2");
  await inspect(page);

  await page.getByRole("button", { name: "Who has won?" }).click();
  await lay("I01");
  await to(/^Player 2: Investments/);
  await lay("I01 I03 I18");
  await to(/^Player 1: Investments/);
  await lay("I01");
  await expect(answer(page)).toContainText("Player 1 wins: as much as another in Investments");
  await to(/^Player 2: Capital/);
  await lay("1");
  await expect(answer(page)).toContainText("Player 2 wins");
  await expect(rule("SH-S13")).toBeVisible();
  await inspect(page);
  await context.close();
});
