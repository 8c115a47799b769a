// axe on every view of every game's pad, the checklist before play and the deck checker, on a phone; and the
// printed sheets, which must contain every entry.
import type { Page } from "@playwright/test";
import { writeFileSync } from "node:fs";
import { expectGoodOnPhone } from "./accessibility";
import { expect, test, visitor } from "./server";
import { written } from "./pdf";
import { FULL } from "./tiers";

const PHONE = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true };

const inspect = expectGoodOnPhone;
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

interface Match { game: string; players: string[]; options?: object; stake?: object; entries: object[]; /** The first entry before its correction. */ before?: object }

/** Returns a pad as in a file. */
function padOf(matches: Match[]): string {
  let count = 0;
  const id = () => `${++count}@table`;
  const operations = matches.flatMap(({ entries, before, ...opening }) => {
    const match = id();
    const rows = entries.map((entry, line) => ({ id: id(), at: "2026-03-01T20:30:00Z", do: "enter", match, line, entry: line === 0 ? (before ?? entry) : entry }));
    const correction = before === undefined ? [] : [{ id: id(), do: "correct", of: rows[0]!.id, line: 0, entry: entries[0] }];
    return [{ id: match, at: "2026-03-01T20:00:00Z", do: "open", dealer: 0, countEvery: 0, ...opening }, ...rows, ...correction];
  });
  return JSON.stringify({ format: "parlour-pad/1", operations });
}

async function take(page: Page, matches: Match[]) {
  await page.goto("/pads");
  await page.getByLabel("Open a pad from a file").setInputFiles({ name: "pad.json", mimeType: "application/json", buffer: Buffer.from(padOf(matches)) });
  await expect(page.getByRole("heading", { name: "The sheet" })).toBeVisible();
}

const CENTS = { amount: 5, unit: "cent" };
const FOUR = ["Nora", "Ed", "Sue", "Will"];
const SIX = ["Ada", "Bartholomew", "Cleo", "Dan", "Evelyn", "Fred"];
const played = (contract: string, declarer: number, tricks: number) => ({ kind: "played", contract, declarer, tricks });
const gin = (by: number, other: number) => ({ going: "gin", by, deadwood: by === 0 ? [0, other] : [other, 0] });

const RUBBER: Match = {
  game: "bridge", players: FOUR, stake: CENTS,
  entries: [played("2H", 0, 9), played("3N", 1, 9), played("4SX", 2, 10), played("5D", 3, 9), played("1N", 1, 8), { ...played("6C", 0, 12), honors: 100, honorsSeat: 0 }],
};
const HOLLYWOOD: Match = {
  game: "gin-rummy", players: ["Anna", "Bruno"], options: { hollywood: true }, stake: CENTS, before: gin(0, 52),
  entries: [gin(0, 25), gin(0, 25), gin(1, 25), { going: "knock", by: 0, deadwood: [4, 40] }, { going: "knock", by: 1, deadwood: [5, 9] }],
};
const LIVES: Match = {
  game: "thirty-one", players: SIX, stake: { amount: 100, unit: "cent" },
  entries: [{ ended: "knock", knocker: 1, values: [20, 10, 12, 27, 28.5, 25] }, { ended: "blitz", values: [20, 31, 12, 27, 28, 25] }, { ended: "showdown", values: [20, 11, 12, 9, 28, 25] }],
};
const PORTFOLIOS: Match = {
  game: "sharks", players: SIX, stake: CENTS,
  entries: [{ portfolio: [[12, -3, 7, 4, -8], ["I03", 2], [9], [], [-6, 11], [8]], capital: [3, 9, null, null, null, null] }],
};
const GAMES: Match[] = [
  { game: "scopa", players: ["Anna", "Bruno"], stake: CENTS, entries: [{ cards: [25, 15], coins: [6, 4], settebello: 0, primiera: 1, sweeps: [2, 0] }] },
  { game: "wall-street", players: ["Ada", "Bob", "Cleo"], stake: CENTS, entries: [{ investors: [2, 1, 1], preferred: [3, 3, 3], common: [10, 9, 8], takeovers: [0, 1, 0] }] },
  { game: "cassino", players: ["Ada", "Bob"], stake: CENTS, entries: [{ cards: [27, 25], spades: [6, 7], aces: [2, 2], bigCassino: 0, littleCassino: 1, sweeps: [0, 1] }] },
  HOLLYWOOD,
  LIVES,
  { game: "speed", players: ["Ada", "Bob"], stake: CENTS, entries: [{ ended: "out", by: 0 }, { ended: "stalemate", left: [9, 4] }, { ended: "out", by: 0 }] },
  PORTFOLIOS,
  RUBBER,
];
const NAMES: Record<string, string> = {
  scopa: "Scopa", "wall-street": "Wall Street", cassino: "Cassino", "gin-rummy": "Gin Rummy", "thirty-one": "Thirty-One", speed: "Speed", sharks: "Sharks of Wall Street", bridge: "Bridge",
};

for (const match of GAMES) {
  const name = NAMES[match.game]!;
  test(`${name}: axe finds no fault on the score pad`, FULL, async ({ server, browser }) => {
    const { page } = await visitor(browser, server, {}, PHONE);
    await page.goto("/pads");
    await page.getByRole("link", { name: "New score pad" }).click();
    await page.getByRole("radio", { name, exact: true }).check({ force: true });
    await page.getByText("The rules in detail").click();
    await inspect(page, "a new pad");
    await button(page, "Before you deal").click();
    await expect(page.getByRole("dialog").getByRole("checkbox")).toHaveCount(4);
    await inspect(page, "before you deal");
    await button(page, "Close").click();
    await button(page, "Begin").click();
    await expect(page.getByRole("heading", { name: /^Hand 1/ })).toBeVisible();
    await inspect(page, "a pad");
    await take(page, [match, { ...match, entries: match.entries.slice(0, 1) }]);
    await expect(page.getByRole("heading", { name: "The evening" }).first()).toBeVisible();
    await inspect(page, "an evening");
    expect(await cut(page)).toEqual([]);
  });
}

test("the checklist before a deal, from the form and from the deck checker", FULL, async ({ server, browser }) => {
  const { page } = await visitor(browser, server, {}, PHONE);
  await page.goto("/pads");
  await page.getByRole("link", { name: "New score pad" }).click();
  await page.getByRole("textbox", { name: "Player 2" }).or(page.getByRole("combobox", { name: "Player 2" })).fill("Bruno");
  await page.getByRole("radio", { name: "deals Bruno" }).check({ force: true });
  await page.getByText("The rules in detail").click();
  await page.getByLabel("Points to win").fill("21");
  await page.getByLabel("Points to win").blur();
  await button(page, "Before you deal").click();
  const list = page.getByRole("dialog", { name: "Before you deal" });
  await expect(list).toContainText("40 cards, counted.");
  await expect(list).toContainText("eights, nines, tens");
  await expect(list).toContainText("Bruno deals first.");
  await expect(list).toContainText("Points to win: 21");
  await list.getByRole("button", { name: "Read the rule SC-O4" }).click();
  await expect(page.getByRole("dialog", { name: "The rules of Scopa" }).locator(".asked").first()).toBeVisible();
  await page.keyboard.press("Escape");
  await list.getByRole("link", { name: "Count them, tick them off" }).click();
  await expect(page).toHaveURL(/\/decks\/scopa$/);

  for (const [game, cards] of [["scopa", 40], ["speed", 52], ["sharks", 140], ["bridge", 52]] as const) {
    await page.goto(`/decks/${game}`);
    await expect(button(page, "Before you deal")).toBeVisible();
    await inspect(page, `the deck of ${game}`);
    await button(page, "Before you deal").click();
    await expect(list).toContainText(`${cards} cards, counted.`);
    await expect(list.getByText(game === "speed" || game === "sharks" ? "there is no dealer" : "The first dealer is chosen")).toBeVisible();
    await inspect(page, `before you deal ${game}`);
  }
  await list.getByRole("button", { name: "Read the rule DK-R3" }).click();
  await expect(page.locator(".asked").first()).toBeInViewport();
  await expect(page.locator(".asked").first()).toContainText("Count the cards before the first hand");
  await inspect(page, "the book of decks");
  await page.goto("/decks");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await inspect(page, "the decks");
});

test("a refusal about the deck leads to its rule", FULL, async ({ server, browser }) => {
  const { page } = await visitor(browser, server, {}, PHONE);
  await take(page, [{ game: "speed", players: ["Ada", "Bob"], entries: [{ ended: "out", by: 0 }] }]);
  await button(page, "The cards").click();
  await page.getByRole("button", { name: "Cards are missing, or too many" }).click();
  await page.getByRole("button", { name: "after its score was agreed" }).click();
  await button(page, "Note it").click();
  await button(page, "Close").click();
  await page.getByRole("button", { name: "all cards played" }).click();
  await page.getByRole("group", { name: "Who was out first" }).getByRole("button", { name: "Bob" }).click();
  await button(page, "Write it down").click();
  await page.getByRole("alert").getByRole("button", { name: "Read the rule DK-R2" }).click();
  await expect(page.locator(".asked").first()).toContainText("replace the deck before the next one");
});

/** Returns the texts that are cut. */
const cut = (page: Page) => page.locator("header *, main *, dialog *, [role=dialog] *").evaluateAll((all) => all.flatMap((one) => {
  const style = getComputedStyle(one);
  const hides = style.overflowX === "hidden" || style.overflowX === "clip";
  return one.checkVisibility() && hides && style.clipPath === "none" && one.scrollWidth > one.clientWidth + 1 ? [one.textContent] : [];
}));

test("score pads in Italian: nothing is cut or left in English", FULL, async ({ server, browser }) => {
  const { page } = await visitor(browser, server, { language: "it" }, { ...PHONE, locale: "it-IT" });
  await page.goto("/pads");
  await page.locator("input[type=file]").setInputFiles({ name: "pad.json", mimeType: "application/json", buffer: Buffer.from(padOf([...GAMES, { ...RUBBER, entries: [] }])) });
  const tabs = page.getByRole("navigation", { name: "Partite su questo foglio" }).getByRole("button");
  await expect(tabs).toHaveCount(GAMES.length + 1);
  for (let at = 0; at <= GAMES.length; at++) {
    await tabs.nth(at).click();
    expect(await cut(page), `match ${at + 1}`).toEqual([]);
  }
  const status = page.getByRole("status").first();
  expect(await status.evaluate((line) => line.getBoundingClientRect().height / parseFloat(getComputedStyle(line).fontSize))).toBeLessThan(2);
  const evening = page.locator("main .evening");
  await expect(evening).toContainText("−");
  await expect(evening).not.toContainText(/-\d/);
  await page.getByRole("button", { name: "Le carte", exact: true }).click();
  await page.getByRole("button", { name: "Una carta segnata" }).click();
  await expect(page.getByRole("dialog").getByRole("button", { name: "10", exact: true })).toBeVisible();
  expect(await cut(page), "a marked card").toEqual([]);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Un’altra partita" }).click();
  await expect(page.locator("form.form")).toBeVisible();
  await expect(page.locator("main")).not.toContainText(/Fonte|Source|authorities/);
  expect(await cut(page), "a new match").toEqual([]);
});

test("the bridge pad: honors, declarer, adjustments", FULL, async ({ server, browser }) => {
  const { page } = await visitor(browser, server, {}, PHONE);
  await take(page, [{ ...RUBBER, entries: RUBBER.entries.slice(0, 2) }, { ...RUBBER, entries: [] }]);
  const group = (name: string) => page.getByRole("group", { name, exact: true });
  const choose = (name: string, option: string) => group(name).getByRole("button", { name: option, exact: true }).click();
  await expect(group("Honors").getByRole("button")).toHaveText(["0", "100", "150"]);
  await expect(group("Declarer").getByRole("button")).toHaveText(FOUR);
  // The button covers no field before there is an entry.
  await expect(page.getByText("played", { exact: true })).toHaveAttribute("aria-pressed", "true");
  await expect(page.locator("[data-field=contract]")).toBeInViewport();
  await choose("Contract: how high", "3");
  await choose("Contract: in what", "no trumps");
  await choose("Declarer", "Nora");
  await expect(group("Tricks of declarer's side").getByRole("button", { name: "8", exact: true })).toHaveText("8−1");
  await choose("Tricks of declarer's side", "9");
  await choose("Honors", "100");
  await choose("In whose hand", "Nora");
  await button(page, "Write it down").click();
  await expect(page.getByRole("alert")).toContainText("At no trumps only four aces in one hand count as honors, worth 150");
  await choose("Result", "adjustment");
  await expect(group("In whose hand")).toHaveCount(0);
  await expect(group("Honors")).toHaveCount(0);
  // Vulnerability is shown where the contract is entered. A match begun by mistake can be removed.
  await page.getByRole("button", { name: "1. Bridge" }).click();
  await expect(page.getByRole("list", { name: "Standings" })).toContainText(/Ed \+ Will.*vulnerable/);
  await page.getByRole("button", { name: "2. Bridge" }).click();
  await button(page, "Remove this match").click();
  await expect(page.getByRole("navigation", { name: "Matches on this pad" })).toHaveCount(0);
});

const PAPERS: [name: string, matches: Match[], says: string[], pages: number][] = [
  ["a rubber", [RUBBER], ["Bridge·Nora,Ed,Sue,Will", "2050", "170", "Nora, Sue win", "Tricksbid", "6♣", "EdgivesNora"], 1],
  ["three games of gin at once", [HOLLYWOOD], ["GinRummy·Anna,Bruno", "Game1", "Game3", "Boxes", "Undercut by Anna", "52"], 1],
  ["thirty-one", [LIVES], ["Bartholomew", "28½", "two lives"], 1],
  ["portfolios", [PORTFOLIOS], ["Bartholomew", "12−374−8", "decides for Bartholomew", "Fred"], 1],
  ["an evening of eight games", GAMES, [...Object.values(NAMES), "The evening", "gives"], 5],
];
for (const [name, matches, says, pages] of PAPERS) {
  test(`printed score pad: ${name}`, FULL, async ({ server, browser }, info) => {
    const { page } = await visitor(browser, server, {}, PHONE);
    await take(page, matches);
    const pdf = await page.pdf({ format: "A4" });
    writeFileSync(info.outputPath("paper.pdf"), pdf);
    const paper = written(pdf);
    for (const text of says) expect(paper).toContain(text.replaceAll(" ", ""));
    expect(paper).not.toContain("Writeitdown");
    expect(pdf.toString("latin1").match(/\/Type \/Page\b/g)?.length).toBeLessThanOrEqual(pages);
  });
}
