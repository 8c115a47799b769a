// Players with accounts, and pictures of their screens.
import { writeFileSync } from "node:fs";
import { expect, type Browser, type Page, type TestInfo } from "@playwright/test";
import { expectAccessible, expectNoSidewaysScroll } from "./accessibility";
import { behindProxy, headersOf, tokenOf, visitor, type Server } from "./server";
import { isFull } from "./tiers";

export const PHONE = { viewport: { width: 390, height: 844 } };
export const DESKTOP = { viewport: { width: 1440, height: 900 } };

/** Opens Home as an account that comes from a network of its own. */
export async function accountHolder(browser: Browser, server: Server, name: string, network: string, language: "en" | "it", screen: typeof PHONE): Promise<Page> {
  const { page } = await visitor(browser, server, { name, language }, { ...screen, baseURL: await behindProxy(server, network) });
  const claimed = await page.request.post("/api/account", { headers: headersOf(page), data: { name, password: "three blind mice", device: "Browser" } });
  expect(claimed.status()).toBe(201);
  await page.goto("/");
  return page;
}

/** Returns a check of screens. The full tier takes a picture of each too. */
export const lookOf = (info: TestInfo) => async (page: Page, name: string): Promise<void> => {
  await expectNoSidewaysScroll(page, name);
  await expectAccessible(page, name);
  if (isFull) writeFileSync(info.outputPath(`${name}.png`), await page.screenshot());
};

/** Returns the lobby on Home. */
export const lobbyOf = (page: Page) => page.getByRole("region", { name: /^(Play with people|Gioca con altre persone)/ });

interface Answer { type: string; code?: string }
/** Sends a command from a second socket of the player, and returns the first notice after the hello, or the first of a type. */
export const command = (page: Page, sent: object, type: string | null = null): Promise<Answer> =>
  page.evaluate(([sent, type, token]) => new Promise<Answer>((done) => {
    const socket = new WebSocket(`ws://${location.host}/ws`);
    socket.onopen = () => socket.send(JSON.stringify({ type: "hello", token, protocol: 3 }));
    socket.onmessage = () => {
      socket.send(JSON.stringify(sent));
      socket.onmessage = (message) => {
        const answer = JSON.parse(String(message.data)) as Answer;
        if (type === null || answer.type === type) done(answer);
      };
    };
  }), [sent, type, tokenOf(page)] as const);
