// Passkeys: claiming a name, signing in without a name, and adding and removing them. The browser has a virtual authenticator.
import { writeFileSync } from "node:fs";
import type { CDPSession, Page } from "@playwright/test";
import { expectNoFaults, expectNoSidewaysScroll } from "./accessibility";
import { DESKTOP, PHONE } from "./accounts";
import { expect, headersWith, test, visitor, type Server } from "./server";
import { FULL, isFull } from "./tiers";

/** Opens the settings at the player's own group. */
async function openYou(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^(Settings|Impostazioni)$/ }).click();
  await page.getByRole("tab", { name: /^(You|Tu)$/ }).click();
}

/** Adds an authenticator that confirms everything. Returns its id. */
async function addAuthenticator(session: CDPSession): Promise<string> {
  const options = { protocol: "ctap2", transport: "internal", hasResidentKey: true, hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true } as const;
  return (await session.send("WebAuthn.addVirtualAuthenticator", { options })).authenticatorId;
}

/** Returns the place of an authenticator's passkey in the list, which is in the order of seconds. */
async function placeOf(page: Page, credential: string): Promise<number> {
  const token = await page.evaluate(() => localStorage.getItem("parlour.token")!);
  const answer = await page.request.get("/api/me/passkeys", { headers: headersWith(token) });
  const ids = ((await answer.json()) as { id: string }[]).map(({ id }) => id);
  return ids.indexOf(Buffer.from(credential, "base64").toString("base64url"));
}

/** A browser allows passkeys at this name without TLS. */
const local = (server: Server) => ({ baseURL: `http://localhost:${server.port}` });

for (const [size, screen] of [["phone", PHONE], ["desktop", DESKTOP]] as const) {
  test(`a name is claimed and used with passkeys on a ${size}`, size === "phone" ? {} : FULL, async ({ browser, server }, info) => {
    const { page } = await visitor(browser, server, { name: `Passkey${size}` }, { ...screen, ...local(server) });
    const look = async (name: string) => {
      await expectNoSidewaysScroll(page, name);
      await expectNoFaults(page, name);
      if (isFull) writeFileSync(info.outputPath(`${name}.png`), await page.screenshot());
    };
    const session = await page.context().newCDPSession(page);
    await session.send("WebAuthn.enable");
    const first = await addAuthenticator(session);
    await page.goto("/");
    await openYou(page);
    await page.getByRole("button", { name: "Keep my name" }).click();
    await expect(page.getByLabel("Password", { exact: true })).toHaveCount(0);
    await look("claim");
    await page.getByRole("button", { name: "Password instead" }).click();
    await expect(page.getByLabel("Password", { exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Keep my name" }).click();

    // A player who refuses learns so, and tries again.
    await session.send("WebAuthn.setUserVerified", { authenticatorId: first, isUserVerified: false });
    await page.getByRole("button", { name: "Passkey", exact: true }).click();
    await expect(page.getByRole("alert")).toHaveText("No passkey was used. Try again.");
    await session.send("WebAuthn.setUserVerified", { authenticatorId: first, isUserVerified: true });
    await page.getByRole("button", { name: "Passkey", exact: true }).click();
    const codes = page.getByRole("region", { name: "Recovery codes" }).getByRole("listitem");
    await expect(codes).toHaveCount(10);
    await expect(page.getByText("if you lose the passkey")).toBeVisible();
    const [code] = await codes.allTextContents();
    await page.getByRole("button", { name: "I have them" }).click();
    const passkeys = page.getByRole("list", { name: "Passkeys" }).getByRole("listitem");
    await expect(passkeys).toHaveCount(1);
    await look("account");

    await page.getByRole("button", { name: "Sign out this device" }).click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await openYou(page);
    await page.getByRole("button", { name: "Sign in" }).click();
    await look("sign-in");
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await openYou(page);
    await expect(page.getByText(`Passkey${size} is your name on this server`)).toBeVisible();

    // The same authenticator makes no second passkey of the account. Another one does.
    await page.getByRole("button", { name: "Add a passkey" }).click();
    await look("add");
    await page.getByRole("button", { name: "Confirm with a passkey" }).click();
    await expect(page.getByRole("alert")).toHaveText("This device has a passkey of your account already.");
    const [old] = (await session.send("WebAuthn.getCredentials", { authenticatorId: first })).credentials;
    await session.send("WebAuthn.removeVirtualAuthenticator", { authenticatorId: first });
    await addAuthenticator(session);
    await page.getByLabel("Recovery code", { exact: true }).fill(code!);
    await page.getByRole("button", { name: "Add a passkey" }).click();
    await expect(passkeys).toHaveCount(2);
    await expect(page.getByText("9 recovery codes left")).toBeVisible();

    await passkeys.nth(await placeOf(page, old!.credentialId)).getByRole("button").click();
    await look("remove");
    await page.getByRole("button", { name: "Confirm with a passkey" }).click();
    await expect(passkeys).toHaveCount(1);
    await passkeys.first().getByRole("button").click();
    await page.getByRole("button", { name: "Confirm with a passkey" }).click();
    await expect(page.getByRole("alert")).toHaveText("This passkey is your only way to sign in. First set a password or add another passkey.");
    await page.getByRole("button", { name: "Cancel" }).click();

    await page.getByRole("button", { name: "Delete the account" }).click();
    await look("delete");
    await page.getByRole("button", { name: "Confirm with a passkey" }).click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await openYou(page);
    await expect(page.getByText("You play as a guest on this device.")).toBeVisible();
  });
}

test("the forms fit in Italian", async ({ browser, server }, info) => {
  const { page } = await visitor(browser, server, { language: "it" }, { ...PHONE, ...local(server) });
  await page.goto("/");
  await openYou(page);
  for (const [button, name] of [["Conserva il mio nome", "claim-it"], ["Accedi", "sign-in-it"]] as const) {
    await page.getByRole("button", { name: button }).click();
    await expectNoSidewaysScroll(page, name);
    await expectNoFaults(page, name);
    if (isFull) writeFileSync(info.outputPath(`${name}.png`), await page.screenshot());
    await page.getByRole("button", { name: "Annulla" }).click();
  }
});

test("at an address without a name the page has no passkeys", async ({ browser, server }) => {
  const { page } = await visitor(browser, server, {}, PHONE);
  await page.goto("/");
  await openYou(page);
  await page.getByRole("button", { name: "Keep my name" }).click();
  await expect(page.getByLabel("Password", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: /passkey/i })).toHaveCount(0);
});

test("a browser whose device was signed out can use passkeys", async ({ browser, server }) => {
  const { page } = await visitor(browser, server, {}, { ...PHONE, ...local(server) });
  await page.goto("/");
  // As the server answers a token that it no longer knows, once.
  await page.route("**/api/me", (route) => route.fulfill({ status: 401, json: { code: "signed-out", message: "this device was signed out" } }), { times: 1 });
  await openYou(page);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("button", { name: "Sign in with a passkey" })).toBeVisible();
});
