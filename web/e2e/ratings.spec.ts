// Ratings: a match of two accounts from the lobby changes them, and profiles show them.
import { writeFileSync } from "node:fs";
import type { Browser, Page } from "@playwright/test";
import { expectAccessible, expectNoSidewaysScroll } from "./accessibility";
import { behindProxy, expect, test, tokenOf, visitor, type Server } from "./server";
import { atTurn } from "./table";

const PHONE = { viewport: { width: 390, height: 844 } };
const DESKTOP = { viewport: { width: 1440, height: 900 } };
const PASSWORD = "three blind mice";

const area = (page: Page) => page.getByRole("region", { name: /^(Play with people|Gioca con altre persone)/ });

/** Opens Home as an account that comes from a network of its own. */
async function player(browser: Browser, server: Server, name: string, network: string, language: "en" | "it", screen: typeof PHONE): Promise<Page> {
  const { page } = await visitor(browser, server, { name, language }, { ...screen, baseURL: await behindProxy(server, network) });
  const headers = { authorization: `Bearer ${tokenOf(page)}` };
  const claimed = await page.request.post("/api/account", { headers, data: { name, password: PASSWORD, device: "Browser" } });
  expect(claimed.status()).toBe(201);
  await page.goto("/");
  return page;
}

test("a match of two accounts changes their ratings, which their profiles show", async ({ browser, ownServer }, info) => {
  const picture = async (page: Page, name: string) => writeFileSync(info.outputPath(`${name}.png`), await page.screenshot());
  const anna = await player(browser, ownServer, "Anna", "203.0.113.1", "en", PHONE);
  const bert = await player(browser, ownServer, "Bert", "203.0.113.2", "it", DESKTOP);

  // A profile without a match.
  await anna.goto("/player/anna");
  await expect(anna.getByRole("heading", { name: "Anna" })).toBeVisible();
  await expect(anna.getByText("No rated match yet")).toBeVisible();
  await picture(anna, "profile-empty-390-en");
  await expectAccessible(anna, "an empty profile");
  await anna.getByRole("link", { name: "Play with people" }).click();

  await area(anna).getByRole("button", { name: /^Play Scopa · 2 players/ }).click();
  const sheet = anna.getByRole("dialog", { name: "Looking for players" });
  await expect(sheet).toContainText("Everybody can see the replay");
  await picture(anna, "search-390-en");
  await area(bert).getByRole("button", { name: /^Gioca Scopa · 2 giocatori/ }).click();
  for (const page of [anna, bert]) await page.waitForURL(/\/table\//);
  await atTurn(anna, bert);
  const table = new URL(anna.url()).pathname.split("/").at(-1)!;
  // The dialog warns a player who has left many matches. Bert has left none, so the test changes the server's answer.
  await bert.getByRole("button", { name: "Lascia la partita" }).click();
  const leaving = bert.getByRole("dialog");
  await expect(leaving.getByRole("button", { name: "Lascia il tavolo" })).toBeVisible();
  await expect(leaving).not.toContainText("Hai lasciato molte partite");
  await bert.keyboard.press("Escape");
  await bert.route("**/api/me", async (route) => {
    const answer = (await (await route.fetch()).json()) as { account: object };
    await route.fulfill({ json: { account: { ...answer.account, leavePause: 10 } } });
  });
  await bert.getByRole("button", { name: "Lascia la partita" }).click();
  await expect(leaving).toContainText("non puoi cercare giocatori per 10 min");
  await picture(bert, "leave-1440-it");
  await bert.keyboard.press("Escape");
  await bert.unroute("**/api/me");
  // Bert gives up, as a second client of his.
  await bert.evaluate(([table, token]) => new Promise<void>((done) => {
    const socket = new WebSocket(`ws://${location.host}/ws`);
    socket.onopen = () => socket.send(JSON.stringify({ type: "hello", token, protocol: 3 }));
    socket.onmessage = () => {
      socket.onmessage = null;
      socket.send(JSON.stringify({ type: "resign", table }));
      done();
    };
  }), [table, tokenOf(bert)] as const);
  await expect(anna.getByText("Your rating 1662? (+162)")).toBeVisible();
  await expect(bert.getByText("Il tuo punteggio 1338? (−162)")).toBeVisible();
  await picture(anna, "end-390-en");
  await picture(bert, "end-1440-it");
  await expectNoSidewaysScroll(anna, "the end of a rated match");
  await expectAccessible(anna, "the end of a rated match");

  // The rating is told again after a reload.
  await anna.reload();
  await expect(anna.getByText("Your rating 1662? (+162)")).toBeVisible();

  for (const [page, name, rating, width, language] of [[anna, "Anna", "1662?", 390, "en"], [bert, "Bert", "1338?", 1440, "it"]] as const) {
    await page.goto("/");
    await page.getByRole("button", { name: language === "en" ? "Settings" : "Impostazioni" }).click();
    await page.getByRole("tab", { name: language === "en" ? "You" : "Tu" }).click();
    await page.getByRole("link", { name: language === "en" ? "My profile" : "Il mio profilo" }).click();
    await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
    await expect(page.getByText(rating, { exact: true })).toBeVisible();
    await picture(page, `profile-${width}-${language}`);
    await expectNoSidewaysScroll(page, "a profile");
    await expectAccessible(page, "a profile");
  }
  const ratings = bert.locator(".ratings");
  expect(await ratings.evaluate((section) => section.getBoundingClientRect().width)).toBe(320);
  await bert.getByRole("link", { name: /^Rivedi/ }).click();
  await bert.waitForURL(/\/replay\//);
  await expect(bert.getByRole("alert")).toHaveCount(0);

  await anna.goto("/player/Unknown");
  await expect(anna.getByRole("heading", { name: "No such player" })).toBeVisible();
  await picture(anna, "profile-unknown-390-en");
  await expectAccessible(anna, "an unknown player");
});
