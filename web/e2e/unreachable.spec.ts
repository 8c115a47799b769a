// Code that is not loaded yet and cannot be loaded: the page says that the server cannot be reached, and
// offers to try again.
import { momentOf } from "./fits/moments";
import { expect, test, visitor } from "./server";
import { awaitState, openTable, playOne } from "./table";
import { FULL } from "./tiers";

/** Every game is a file of its own, with a name that depends on the build. */
const GAME = /\/assets\/module-[^/]+\.js$/;

test("a table and a replay whose code cannot be loaded offer another try", async ({ server, browser }) => {
  const { page } = await visitor(browser, server);
  const table = await openTable(page, { target: 1 });
  await awaitState(page, ["turn"]);
  let blocked = 0;
  await page.route(GAME, (route) => {
    blocked += 1;
    return route.abort("connectionfailed");
  });
  await page.goto(`/table/${table}`);
  await expect(page.getByRole("alert").filter({ hasText: "The server cannot be reached." })).toBeVisible();
  await expect(page.getByText("does not know how to show")).toHaveCount(0);
  expect(blocked).toBeGreaterThan(0);
  const before = blocked;
  await page.getByRole("link", { name: "Try again" }).click();
  await expect.poll(() => blocked).toBeGreaterThan(before);
  await expect(page.getByRole("link", { name: "Try again" })).toBeVisible();
  await page.unroute(GAME);
  await page.getByRole("link", { name: "Try again" }).click();
  await awaitState(page, ["turn"]);

  const played = momentOf("scopa 2 replay");
  if (!("replay" in played)) throw new Error("it is a replay");
  await page.route("**/api/tables/*/replay*", (route) => route.fulfill({ json: played.replay }));
  await page.route(GAME, (route) => route.abort("connectionfailed"));
  await page.goto(`/replay/${table}`);
  await expect(page.getByText("The server cannot be reached.")).toBeVisible();
  await page.unroute(GAME);
  await page.getByRole("link", { name: "Try again" }).click();
  await expect(page.locator(".controls .count")).toBeVisible();
});

/** The dialogs over a table, and the rule book: each is a file that is loaded when it opens. */
const DIALOGS = /\/assets\/(TableDialogs|BookSheet)-[^/]+\.js$/;

test("a dialog that cannot be loaded says so, and play goes on", FULL, async ({ server, browser }) => {
  const { page } = await visitor(browser, server);
  await openTable(page, { target: 1 });
  await awaitState(page, ["turn"]);
  await page.route(DIALOGS, (route) => route.abort("connectionfailed"));
  const failed = page.getByRole("dialog", { name: "The server cannot be reached." });
  await page.getByRole("button", { name: "Help", exact: true }).click();
  await expect(failed).toBeVisible();
  await failed.getByRole("button", { name: "Close" }).click();
  await expect(failed).toHaveCount(0);
  await page.getByRole("button", { name: "The rules", exact: true }).click();
  await expect(failed).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(failed).toHaveCount(0);
  // Nothing covers the table any more: its keys work, and its cards can be played.
  await page.keyboard.press("?");
  await expect(failed).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(failed).toHaveCount(0);
  await playOne(page, (target) => target.click());
  await page.getByRole("button", { name: "Help", exact: true }).click();
  await expect(failed).toBeVisible();
  await page.unroute(DIALOGS);
  await failed.getByRole("button", { name: "Try again" }).click();
  await awaitState(page, ["turn", "counting", "over"]);
  await page.getByRole("button", { name: "Help", exact: true }).click();
  await expect(page.getByRole("dialog", { name: "Help" })).toBeVisible();
});

test("the list of matches works where its export cannot be loaded", FULL, async ({ server, browser }) => {
  const { page } = await visitor(browser, server);
  await page.goto("/matches");
  await page.route(/\/assets\/CarryDialog-[^/]+\.js$/, (route) => route.abort("connectionfailed"));
  await page.getByRole("button", { name: "Move to another device" }).click();
  const failed = page.getByRole("dialog", { name: "The server cannot be reached." });
  await failed.getByRole("button", { name: "Close" }).click();
  await expect(failed).toHaveCount(0);
  await page.getByRole("link", { name: "Home" }).click();
  await expect(page.getByRole("heading", { name: "Scopa" })).toBeVisible();
});
