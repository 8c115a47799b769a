// The rule book: from a table, from a refusal, from the form, and as a page; with the rules in use; in both
// languages.
import type { Page } from "@playwright/test";
import { expectAccessible } from "./accessibility";
import { expect, test, visitor } from "./server";
import { awaitState, hand, openTable } from "./table";
import { FULL } from "./tiers";


const sheet = (page: Page) => page.getByRole("dialog", { name: /^The rules of|: le regole$/ });

/** Makes the server refuse an action with this rule, so that the test does not depend on the cards. */
async function refuse(page: Page, rule: string) {
  await page.routeWebSocket(/\/ws$/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      const command = JSON.parse(String(message)) as { type?: string; id?: string; table?: string };
      if (command.type !== "play") return server.send(message);
      socket.send(JSON.stringify({ type: "refused", table: command.table, id: command.id, code: "illegal", reason: "must-capture", rule, message: "it must capture", params: { card: "7d" } }));
    });
  });
}

test("the rule book opens over a table with the options of that table", async ({ server, browser }) => {
  const { page } = await visitor(browser, server);
  await openTable(page, { target: 7 });
  await awaitState(page, ["turn"]);
  await page.getByRole("navigation").getByRole("button", { name: "The rules", exact: true }).click();
  await expect(sheet(page)).toBeVisible();
  await expect(sheet(page).getByText("Points to win: 7")).toBeVisible();
  await expect(sheet(page).getByText("The match is to 7 points.")).toBeVisible();
  await expect(sheet(page).getByText(/A card that can take something must take/)).toBeVisible();
  await expect(sheet(page).getByText(/as long as any card in your hand can take/i)).toHaveCount(0);
  await expectAccessible(page, "the book over a table");
  // The keys belong to the rule book, and select nothing at the table behind it.
  await page.keyboard.press("1");
  await page.keyboard.press("Escape");
  await expect(sheet(page)).toHaveCount(0);
  await expect(hand(page).first()).toHaveAttribute("aria-pressed", "false");
});

test("a refusal leads to its rule", async ({ server, browser }) => {
  const { page } = await visitor(browser, server, {}, { viewport: { width: 360, height: 640 } });
  await refuse(page, "SC-R8");
  await openTable(page, { target: 7 });
  await awaitState(page, ["turn"]);
  const card = hand(page).first();
  await card.click();
  if ((await page.locator(".choices .choice").count()) > 1) await page.locator(".choices .choice").first().click();
  else await card.click();
  await expect(page.locator(".refusal")).toBeVisible();
  await page.getByRole("button", { name: "Read the rule SC-R8" }).click();
  const rule = sheet(page).locator(".asked");
  await expect(rule).toContainText("A card that can take something must take");
  await expect(rule).toBeInViewport();
  await expect(rule).toBeFocused();
  await expectAccessible(page, "the book at a rule");
});

test("every rule has a link", async ({ server, browser }) => {
  const { page } = await visitor(browser, server);
  for (const [rule, game] of [["SC-V3", "scopa"], ["WS-R8", "wall-street"], ["CA-R9", "cassino"], ["GR-R5", "gin-rummy"], ["TH-R3", "thirty-one"], ["BR-S15", "bridge"]]) {
    await page.goto(`/rules/${game}#${rule}`);
    await expect(page.locator(".asked").first()).toBeInViewport();
  }
});

test("the form shows the rules of the table it would open", FULL, async ({ server, browser }) => {
  const { page } = await visitor(browser, server);
  await page.goto("/");
  await page.getByRole("button", { name: "Players and rules Scopa" }).click();
  await page.getByLabel("Taking is").selectOption("hand");
  await page.getByRole("button", { name: "The rules of Scopa" }).click();
  await expect(sheet(page).getByText(/As long as any card in your hand can take something/)).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Read the rule SC-O4" }).click();
  await expect(sheet(page).locator(".asked")).toContainText("As long as any card in your hand");
  const [leaf] = await Promise.all([page.context().waitForEvent("page"), sheet(page).getByRole("link", { name: /Open as a page/ }).click()]);
  await expect(leaf.getByText(/Changed: Taking is/)).toBeVisible();
  await expect(leaf.locator(".asked")).toBeInViewport();
});

for (const [language, name, text] of [["en", "Rules as played by", "The match is to 11."], ["it", "Regole secondo", "Si gioca ai 11."]] as const) {
  for (const [size, viewport] of [["wide", { width: 1280, height: 800 }], ["narrow", { width: 360, height: 640 }]] as const) {
    test(`the rule book of every game, ${language}, ${size}`, FULL, async ({ server, browser }) => {
      const { page } = await visitor(browser, server, { language }, { viewport });
      const complaints: string[] = [];
      page.on("pageerror", (error) => complaints.push(String(error)));
      await page.goto("/rules");
      const links = page.locator(".games a");
      await expect(links.first()).toBeVisible();
      // The elements are the same in both languages.
      if (language === "en") await expectAccessible(page, "the shelf");
      const games = await links.evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).pathname));
      expect(games.length).toBeGreaterThanOrEqual(6);
      for (const game of games) {
        await page.goto(game);
        await expect(page.getByRole("heading", { level: 2 }).first()).toBeVisible();
        if (language === "en") await expectAccessible(page, game);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        expect(overflow, `${game} is wider than the screen`).toBeLessThanOrEqual(0);
      }
      await page.goto("/rules/scopa");
      await expect(page.getByText(text).first()).toBeVisible();
      await page.getByLabel(name).selectOption("gamerules");
      await expect(page).toHaveURL(/preset=gamerules/);
      await expect(page.locator("figure").first()).toBeVisible();
      expect(complaints).toEqual([]);
    });
  }
}

test("a printed rule book has no controls", FULL, async ({ server, browser }) => {
  const { page } = await visitor(browser, server);
  await page.goto("/rules/scopa?preset=classic&seats=4");
  await expect(page.locator("figure").first()).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("button", { name: "Print" })).toBeHidden();
  await expect(page.getByLabel("Rules as played by")).toBeHidden();
  await expect(page.getByText(/The rules as they are played with: Classic/)).toBeVisible();
  const colours = await page.locator(".book p").nth(1).evaluate((line) => getComputedStyle(line).color);
  // The ink of the light colours, also where the page is dark.
  expect(colours).toBe("rgb(31, 28, 22)");
  const pdf = await page.pdf({ format: "A4" });
  expect(pdf.byteLength).toBeGreaterThan(20_000);
});
