// Leaderboards: too few players, the ranking, and the ways to it from a profile and from the lobby.
import { DESKTOP, lookOf, PHONE } from "./accounts";
import { HOST } from "./browsers";
import { expect, test, visitor } from "./server";
import { FULL } from "./tiers";

const WORDS = {
  en: { few: "0 of 5 players have enough matches", way: "Leaderboard", around: "Around you", rules: "Ratings and conduct", people: "Playing with people", leaving: "If you have to go" },
  it: { few: "0 giocatori su 5 hanno abbastanza partite", way: "Classifica", around: "Intorno a te", rules: "Punteggi e condotta", people: "Giocare con altre persone", leaving: "Se devi andare" },
} as const;

const ranked = (place: number) => ({ place, name: place % 7 === 0 ? `Maximiliane${place}` : `Player${place}`, rating: 1900 - 7 * place + 2 * ((place * 13) % 60), deviation: 45 + (place * 13) % 60, matches: 10 + (place * 17) % 200 });
const span = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => ranked(from + index));

for (const language of ["en", "it"] as const) {
  for (const screen of [PHONE, DESKTOP]) {
    const { width } = screen.viewport;
    test(`a leaderboard with few players and with many, ${width}, ${language}`, language === "en" && screen === PHONE ? {} : FULL, async ({ browser, server }, info) => {
      const words = WORDS[language];
      const { page } = await visitor(browser, server, { language }, { ...screen, baseURL: server.address.replace("127.0.0.1", HOST) });
      const look = lookOf(info);
      await page.goto("/");
      await page.getByRole("link", { name: words.way }).click();
      await page.waitForURL(/\/ratings\/scopa-two$/);
      await expect(page.getByRole("heading", { name: words.few })).toBeVisible();
      await look(page, "few");
      await page.getByRole("link", { name: words.rules }).click();
      await page.waitForURL(/\/rules\/people$/);
      await expect(page.getByRole("heading", { name: words.people, level: 1 })).toBeVisible();
      await expect(page.getByRole("heading", { name: words.leaving, level: 2 })).toBeVisible();
      await look(page, "conduct");

      // The pool of another family is the first that the lobby offers afterwards.
      await page.goto("/ratings/cassino-two");
      await page.getByRole("link", { name: language === "en" ? "Play Cassino" : "Gioca: Cassino" }).click();
      await expect(page.getByRole("button", { name: language === "en" ? /^Play Cassino · / : /^Gioca Cassino · / })).toBeVisible();

      await page.route("**/api/ratings/scopa-two", (route) => route.fulfill({ json: { family: "scopa-two", pool: "scopa-2-quick", listed: 90, needed: 5, top: span(1, 50), around: span(66, 76), own: 71 } }));
      await page.goto("/ratings/scopa-two");
      await expect(page.getByRole("row")).toHaveCount(2 + 50 + 11);
      await expect(page.getByRole("region", { name: words.around }).getByRole("row", { name: "Player71" })).toContainText(language === "en" ? "you" : "tu");
      // The bars are for wide screens.
      await expect(page.getByRole("img").first()).toBeVisible({ visible: width > 900 });
      await look(page, "many");
      await page.getByRole("region", { name: words.around }).scrollIntoViewIfNeeded();
      await look(page, "around");

      await page.goto("/ratings/no-such");
      await expect(page.getByRole("heading", { name: language === "en" ? "No such leaderboard" : "Classifica sconosciuta" })).toBeVisible();
      await look(page, "unknown");
    });
  }
}
