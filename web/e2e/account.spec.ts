// Accounts: keeping a name, signing in on another device, signing out everywhere, and the end of the account.
import { writeFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expectAccessible, expectNoSidewaysScroll } from "./accessibility";
import { expect, test, visitor } from "./server";
import { atTurn, openTable, playOne } from "./table";

const PHONE = { viewport: { width: 390, height: 844 } };
const DESKTOP = { viewport: { width: 1440, height: 900 } };
const PASSWORD = "three blind mice";

/** Opens the settings at the player's own group. */
async function openYou(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByRole("tab", { name: "You" }).click();
}

test("a name is kept, used on a second device, signed out everywhere and deleted", async ({ browser, server }, info) => {
  const phone = (await visitor(browser, server, { name: "Anna" }, PHONE)).page;
  const desktop = (await visitor(browser, server, { name: "Berta" }, DESKTOP)).page;
  const picture = async (page: Page, name: string) => writeFileSync(info.outputPath(`${name}.png`), await page.screenshot());
  await phone.goto("/");
  await openYou(phone);
  await phone.getByRole("button", { name: "Keep my name" }).click();
  await picture(phone, "claim");
  await expectAccessible(phone, "the form that keeps a name");
  await phone.getByLabel("Password", { exact: true }).fill("anna123456");
  await phone.getByRole("button", { name: "Keep my name" }).click();
  await expect(phone.getByRole("alert")).toHaveText("This password is easy to guess. Take three or four words.");
  await phone.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await phone.getByRole("button", { name: "Keep my name" }).click();
  const codes = phone.getByRole("region", { name: "Recovery codes" }).getByRole("listitem");
  await expect(codes).toHaveCount(10);
  const [code] = await codes.allTextContents();
  await picture(phone, "codes");
  await expectNoSidewaysScroll(phone, "recovery codes");
  await phone.getByRole("button", { name: "I have them" }).click();
  await expect(phone.getByText("Anna is your name on this server")).toBeVisible();
  await picture(phone, "account");
  await expectAccessible(phone, "the account");
  // The choice to appear offline is kept by the server.
  await phone.getByLabel("Appear offline").check();
  await expect(phone.getByText("Saved.")).toBeVisible();
  await phone.reload();
  await openYou(phone);
  await expect(phone.getByLabel("Appear offline")).toBeChecked();
  await phone.getByLabel("Appear offline").uncheck();
  await expect(phone.getByText("Saved.")).toBeVisible();
  await phone.getByRole("button", { name: "Close" }).click();
  const table = await openTable(phone, {});
  await atTurn(phone);

  // The second device signs in with a recovery code, and plays for the same chair.
  await desktop.goto(`/table/${table}`);
  await openYou(desktop);
  await picture(desktop, "guest");
  await desktop.getByRole("button", { name: "Sign in" }).click();
  const form = desktop.locator("form", { has: desktop.getByLabel("Password or recovery code") });
  await form.getByLabel("Name").fill("anna");
  await form.getByLabel("Password or recovery code").fill("a wrong password");
  await form.getByRole("button", { name: "Sign in" }).click();
  await expect(desktop.getByRole("alert")).toHaveText("Wrong name, password or code.");
  await form.getByLabel("Password or recovery code").fill(code!.toLowerCase());
  await form.getByRole("button", { name: "Sign in" }).click();
  await atTurn(desktop);
  await playOne(desktop, (target) => target.click());
  await openYou(desktop);
  await expect(desktop.getByText("9 recovery codes left")).toBeVisible();
  const devices = desktop.getByRole("list", { name: "Devices" }).getByRole("listitem");
  await expect(devices).toHaveCount(2);
  await picture(desktop, "devices");

  // Signed out everywhere, both are guests again.
  await desktop.getByRole("button", { name: "Sign out everywhere" }).click();
  await expect(phone.locator("[data-hand-card]")).toHaveCount(0);
  await phone.goto("/");
  await openYou(phone);
  await expect(phone.getByText("You play as a guest on this device.")).toBeVisible();
  await phone.getByRole("button", { name: "Sign in" }).click();
  const again = phone.locator("form", { has: phone.getByLabel("Password or recovery code") });
  await again.getByLabel("Name").fill("Anna");
  await again.getByLabel("Password or recovery code").fill(PASSWORD);
  await again.getByRole("button", { name: "Sign in" }).click();
  await expect(phone.getByRole("dialog")).toHaveCount(0);
  await openYou(phone);
  await phone.getByRole("button", { name: "Delete the account" }).click();
  await phone.getByLabel("Password or recovery code").fill(PASSWORD);
  await picture(phone, "delete");
  await phone.getByRole("button", { name: "Delete for ever" }).click();
  await expect(phone.getByRole("dialog")).toHaveCount(0);
  await openYou(phone);
  await expect(phone.getByText("You play as a guest on this device.")).toBeVisible();
});

test.describe("without accounts", () => {
  test.use({ serverOptions: { flags: ["--people", "off"] } });

  test("the settings have no account", async ({ browser, ownServer: server }) => {
    const { page } = await visitor(browser, server, {}, PHONE);
    await page.goto("/");
    const answered = page.waitForResponse("**/api/me");
    await openYou(page);
    expect((await answered).status()).toBe(404);
    await expect(page.getByText("Keep my name")).toHaveCount(0);
  });
});
