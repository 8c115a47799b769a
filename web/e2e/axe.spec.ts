// axe finds no fault on any page, and the console stays empty. The quick tier checks Home and a table on a
// phone.
import { atFullHeight, expectAccessible, expectNoFaults } from "./accessibility";
import { expect, test, visitor } from "./server";
import { awaitState, continueByMouse, finishMatch, hand, openTable, playMatch, playOne } from "./table";
import { FULL, isFull } from "./tiers";

for (const [name, details, more] of [["a wide screen", FULL, {}], ["a phone", {}, { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true }]] as const) {
  test(`axe finds no fault on ${name}`, details, async ({ server, browser }) => {
    const { page } = await visitor(browser, server, {}, more);
    const complaints: string[] = [];
    page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(String(error)));
    await page.goto("/");
    await expect(page.getByRole("heading", { name: "Scopa" })).toBeVisible();
    await expectNoFaults(page, "home");
    await page.getByRole("button", { name: "Players and rules Scopa" }).click();
    await expect(page.getByText("The rules in detail")).toBeVisible();
    await atFullHeight(page, () => expectAccessible(page, "options"));
    await page.getByRole("button", { name: "Settings" }).click();
    // The dialog is loaded when it opens.
    await expect(page.getByRole("dialog")).toBeVisible();
    await expectAccessible(page, "settings");
    await page.keyboard.press("Escape");

    const waiting = await openTable(page, { invite: true });
    await expect(page.getByLabel("Invitation link")).toBeVisible();
    await expectAccessible(page, `waiting room ${waiting}`);

    const table = await openTable(page, { target: 1 });
    await awaitState(page, ["turn"]);
    await expectNoFaults(page, "table");
    await hand(page).first().click();
    await expectAccessible(page, "table with a card chosen");
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog")).toBeVisible();
    await expectAccessible(page, "help");
    await page.keyboard.press("Escape");
    // On a phone it is in the menu.
    const leave = page.getByRole("button", { name: "Leave the match" });
    if (!(await leave.isVisible())) await page.getByRole("button", { name: "Menu" }).click();
    await leave.click();
    await expect(page.getByRole("dialog")).toContainText("Leave the match");
    await expectAccessible(page, "leaving");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    if (!isFull) await finishMatch(page);
    else await playMatch(page, (page) => playOne(page, (target) => target.click()), async (page) => {
      await expectAccessible(page, "end of deal");
      await continueByMouse(page);
    });
    await expectAccessible(page, "end of match");
    await page.goto(`/replay/${table}#deal=1&step=5`);
    await expect(page.locator(".controls .count")).toBeVisible();
    await expectAccessible(page, "replay");
    await page.goto("/table/AAAAAAAAAAAAAAAAAAAAAA");
    await expect(page.getByRole("heading", { name: "There is no such table" })).toBeVisible();
    await expectAccessible(page, "no such table");
    await page.goto("/boards");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectAccessible(page, "files of boards");
    await page.goto("/nowhere");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectAccessible(page, "no such page");
    expect(complaints).toEqual([]);
  });
}
