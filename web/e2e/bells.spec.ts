// Bells: a player chooses the games of which this device hears, where the server sends notices.
import { expectAccessible, expectNoSidewaysScroll } from "./accessibility";
import { accountHolder, DESKTOP, lobbyOf, PHONE } from "./accounts";
import { WHOLE } from "./browsers";
import { expect, headersOf, Server, test, visitor } from "./server";
import { FULL } from "./tiers";

test.use(WHOLE);

for (const [language, screen] of [["en", PHONE], ["it", DESKTOP]] as const) {
  const words = language === "en"
    ? { bell: "Tell me when someone waits", scopa: "Scopa 2 players", account: "Keep your name first: Settings, You.", done: "Done" }
    : { bell: "Avvisami quando qualcuno aspetta", scopa: "Scopa 2 giocatori", account: "Prima conserva il tuo nome: Impostazioni, Tu.", done: "Fatto" };
  test(`a player turns a bell on and off, ${language}`, FULL, async ({ browser }) => {
    const server = new Server({ flags: ["--push-contact", "mailto:host@cards.example", "--push-service", "http://127.0.0.1:9"] });
    await server.start();
    const anna = await accountHolder(browser, server, "Anna", "203.0.113.1", language, screen);
    await anna.context().grantPermissions(["notifications"]);
    // The test's browser has no push service and no service worker.
    await anna.context().addInitScript(() => {
      const subscription = { endpoint: "http://127.0.0.1:9/send/anna", unsubscribe: () => Promise.resolve(true) };
      const pushManager = { subscribe: () => Promise.resolve(subscription), getSubscription: () => Promise.resolve(subscription) };
      Object.defineProperty(navigator.serviceWorker, "ready", { value: Promise.resolve({ pushManager }) });
    });
    const bert = (await visitor(browser, server, { name: "Bert", language }, DESKTOP)).page;
    await bert.goto("/");
    await anna.goto("/");
    await lobbyOf(anna).getByRole("button", { name: words.bell }).click();
    const dialog = anna.getByRole("dialog", { name: words.bell });
    const scopa = dialog.getByRole("checkbox", { name: words.scopa });
    await expect(scopa).not.toBeChecked();
    await expectAccessible(anna, "the bells");
    await expectNoSidewaysScroll(anna, "the bells");
    await anna.screenshot({ path: test.info().outputPath(`bells-${language}.png`) });
    const bells = async () => ((await (await anna.request.get("/api/bells", { headers: headersOf(anna) })).json()) as { families: string[] }).families;
    await scopa.check();
    await expect.poll(bells).toEqual(["scopa-two"]);
    await scopa.uncheck();
    await expect.poll(bells).toEqual([]);
    await dialog.getByRole("button", { name: words.done }).click();
    await expect(dialog).toHaveCount(0);
    // A guest has no bell.
    await lobbyOf(bert).getByRole("button", { name: words.bell }).click();
    await expect(bert.getByRole("alert")).toHaveText(words.account);
    await server.close();
  });
}

test("a server without notices offers no bell", async ({ browser, ownServer }) => {
  const anna = await accountHolder(browser, ownServer, "Anna", "203.0.113.1", "en", PHONE);
  const bert = (await visitor(browser, ownServer, { name: "Bert" }, DESKTOP)).page;
  await bert.goto("/");
  await anna.goto("/");
  await expect(lobbyOf(anna).getByRole("link", { name: "Watch" })).toBeVisible();
  await expect(lobbyOf(anna).getByRole("button", { name: "Tell me when someone waits" })).toHaveCount(0);
});
