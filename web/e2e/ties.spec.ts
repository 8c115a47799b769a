// Friends, mutes, blocks and challenges: two players become friends, challenge each other and play, and one blocks the other.
import type { Page } from "@playwright/test";
import { accountHolder, command, DESKTOP, lobbyOf, lookOf, PHONE } from "./accounts";
import { expectAccessible } from "./accessibility";
import { expect, headersOf, test, visitor } from "./server";
import { atTurn } from "./table";

test("two players become friends, one mutes and blocks the other", async ({ browser, ownServer }, info) => {
  const look = lookOf(info);
  const anna = await accountHolder(browser, ownServer, "Anna", "203.0.113.1", "en", PHONE);
  const bert = await accountHolder(browser, ownServer, "Bert", "203.0.113.2", "it", DESKTOP);

  // An empty list, and a request.
  await anna.goto("/friends");
  await expect(anna.getByRole("heading", { name: "No friends yet" })).toBeVisible();
  await look(anna, "friends-empty-390-en");
  await anna.goto("/player/bert");
  const actions = anna.getByRole("region", { name: "You and Bert" });
  await expect(actions.getByRole("button", { name: "Add friend" })).toBeVisible();
  await look(anna, "profile-stranger-390-en");
  await actions.getByRole("button", { name: "Add friend" }).click();
  await expect(actions).toContainText("You asked Bert to be friends.");

  await bert.goto("/friends");
  await look(bert, "friends-request-1440-it");
  await bert.getByRole("button", { name: "Accetta Anna" }).click();
  await expect(bert.getByRole("region", { name: "Amici" })).toContainText("Anna");
  await bert.goto("/player/Anna");
  await expect(bert.getByText("Siete amici.")).toBeVisible();
  await look(bert, "profile-friend-1440-it");

  // Each sees the other in the lobby.
  for (const page of [anna, bert]) await page.goto("/");
  await expect(lobbyOf(anna).getByRole("button", { name: "Friends here: Bert" })).toBeVisible();
  await expect(lobbyOf(bert).getByRole("button", { name: "Amici qui: Anna" })).toBeVisible();
  await look(anna, "lobby-friends-390-en");
  await look(bert, "lobby-friends-1440-it");

  // A friend can be challenged from the lobby and from the list of friends.
  await lobbyOf(anna).getByRole("button", { name: "Friends here: Bert" }).click();
  await look(anna, "lobby-friends-list-390-en");
  await anna.getByRole("dialog", { name: "Friends here" }).getByRole("button", { name: "Challenge Bert" }).click();
  const challenge = anna.getByRole("dialog", { name: "Challenge Bert" });
  await expect(challenge.getByLabel("Game")).toBeVisible();
  await challenge.getByRole("button", { name: "Cancel" }).click();
  await expect(anna.getByRole("dialog")).toHaveCount(0);
  await bert.goto("/friends");
  await look(bert, "friends-1440-it");
  await bert.getByRole("region", { name: "Amici" }).getByRole("button", { name: "Sfida Anna" }).click();
  await expect(bert.getByRole("dialog", { name: "Sfida Anna" }).getByLabel("Gioco")).toBeVisible();
  await bert.goto("/");

  // They play. Anna mutes Bert, and does not see his next phrase.
  await lobbyOf(anna).getByRole("button", { name: /^Play Scopa · 2 players/ }).click();
  await lobbyOf(bert).getByRole("button", { name: /^Gioca Scopa · 2 giocatori/ }).click();
  for (const page of [anna, bert]) await page.waitForURL(/\/table\//);
  await atTurn(anna, bert);
  const table = new URL(anna.url()).pathname.split("/").at(-1)!;
  await expect(anna.locator(".bubbles")).toBeAttached();
  await command(bert, { type: "say", table, phrase: "hello" });
  await expect(anna.locator("[data-said]")).toContainText("Hello");
  await anna.goto("/player/Bert");
  await actions.getByRole("button", { name: "Mute" }).click();
  await expect(actions).toContainText("You don’t see the phrases of Bert.");
  await anna.goto(`/table/${table}`);
  await expect(anna.locator("[data-hand-card]")).not.toHaveCount(0);
  // Phrases from before the page is complete are not shown.
  await expect(anna.locator(".bubbles")).toBeAttached();
  const heard = anna.waitForResponse("**/muted");
  await command(bert, { type: "say", table, phrase: "well-played" });
  await heard;
  // Anna's own phrase comes after Bert's, and is the only one.
  await command(anna, { type: "say", table, phrase: "thank-you" });
  await expect(anna.locator("[data-said]")).toHaveText(/Thank/);

  // The end of the match leads to the profiles.
  await command(bert, { type: "resign", table });
  const link = anna.getByRole("link", { name: "Bert", exact: true });
  await expect(link).toBeVisible();
  await look(anna, "end-390-en");
  await link.click();
  await expect(anna.getByRole("heading", { name: "Bert", level: 1 })).toBeVisible();

  // The block.
  await actions.getByRole("button", { name: "Block" }).click();
  const dialog = anna.getByRole("dialog", { name: "Block Bert?" });
  await look(anna, "block-390-en");
  await dialog.getByRole("button", { name: "Block" }).click();
  await expect(actions).toContainText("You block Bert.");
  await look(anna, "profile-blocked-390-en");
  await bert.goto("/player/Anna");
  const his = bert.getByRole("region", { name: "Tu e Anna" });
  await his.getByRole("button", { name: "Aggiungi agli amici" }).click();
  await expect(his.getByRole("alert")).toHaveText("Questo giocatore non è disponibile.");
  await look(bert, "profile-unavailable-1440-it");

  // He takes no chair at her table, and is not paired with her.
  const headers = headersOf(anna);
  const opened = await anna.request.post("/api/tables", { headers, data: { game: "scopa", options: {}, seats: 2, chairs: ["me", "open"], name: "" } });
  const { table: second } = (await opened.json()) as { table: string };
  expect(await command(bert, { type: "sit", table: second, seat: 1, name: "" }, "refused")).toMatchObject({ code: "unavailable" });
  for (const page of [anna, bert]) await page.goto("/");
  await expect(lobbyOf(bert)).toContainText("2 qui");
  await expect(lobbyOf(bert).getByRole("button", { name: /^Amici qui/ })).toHaveCount(0);
  await lobbyOf(anna).getByRole("button", { name: /^Play Scopa · 2 players/ }).click();
  await lobbyOf(bert).getByRole("button", { name: /^Gioca Scopa · 2 giocatori/ }).click();
  const sheet = bert.getByRole("dialog");
  // Without the block they would be paired within a second.
  await expect(sheet.getByRole("timer")).toHaveText(/^(\d\d|[4-9]) s$/);
  await expect(sheet).toContainText("Per ora ci sei solo tu");
  await sheet.getByRole("button", { name: "Annulla" }).click();

  // The lists of both, and the end of the block.
  await anna.goto("/friends");
  await look(anna, "friends-blocked-390-en");
  await anna.getByRole("button", { name: "Unblock Bert" }).click();
  await expect(anna.getByRole("button", { name: "Unblock Bert" })).toHaveCount(0);
});

test("a friend's challenge becomes a rated match, and a link is for each player", async ({ browser, ownServer }, info) => {
  const look = lookOf(info);
  const anna = await accountHolder(browser, ownServer, "Anna", "203.0.113.1", "en", PHONE);
  const bert = await accountHolder(browser, ownServer, "Bert", "203.0.113.2", "it", DESKTOP);
  const tie = async (page: Page, name: string, kind: string) => {
    const answer = await page.request.put(`/api/ties/${name}/${kind}`, { headers: headersOf(page) });
    return answer.status();
  };
  expect(await tie(anna, "Bert", "friend")).toBe(200);
  expect(await tie(bert, "Anna", "friend")).toBe(200);

  // From the profile. The friend on Home is told.
  await expect(lobbyOf(bert)).toBeVisible();
  await anna.goto("/player/Bert");
  await anna.getByRole("region", { name: "You and Bert" }).getByRole("button", { name: "Challenge" }).click();
  const dialog = anna.getByRole("dialog", { name: "Challenge Bert" });
  await expect(dialog.getByLabel("Game")).toBeVisible();
  await dialog.getByLabel("The match changes our ratings").check();
  await look(anna, "challenge-dialog-390-en");
  await dialog.getByRole("button", { name: "Make the link" }).click();
  await expect(anna.getByRole("heading", { name: "You challenge Bert" })).toBeVisible();
  await look(anna, "challenge-mine-390-en");
  await expect(bert.getByText("Anna ti sfida: Scopa")).toBeVisible();
  await look(bert, "lobby-challenged-1440-it");
  await bert.getByRole("link", { name: "Vedi" }).click();
  await expect(bert.getByRole("heading", { name: "Anna ti sfida" })).toBeVisible();
  await look(bert, "challenge-invited-1440-it");
  await bert.getByRole("button", { name: "Accetta" }).click();
  for (const page of [anna, bert]) await page.waitForURL(/\/table\//);
  await atTurn(anna, bert);
  const table = new URL(anna.url()).pathname.split("/").at(-1)!;
  await command(bert, { type: "resign", table });
  await expect(anna.getByText("Your rating 1662? (+162)")).toBeVisible();

  // Two open links. A blocked player can't accept one, and a guest can accept the other.
  await anna.goto("/friends");
  await expect(anna.getByRole("region", { name: "Friends" })).toBeVisible();
  const open = async () => {
    const answer = await anna.request.post("/api/challenges", { headers: headersOf(anna), data: { pool: "scopa-2-quick", rated: false } });
    return ((await answer.json()) as { code: string }).code;
  };
  const code = await open();
  expect(await tie(anna, "Bert", "block")).toBe(200);
  await bert.goto(`/#/c/${code}`);
  await expect(bert.getByRole("alert")).toHaveText("Questa sfida non è disponibile per te.");
  await look(bert, "challenge-unavailable-1440-it");
  const guest = (await visitor(browser, ownServer, { name: "Cy" }, PHONE)).page;
  await guest.goto(`${ownServer.address}/#/c/${code}`);
  await expect(guest.getByRole("heading", { name: "Anna challenges you" })).toBeVisible();
  await look(guest, "challenge-guest-390-en");
  await anna.goto(`/#/c/${code}`);
  await expect(anna.getByRole("heading", { name: "Your challenge" })).toBeVisible();
  await guest.getByRole("button", { name: "Accept" }).click();
  for (const page of [anna, guest]) await page.waitForURL(/\/table\//);
  await atTurn(anna, guest);
  await bert.goto("/");
  await bert.goto(`/#/c/${code}`);
  await expect(bert.getByRole("heading", { name: "Questa sfida è finita" })).toBeVisible();
  await look(bert, "challenge-gone-1440-it");

  // Withdrawn.
  const second = await open();
  await anna.goto("/");
  await anna.goto(`/#/c/${second}`);
  await anna.getByRole("button", { name: "Withdraw" }).click();
  await expect(anna.getByRole("button", { name: /^Play now/ })).not.toHaveCount(0);
  await anna.goto(`/#/c/${second}`);
  await expect(anna.getByRole("heading", { name: "This challenge has ended" })).toBeVisible();
});

test("a friend is challenged by other rules from the list of friends", async ({ browser, ownServer }, info) => {
  const look = lookOf(info);
  const anna = await accountHolder(browser, ownServer, "Anna", "203.0.113.1", "en", PHONE);
  const bert = await accountHolder(browser, ownServer, "Bert", "203.0.113.2", "it", DESKTOP);
  for (const [page, name] of [[anna, "Bert"], [bert, "Anna"]] as const) {
    expect((await page.request.put(`/api/ties/${name}/friend`, { headers: headersOf(page) })).status()).toBe(200);
  }
  await anna.goto("/friends");
  await anna.getByRole("button", { name: "Challenge Bert" }).click();
  const dialog = anna.getByRole("dialog", { name: "Challenge Bert" });
  await dialog.locator("select").first().selectOption("Other rules…");
  await dialog.getByLabel("Other game").selectOption("Scopa");
  const rated = dialog.getByLabel("The match changes our ratings");
  await expect(rated).toBeDisabled();
  await dialog.getByLabel("Time to think").selectOption("Quick");
  await expect(rated).toBeEnabled();
  await dialog.getByLabel("Only the players can watch").check();
  await expect(rated).toBeDisabled();
  await expect(dialog.getByRole("button", { name: "Make the link" })).toBeVisible();
  await expect(dialog.getByText("Chairs", { exact: true })).toHaveCount(0);
  // The button stays in sight at the edge of the dialog, and nothing of the form shows below it.
  const atEdge = (sheet: HTMLElement | SVGElement) => {
    const { left, width, bottom } = sheet.getBoundingClientRect();
    return document.elementFromPoint(left + width / 2, bottom - 4)?.className.split(" ")[0];
  };
  expect(await dialog.evaluate(atEdge)).toBe("go");
  await look(anna, "challenge-other-390-en");
  await dialog.getByRole("button", { name: "Make the link" }).click();
  await expect(anna.getByRole("heading", { name: "You challenge Bert" })).toBeVisible();
  await expect(anna.getByText("Only the players can watch this match.")).toBeVisible();
  await look(anna, "challenge-other-mine-390-en");
  await bert.getByRole("link", { name: "Vedi" }).click();
  await expect(bert.getByText("Solo i giocatori possono guardare questa partita.")).toBeVisible();
  await look(bert, "challenge-other-invited-1440-it");
  await bert.getByRole("button", { name: "Accetta" }).click();
  for (const page of [anna, bert]) await page.waitForURL(/\/table\//);
  await atTurn(anna, bert);
});

test("a guest is told to keep a name", async ({ browser, server }) => {
  const { page } = await visitor(browser, server, {}, PHONE);
  await page.goto("/friends");
  await expect(page.getByRole("heading", { name: "Friends need an account" })).toBeVisible();
  await expectAccessible(page, "friends of a guest");
});
