// An evening of every game with a pad, on a phone in one hand. The network fails half way and comes back, and
// the entries of two phones are on both.
import type { Browser, BrowserContext, Page } from "@playwright/test";
import { expectAccessible } from "./accessibility";
import { expect, test, visitor, type Server } from "./server";
import { written } from "./pdf";
import { FULL } from "./tiers";

const PHONE = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true };

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const choose = (page: Page, group: string, option: string) => page.getByRole("group", { name: group, exact: true }).getByRole("button", { name: option, exact: true }).click();
async function figures(page: Page, field: string, given: Record<string, number>) {
  for (const [name, figure] of Object.entries(given)) await page.getByRole("textbox", { name: `${field}: ${name}`, exact: true }).fill(String(figure));
}
const write = (page: Page) => button(page, "Write it down").click();
const row = (page: Page, hand: number) => page.locator(".sheet tbody tr").filter({ has: page.getByRole("button", { name: `Hand ${hand}: how it was counted, and corrections` }) });

/** The evening of a game. */
interface Evening {
  game: string;
  players: string[];
  preset?: string;
  /** Functions that enter a hand each, used in turn. */
  hands: ((page: Page) => Promise<void>)[];
  /** Texts on the final sheet. */
  ends: RegExp[];
}

async function begin(page: Page, { game, players, preset }: Evening) {
  await page.goto("/pads");
  await page.getByRole("link", { name: "New score pad" }).click();
  await page.getByRole("radio", { name: game, exact: true }).check({ force: true });
  await page.getByRole("radio", { name: String(players.length), exact: true }).check({ force: true });
  for (const [seat, name] of players.entries()) await page.getByRole("textbox", { name: `Player ${seat + 1}`, exact: true }).or(page.getByRole("combobox", { name: `Player ${seat + 1}`, exact: true })).fill(name);
  if (preset !== undefined) await page.getByLabel("Rules as played by").selectOption({ label: preset });
  await button(page, "Begin").click();
  await expect(page.getByRole("heading", { name: /^Hand 1/ })).toBeVisible();
}

/** Shares the pad and opens it on a second phone. */
async function share(server: Server, browser: Browser, page: Page): Promise<{ context: BrowserContext; page: Page }> {
  await button(page, "Share").click();
  await button(page, "Make a link").click();
  const link = await page.getByLabel("Link to the pad").inputValue();
  await button(page, "Close").click();
  const other = await visitor(browser, server, {}, PHONE);
  await other.page.goto(link);
  await expect(other.page.getByText("Shared with all players")).toBeVisible();
  return other;
}

async function play(server: Server, browser: Browser, evening: Evening): Promise<[Page, Page]> {
  const { context, page } = await visitor(browser, server, {}, PHONE);
  await begin(page, evening);
  const second = await share(server, browser, page);
  const [first, cut, ...rest] = evening.hands;
  await first!(page);
  await write(page);
  await expect(row(second.page, 1)).toBeVisible();
  await context.setOffline(true);
  await cut!(page);
  await write(page);
  await expect(row(page, 2)).toBeVisible();
  await expect(page.getByText("1 entry not sent yet")).toBeVisible();
  await expect(row(second.page, 2)).toHaveCount(0);
  await context.setOffline(false);
  await expect(row(second.page, 2)).toBeVisible();
  for (const [place, hand] of rest.entries()) {
    const [writer, reader] = place % 2 === 0 ? [second.page, page] : [page, second.page];
    await hand(writer);
    await write(writer);
    await expect(row(reader, place + 3)).toBeVisible();
  }
  for (const shown of [page, second.page]) for (const end of evening.ends) await expect(shown.locator("main")).toContainText(end);
  // Nothing lies beyond the edge of the phone.
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await expectAccessible(page, evening.game);
  return [page, second.page];
}

const scopa = (cards: number, coins: number, sweeps: number) => async (page: Page) => {
  await figures(page, "Cards", { Anna: cards });
  await figures(page, "Coins", { Anna: coins });
  await choose(page, "Who has the seven of coins", "Anna");
  await choose(page, "Who has the primiera", "Anna");
  await figures(page, "Scope", { Anna: sweeps });
};

test("Scopa pad on two phones: offline, refusal, undo, correction, conflict", async ({ server, browser }) => {
  const evening: Evening = { game: "Scopa", players: ["Anna", "Bruno"], hands: [scopa(22, 6, 1), scopa(18, 4, 0), scopa(20, 5, 0)], ends: [/Anna.*9/s] };
  const [page, other] = await play(server, browser, evening);

  // An invalid entry is refused, with the rule.
  await figures(page, "Cards", { Anna: 22, Bruno: 19 });
  await scopa(22, 6, 0)(page);
  await figures(page, "Cards", { Bruno: 19 });
  await expect(page.getByText("41 of 40")).toBeVisible();
  await write(page);
  await expect(page.getByRole("alert")).toContainText("Cards add up to 41, not 40");
  await expectAccessible(page, "a refusal");
  await page.getByRole("alert").getByRole("button", { name: /^Read the rule SC-/ }).click();
  const book = page.getByRole("dialog", { name: "The rules of Scopa" });
  await expect(book.locator(".asked")).toBeInViewport();
  await page.keyboard.press("Escape");
  await expect(book).toBeHidden();
  // The draft is restored.
  await page.reload();
  await expect(page.getByText("41 of 40")).toBeVisible();
  await figures(page, "Cards", { Bruno: 18 });
  await write(page);
  await expect(row(page, 4)).toBeVisible();
  await button(page, "Undo").click();
  await expect(row(page, 4)).toHaveCount(0);
  await expect(row(other, 4)).toHaveCount(0);
  await page.getByText("Taken off the sheet: 1").click();
  await button(page, "Put back").click();
  await expect(row(page, 4)).toBeVisible();
  await button(page, "Undo").click();

  // A correction keeps the earlier entry, struck out.
  await row(page, 2).getByRole("button").click();
  await expectAccessible(page, "a hand");
  await button(page, "Correct").click();
  await page.getByRole("dialog").getByRole("textbox", { name: "Scope: Bruno", exact: true }).fill("2");
  await button(page, "Write the correction").click();
  await expect(page.locator(".sheet s")).toContainText("Scope 0 – 0");
  await expect(other.locator(".sheet s")).toContainText("Scope 0 – 0");

  // Both enter hand 4 offline. Both entries are shown until a player decides.
  await Promise.all([page, other].map((one) => one.context().setOffline(true)));
  await scopa(25, 6, 0)(page);
  await write(page);
  await scopa(15, 4, 0)(other);
  await write(other);
  await Promise.all([page, other].map((one) => one.context().setOffline(false)));
  for (const one of [page, other]) await expect(one.getByRole("group", { name: /^Hand 4 was written down twice/ })).toBeVisible();
  await expectAccessible(page, "two who wrote the same hand");
  // The banner beside the score leads to the decision.
  await page.evaluate(() => scrollTo(0, 0));
  const banner = page.locator("main > .asks");
  await expect(banner).toBeInViewport();
  await banner.click();
  await expect(page.getByRole("group", { name: /^Hand 4 was written down twice/ })).toBeInViewport();
  await page.getByRole("group", { name: /^Hand 4 was written/ }).locator(".one").filter({ hasText: "Cards 25 – 15" }).getByRole("button").click();
  for (const one of [page, other]) await expect(one.getByText(/was written down twice/)).toHaveCount(0);
  await expect(row(other, 4)).toContainText("+4");
});

test("a wrong deck holds up the score pad until it is put right", FULL, async ({ server, browser }) => {
  const { page } = await visitor(browser, server, {}, PHONE);
  await begin(page, { game: "Scopa", players: ["Anna", "Bruno"], hands: [], ends: [] });
  await button(page, "The cards").click();
  await choose(page, "What happened?", "Count them");
  await page.getByLabel(/There should be 40/).fill("39");
  await button(page, "Note it").click();
  await expect(page.getByText("There were 39 cards instead of 40. Count again.")).toBeVisible();
  await expect(page.locator(".state.wrong").getByRole("link")).toHaveAttribute("href", "/decks/scopa");
  await choose(page, "What happened?", "Cards are missing, or too many");
  await choose(page, "When was it found?", "during the hand");
  await button(page, "Note it").click();
  await expectAccessible(page, "the cards");
  // Nothing covers a name, and none is cut.
  const answers = await page.locator(".answer").evaluateAll((rows) => rows.map((row) => {
    const [name, chips] = [...row.children].map((child) => child.getBoundingClientRect());
    if (row.firstElementChild!.scrollWidth > row.firstElementChild!.clientWidth) return false;
    return name!.bottom <= chips!.top || name!.right <= chips!.left;
  }));
  expect(answers).toEqual([true, true]);
  await choose(page, "Anna", "agrees");
  await choose(page, "Bruno", "agrees");
  await button(page, "Close").click();
  await scopa(22, 6, 1)(page);
  await write(page);
  await expect(page.getByRole("alert")).toContainText("deck must be corrected");
  await page.getByText("The cards are not in order").click();
  await button(page, "It is right now").click();
  await button(page, "Close").click();
  await write(page);
  await expect(row(page, 1)).toBeVisible();
});

test("an evening of two matches: totals, debts, print, file", async ({ server, browser }) => {
  const { page } = await visitor(browser, server, {}, PHONE);
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "With real cards" })).toBeVisible();
  await page.getByRole("link", { name: "Score pads" }).click();
  await expect(page.getByRole("link", { name: "New score pad" })).toBeVisible();
  await expectAccessible(page, "the list");
  await page.getByRole("link", { name: "New score pad" }).click();
  await expect(button(page, "Begin")).toBeVisible();
  await expectAccessible(page, "a new match");
  await page.getByRole("textbox", { name: "Player 1" }).or(page.getByRole("combobox", { name: "Player 1" })).fill("Anna");
  await page.getByRole("textbox", { name: "Player 2" }).or(page.getByRole("combobox", { name: "Player 2" })).fill("Bruno");
  await page.getByText("The rules in detail").click();
  await page.getByLabel("Points to win").fill("5");
  await page.getByText("Stakes and cards").click();
  await page.getByRole("textbox", { name: /point/ }).fill("0.10");
  await button(page, "Begin").click();
  await scopa(25, 6, 2)(page);
  await write(page);
  await expect(page.getByRole("heading", { name: "Anna wins" })).toBeVisible();
  await expect(page.locator("main").getByText("Bruno gives Anna 0.60")).toBeVisible();
  await button(page, "The same again").click();
  await expect(page.getByRole("navigation", { name: "Matches on this pad" }).getByRole("button")).toHaveCount(2);
  await scopa(18, 4, 0)(page);
  await write(page);
  await expectAccessible(page, "an evening");
  // A phone shows the money of the evening without scrolling.
  const balance = page.locator("main .evening").locator("th, td").filter({ hasText: /^(Balance|[+−]0\.60)$/ });
  await balance.first().scrollIntoViewIfNeeded();
  expect(await balance.evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().right <= innerWidth - 12))).toEqual([true, true, true]);

  // A third match of another game: its tab is visible, and the stake, which has another meaning there, is not
  // taken over.
  await button(page, "Another match").click();
  await page.getByRole("radio", { name: "Thirty-One", exact: true }).check({ force: true });
  await page.getByText("Stakes and cards").click();
  await expect(page.getByRole("textbox", { name: /Stake/ })).toHaveValue("");
  await button(page, "Begin").click();
  const tab = page.getByRole("navigation", { name: "Matches on this pad" }).getByRole("button", { name: /^3/ });
  await expect(tab).toHaveAttribute("aria-current", "true");
  await expect(tab).toBeInViewport({ ratio: 1 });
  await button(page, "Undo").click();

  const pdf = await page.pdf({ format: "A4" });
  const paper = written(pdf);
  for (const text of ["Scopa·Anna,Bruno", "Cards25–15", "Theevening", "BrunogivesAnna0.60"]) expect(paper).toContain(text);
  expect(paper).not.toContain("Writeitdown");

  await button(page, "Take it along").click();
  await expectAccessible(page, "the export");
  await expect(page.locator("pre")).toContainText("Anna");
  const saving = page.waitForEvent("download");
  await button(page, "As a file").click();
  const file = await (await saving).path();
  await page.goto("/pads");
  await page.getByLabel("Open a pad from a file").setInputFiles({ name: "pad.json", mimeType: "application/json", buffer: Buffer.from("{}") });
  await expect(page.getByRole("alert")).toBeVisible();
  // The corrected file can be chosen again under the same name.
  await expect(page.getByLabel("Open a pad from a file")).toHaveValue("");
  await page.getByLabel("Open a pad from a file").setInputFiles(file);
  await expect(page.locator("main").getByText("Bruno gives Anna 0.60")).toBeVisible();
});

test("where copying fails the text is selected instead", FULL, async ({ server, browser }) => {
  const { page } = await visitor(browser, server, {}, PHONE);
  // As over plain http, in a browser without any way to copy.
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "clipboard", { value: undefined });
    document.execCommand = () => false;
  });
  await begin(page, { game: "Scopa", players: ["Anna", "Bruno"], hands: [], ends: [] });
  const selected = () => page.evaluate(() => {
    const field = document.querySelector<HTMLInputElement>("dialog input[readonly]");
    return field === null ? String(getSelection()) : field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0);
  });
  await button(page, "Take it along").click();
  await button(page, "Copy the text").click();
  await expect(page.getByText("The text is selected")).toBeVisible();
  await expect(button(page, "Copied")).toHaveCount(0);
  expect(await selected()).toContain("Anna");
  await button(page, "Close").click();
  await button(page, "Share").click();
  await button(page, "Make a link").click();
  await button(page, "Copy the link").click();
  await expect(page.getByText("The link is selected")).toBeVisible();
  await expect(button(page, "Copied")).toHaveCount(0);
  expect(await selected()).toBe(await page.getByLabel("Link to the pad").inputValue());
});

const wallStreet = (investors: number, preferred: number, common: number, takeovers = 0) => async (page: Page) => {
  await figures(page, "Investors (kings)", { Ada: investors });
  await figures(page, "Preferred (diamonds but the king)", { Ada: preferred });
  await figures(page, "Common (all others)", { Ada: common });
  await figures(page, "Takeovers", { Ada: takeovers });
};
const cassino = (cards: number, spades: number, aces: number, sweeps: number) => async (page: Page) => {
  await figures(page, "Cards", { Ada: cards });
  await figures(page, "Spades", { Ada: spades });
  await choose(page, "Who has the ten of diamonds", "Ada");
  await choose(page, "Who has the two of spades", "Bob");
  await figures(page, "Aces", { Ada: aces });
  await figures(page, "Sweeps", { Ada: sweeps });
};
const gin = (how: string, by: string, ada: number, bob: number) => async (page: Page) => {
  await choose(page, "How did it end", how);
  await choose(page, "Who went out", by);
  await figures(page, "Deadwood after lay-offs", { Ada: ada, Bob: bob });
};
const thirtyOne = (loser: string, knocker = "Ada") => async (page: Page) => {
  await choose(page, "How did it end", "knock");
  await choose(page, "Who knocked", knocker);
  await choose(page, "Or only who lost", loser);
};
const bridge = (level: string, strain: string, declarer: string, tricks: string) => async (page: Page) => {
  await choose(page, "Result", "played");
  await choose(page, "Contract: how high", level);
  await choose(page, "Contract: in what", strain);
  await choose(page, "Declarer", declarer);
  await choose(page, "Tricks of declarer's side", tricks);
};
const speed = (who: string) => async (page: Page) => {
  await choose(page, "How did it end", "all cards played");
  await choose(page, "Who was out first", who);
};
const stuck = (left: Record<string, number>) => async (page: Page) => {
  await choose(page, "How did it end", "blocked");
  await figures(page, "Cards left, hand and stock", left);
};

const EVENINGS: Evening[] = [
  { game: "Wall Street", players: ["Ada", "Bob"], hands: [wallStreet(3, 5, 14, 1), wallStreet(1, 4, 10), wallStreet(2, 6, 15)], ends: [] },
  { game: "Cassino", players: ["Ada", "Bob"], hands: [cassino(30, 7, 2, 1), cassino(20, 5, 1, 0), cassino(28, 8, 3, 0)], ends: [] },
  { game: "Gin Rummy", players: ["Ada", "Bob"], hands: [gin("knock", "Ada", 4, 20), gin("gin", "Bob", 18, 0), gin("knock", "Ada", 9, 5)], ends: [/undercut by Bob/i] },
  { game: "Thirty-One", players: ["Ada", "Bob", "Cleo"], hands: [thirtyOne("Bob"), thirtyOne("Ada", "Bob"), thirtyOne("Bob", "Cleo")], ends: [] },
  { game: "Speed", players: ["Ada", "Bob"], hands: [speed("Ada"), stuck({ Ada: 9, Bob: 4 }), stuck({ Ada: 20, Bob: 20 }), speed("Bob")], ends: [/Bob has fewer cards/, /played again/, /Bob wins/] },
  { game: "Bridge", players: ["Ada", "Bob", "Cleo", "Dan"], hands: [bridge("3", "no trumps", "Ada", "10"), bridge("4", "spades", "Bob", "9"), bridge("2", "hearts", "Cleo", "8")], ends: [/vulnerable/] },
];
for (const evening of EVENINGS) {
  test(`${evening.game} pad on two phones, offline half way`, FULL, async ({ server, browser }) => {
    await play(server, browser, evening);
  });
}

/** Enters the values of some players' cards, one by one. */
async function portfolios(page: Page, cards: Record<string, string[]>) {
  for (const [name, values] of Object.entries(cards)) {
    await page.getByRole("group", { name: "Investments: whose", exact: true }).getByRole("button", { name: new RegExp(`^${name} `) }).click();
    for (const value of values) await choose(page, `Investments: ${name}`, value);
  }
}
const wins = (page: Page, name: string) => expect(page.getByRole("heading", { name: `${name} wins` })).toBeVisible();

test("Sharks of Wall Street pad on two phones, offline half way", FULL, async ({ server, browser }) => {
  const { context, page } = await visitor(browser, server, {}, PHONE);
  await begin(page, { game: "Sharks of Wall Street", players: ["Ada", "Bob", "Cleo"], hands: [], ends: [] });
  await expect(page.getByText("deals")).toHaveCount(0);
  await expectAccessible(page, "portfolios to tap");
  const second = await share(server, browser, page);
  await portfolios(page, { Ada: ["12", "7", "−3"] });
  await expect(page.getByText("12 + 7 − 3 = 16")).toBeVisible();
  await portfolios(page, { Bob: ["10", "2"] });
  // There is one card of twelve, and Ada has it.
  await expect(page.getByRole("group", { name: "Investments: Bob" }).getByRole("button", { name: "12", exact: true })).toBeDisabled();
  await write(page);
  for (const one of [page, second.page]) await wins(one, "Ada");

  await context.setOffline(true);
  await button(page, "The same again").click();
  await portfolios(page, { Ada: ["12"], Bob: ["10", "2"] });
  await write(page);
  await expect(page.getByRole("alert")).toContainText("Several players are tied. This decides between them: Capital left, added up");
  await expect(page.getByRole("alert").getByRole("button", { name: "Read the rule SH-S13" })).toBeVisible();
  await expectAccessible(page, "a tie");
  await figures(page, "Capital left, added up", { Ada: 3, Bob: 9 });
  await write(page);
  await wins(page, "Bob");
  await expect(page.getByText("2 entries not sent yet")).toBeVisible();
  await expect(second.page.getByRole("navigation", { name: "Matches on this pad" })).toHaveCount(0);
  await context.setOffline(false);
  await wins(second.page, "Bob");

  // The third with cards that the server's set lacks: only their sum is entered.
  await button(second.page, "The same again").click();
  await second.page.getByText("More to say").click();
  await figures(second.page, "Only what they are worth together", { Ada: 18, Bob: 31, Cleo: -4 });
  await write(second.page);
  for (const one of [page, second.page]) {
    await wins(one, "Bob");
    await expect(one.getByRole("navigation", { name: "Matches on this pad" }).getByRole("button")).toHaveCount(3);
    await expect(one.getByRole("region", { name: "The evening" }).getByRole("row", { name: /^Bob/ })).toContainText("2 / 3");
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await expectAccessible(page, "the evening");
});
