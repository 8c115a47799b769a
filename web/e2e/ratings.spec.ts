// Ratings: a match of two accounts from the lobby changes them, and profiles show them.
import { accountHolder, command, DESKTOP, lobbyOf, lookOf, PHONE } from "./accounts";
import { expect, test } from "./server";
import { atTurn } from "./table";

test("a match of two accounts changes their ratings, which their profiles show", async ({ browser, ownServer }, info) => {
  const look = lookOf(info);
  const anna = await accountHolder(browser, ownServer, "Anna", "203.0.113.1", "en", PHONE);
  const bert = await accountHolder(browser, ownServer, "Bert", "203.0.113.2", "it", DESKTOP);

  // A profile without a match.
  await anna.goto("/player/anna");
  await expect(anna.getByRole("heading", { name: "Anna" })).toBeVisible();
  await expect(anna.getByText("No rated match yet")).toBeVisible();
  await look(anna, "profile-empty-390-en");
  await anna.getByRole("link", { name: "Play with people" }).click();

  await lobbyOf(anna).getByRole("button", { name: /^Play Scopa · 2 players/ }).click();
  const sheet = anna.getByRole("dialog", { name: "Looking for players" });
  await expect(sheet).toContainText("Anybody may watch your match.");
  await look(anna, "search-390-en");
  await lobbyOf(bert).getByRole("button", { name: /^Gioca Scopa · 2 giocatori/ }).click();
  for (const page of [anna, bert]) await page.waitForURL(/\/table\//);
  await atTurn(anna, bert);
  const table = new URL(anna.url()).pathname.split("/").at(-1)!;
  // The dialog warns a player who has left many matches. Bert has left none, so the test changes the server's answer.
  const answered = bert.waitForResponse("**/api/me");
  await bert.getByRole("button", { name: "Lascia la partita" }).click();
  const leaving = bert.getByRole("dialog");
  await expect(leaving.getByRole("button", { name: "Lascia il tavolo" })).toBeVisible();
  await expect(leaving).not.toContainText("Hai lasciato molte partite");
  const { account } = (await (await answered).json()) as { account: object };
  await bert.keyboard.press("Escape");
  await bert.route("**/api/me", (route) => route.fulfill({ json: { account: { ...account, leavePause: 10 } } }));
  await bert.getByRole("button", { name: "Lascia la partita" }).click();
  await expect(leaving).toContainText("non puoi cercare giocatori per 10 min");
  await look(bert, "leave-1440-it");
  await bert.keyboard.press("Escape");
  await bert.unroute("**/api/me");
  // Bert gives up, as a second client of his.
  await command(bert, { type: "resign", table });
  await expect(anna.getByText("Your rating 1662? (+162)")).toBeVisible();
  await expect(bert.getByText("Il tuo punteggio 1338? (−162)")).toBeVisible();
  await look(anna, "end-390-en");
  await look(bert, "end-1440-it");

  // The rating is told again after a reload.
  await anna.reload();
  await expect(anna.getByText("Your rating 1662? (+162)")).toBeVisible();

  // A rematch of the two is not rated.
  await anna.getByRole("button", { name: "Play again" }).click();
  await bert.getByRole("button", { name: "Gioca ancora" }).click();
  await anna.waitForURL((url) => url.pathname.startsWith("/table/") && !url.pathname.endsWith(table));
  const rematch = new URL(anna.url()).pathname;
  await bert.waitForURL(`**${rematch}`);
  await atTurn(anna, bert);
  await command(bert, { type: "resign", table: rematch.split("/").at(-1)! });
  await expect(anna.getByRole("heading", { name: "You have won!" })).toBeVisible();
  await expect(anna.getByText("Your rating")).toHaveCount(0);

  for (const [page, name, rating, width, language] of [[anna, "Anna", "1662?", 390, "en"], [bert, "Bert", "1338?", 1440, "it"]] as const) {
    await page.goto("/");
    await page.getByRole("button", { name: language === "en" ? "Settings" : "Impostazioni" }).click();
    await page.getByRole("tab", { name: language === "en" ? "You" : "Tu" }).click();
    await page.getByRole("link", { name: language === "en" ? "My profile" : "Il mio profilo" }).click();
    await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
    await expect(page.getByText(rating, { exact: true })).toBeVisible();
    await look(page, `profile-${width}-${language}`);
  }
  const ratings = bert.locator(".ratings");
  expect(await ratings.evaluate((section) => section.getBoundingClientRect().width)).toBe(320);
  await bert.getByRole("link", { name: /^Rivedi/ }).click();
  await bert.waitForURL(/\/replay\//);
  await expect(bert.getByRole("alert")).toHaveCount(0);

  await anna.goto("/player/Unknown");
  await expect(anna.getByRole("heading", { name: "No such player" })).toBeVisible();
  await look(anna, "profile-unknown-390-en");
});
