// Matches that everybody may watch: the way from the lobby, the list, and a spectator at a table.
import { DESKTOP, lobbyOf, lookOf, PHONE } from "./accounts";
import { HOST } from "./browsers";
import { expect, test, visitor } from "./server";
import { atTurn, playOne } from "./table";
import { FULL } from "./tiers";

const WORDS = {
  en: { lobby: "Play with people", way: "Watch", none: "There is no match to watch now", play: "Look for players", more: "7 more matches are being played." },
  it: { lobby: "Gioca con altre persone", way: "Guarda", none: "Ora non ci sono partite da guardare", play: "Cerca giocatori", more: "Sono in corso altre 7 partite." },
} as const;

const listed = (n: number) => ({ table: `T${n}`, game: ["scopa", "bridge", "gin-rummy"][n % 3], preset: "classic", rating: n % 4 === 0 ? null : 1800 - n, rated: n % 4 !== 0, deal: 1 + (n % 5), players: Array.from({ length: n % 3 === 1 ? 4 : 2 }, (_, seat) => ({ name: seat === 0 && n % 5 === 0 ? "" : `Maximiliane${n}${seat}`, friend: n === 0 && seat === 1 })) });

for (const language of ["en", "it"] as const) {
  for (const screen of [PHONE, DESKTOP]) {
    const { width } = screen.viewport;
    test(`the way to the matches to watch, without one and with many, ${width}, ${language}`, language === "en" && screen === PHONE ? {} : FULL, async ({ browser, ownServer }, info) => {
      const words = WORDS[language];
      const { page } = await visitor(browser, ownServer, { language }, { ...screen, baseURL: ownServer.address.replace("127.0.0.1", HOST) });
      const check = lookOf(info);
      const look = (name: string) => check(page, `${name}-${width}-${language}`);
      await page.goto("/");
      const way = page.getByRole("region", { name: words.lobby }).getByRole("link", { name: words.way });
      await expect(way).toBeVisible();
      await look("lobby");
      await way.click();
      await page.waitForURL(/\/watch$/);
      await expect(page.getByRole("heading", { name: words.none })).toBeVisible();
      await expect(page.getByRole("link", { name: words.play })).toBeVisible();
      await look("empty");
      await page.route("**/api/watch", (route) => route.fulfill({ json: { tables: Array.from({ length: 100 }, (_, n) => listed(n)), more: 7 } }));
      await page.reload();
      await expect(page.getByRole("listitem")).toHaveCount(100);
      await expect(page.getByText(words.more)).toBeVisible();
      await look("many");
    });
  }
}

test("a stranger watches a match of the lobby, whose players have read that it is public", async ({ browser, ownServer }, info) => {
  const look = lookOf(info);
  const anna = (await visitor(browser, ownServer, { name: "Anna" }, DESKTOP)).page;
  const bert = (await visitor(browser, ownServer, { name: "Bert" }, PHONE)).page;
  const cleo = (await visitor(browser, ownServer, { name: "Cleo" }, PHONE)).page;
  for (const page of [anna, bert]) await page.goto("/");
  await lobbyOf(anna).getByRole("button", { name: /^Play Scopa · 2 players/ }).click();
  await expect(anna.getByRole("dialog")).toContainText("Anybody may watch your match.");
  await look(anna, "seek-1440-en");
  await lobbyOf(bert).getByRole("button", { name: /^Play Scopa · 2 players/ }).click();
  for (const page of [anna, bert]) await page.waitForURL(/\/table\//);
  await atTurn(anna, bert);
  await cleo.goto("/watch");
  await cleo.getByRole("link", { name: /^Scopa Deal 1/ }).click();
  await cleo.waitForURL(/\/table\//);
  expect(new URL(cleo.url()).pathname).toBe(new URL(anna.url()).pathname);
  await expect(cleo.getByText("Anna", { exact: true }).first()).toBeVisible();
  const first = await atTurn(anna, bert);
  await playOne(first, (target) => target.click());
  await expect(cleo.locator("[data-hand-card]")).toHaveCount(0);
  await look(cleo, "watched-390-en");
});
