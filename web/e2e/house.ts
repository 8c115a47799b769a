// A house of our own for one test: the real program on a free port, with a data directory that goes away.
import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { test as base, expect, type Browser, type BrowserContext, type Page } from "@playwright/test";

const HERE = fileURLToPath(new URL(".", import.meta.url));
export const PROGRAM = resolve(HERE, "..", process.env.PARLOUR_BIN ?? "../target/debug/parlour");

export class House {
  readonly data = mkdtempSync(join(tmpdir(), "parlour-e2e-"));
  address = "";
  /** How long bots wait before they play, in ms. */
  pause = 0;
  /** How long a table counts to three, in ms. */
  count = 300;
  /** Whether time passes at the tables only when it is told to, with `pass`: then a test is as slow as the machine, and no slower. */
  tellsTime = false;
  /** What else the program is started with. */
  more: readonly string[] = [];
  #process: ChildProcess | null = null;

  get port(): number {
    return Number(new URL(this.address).port);
  }

  /** Starts the program and waits for the line with its address. */
  async open(port = 0): Promise<void> {
    const child = spawn(PROGRAM, ["serve", "--port", String(port), "--data", this.data, "--bot-pause", String(this.pause), "--count", String(this.count), ...(this.tellsTime ? ["--clock-from-stdin"] : []), ...this.more], { stdio: ["pipe", "pipe", "pipe"] });
    this.#process = child;
    let said = "";
    this.address = await new Promise((found, failed) => {
      const late = setTimeout(() => failed(new Error(`no address after a minute; it said:\n${said}`)), 60_000);
      const hear = (chunk: Buffer) => {
        said += chunk.toString();
        const address = /Parlour is open at (http:\/\/\S+)/.exec(said)?.[1];
        if (address !== undefined) {
          clearTimeout(late);
          found(address.replace(/\/$/, ""));
        }
      };
      child.stdout!.on("data", hear);
      child.stderr!.on("data", hear);
      // What a house that is killed has not read is lost with it.
      child.stdin!.on("error", () => undefined);
      child.on("error", failed);
      child.on("exit", (code) => failed(new Error(`${PROGRAM} ended with ${code}; it said:\n${said}`)));
    });
  }

  /** Lets so much time pass at the tables, in ms. */
  pass(time: number): void {
    this.#process!.stdin!.write(`${time}\n`);
  }

  /** `kill -9`: no time to save anything. */
  async kill(): Promise<void> {
    const child = this.#process;
    this.#process = null;
    if (child === null || child.exitCode !== null) return;
    const gone = new Promise((done) => child.once("exit", done));
    child.kill("SIGKILL");
    await gone;
  }

  async close(): Promise<void> {
    await this.kill();
    rmSync(this.data, { recursive: true, force: true });
  }
}

/** A person with a browser of their own: no motion, no timers, nothing kept on the device, unless a test says otherwise. */
export async function visitor(browser: Browser, house: House, settings: object = {}, more: Parameters<Browser["newContext"]>[0] = {}): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ baseURL: house.address, viewport: { width: 1280, height: 800 }, locale: "en-GB", serviceWorkers: "block", ...more });
  await context.addInitScript((kept) => {
    if (localStorage.getItem("parlour.settings") === null) localStorage.setItem("parlour.settings", kept);
  }, JSON.stringify({ language: "en", motion: "none", timers: false, name: "Anna", ...settings }));
  return { context, page: await context.newPage() };
}

/** What the service worker keeps is loaded, and it is at work. */
export async function workerIsReady(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    if (active!.state !== "activated") await new Promise((done) => active!.addEventListener("statechange", () => active!.state === "activated" && done(null)));
  });
}

export const test = base.extend<{ tellsTime: boolean; house: House }>({
  tellsTime: [false, { option: true }],
  house: async ({ tellsTime }, use) => {
    const house = new House();
    house.tellsTime = tellsTime;
    await house.open();
    await use(house);
    await house.close();
  },
});
export { expect };
