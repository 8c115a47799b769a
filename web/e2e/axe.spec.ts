// No axe violations on any screen, in both languages and on both sizes; and no complaint in the console.
import { expectAccessible } from "./accessibility";
import { expect, test, visitor } from "./house";
import { awaitState, continueByMouse, hand, openTable, playMatch, playOne } from "./table";


for (const [name, more] of [["a wide screen", {}], ["a phone", { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true }]] as const) {
  test(`axe finds nothing on ${name}`, async ({ house, browser }) => {
    const { page } = await visitor(browser, house, {}, more);
    const complaints: string[] = [];
    page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(String(error)));
    await page.goto("/");
    await expect(page.getByRole("heading", { name: "Scopa" })).toBeVisible();
    await expectAccessible(page, "home");
    await page.getByRole("button", { name: "Players and rules Scopa" }).click();
    await expect(page.getByText("The rules in detail")).toBeVisible();
    await expectAccessible(page, "options");
    await page.getByRole("button", { name: "Settings" }).click();
    // It comes when it is asked for.
    await expect(page.getByRole("dialog")).toBeVisible();
    await expectAccessible(page, "settings");
    await page.keyboard.press("Escape");

    const waiting = await openTable(page, { invite: true });
    await expect(page.getByLabel("Invitation link")).toBeVisible();
    await expectAccessible(page, `waiting room ${waiting}`);

    const table = await openTable(page, { target: 1 });
    await awaitState(page, ["turn"]);
    await expectAccessible(page, "table");
    await hand(page).first().click();
    await expectAccessible(page, "table with a card chosen");
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog")).toBeVisible();
    await expectAccessible(page, "help");
    await page.keyboard.press("Escape");
    // A phone has it among the settings.
    const leave = page.getByRole("button", { name: "Leave the match" });
    if (!(await leave.isVisible())) await page.getByRole("button", { name: "Settings" }).click();
    await leave.click();
    await expect(page.getByRole("dialog")).toContainText("Leave the match");
    await expectAccessible(page, "leaving");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    let seen = 0;
    await playMatch(page, (page) => playOne(page, (target) => target.click()), async (page) => {
      if (seen++ === 0) await expectAccessible(page, "end of deal");
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
