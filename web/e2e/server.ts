// The server under test, and the browsers that visit it.
import { spawn, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { connect, createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { test as base, expect, type Browser, type BrowserContext, type Page } from "@playwright/test";
import { SCREEN } from "./tiers";

const HERE = fileURLToPath(new URL(".", import.meta.url));
export const PROGRAM = resolve(HERE, "..", process.env.PARLOUR_BIN ?? "../target/debug/parlour");

export interface ServerOptions {
  /** Delay of the bots in ms. */
  botPause?: number;
  /** Whether only `advance` moves the clock of the tables, so that a slow machine changes nothing. */
  standingClock?: boolean;
  /** Further arguments of `parlour serve`. */
  flags?: readonly string[];
}

/** A process of `parlour serve` on a free port, with its own data folder. */
export class Server {
  readonly data = mkdtempSync(join(tmpdir(), "parlour-e2e-"));
  address = "";
  #options: ServerOptions;
  #process: ChildProcess | null = null;

  constructor(options: ServerOptions = {}) {
    this.#options = options;
  }

  get port(): number {
    return Number(new URL(this.address).port);
  }

  /** Starts the program and waits for the line with its address. */
  async start(port = 0): Promise<void> {
    const { botPause = 0, standingClock = false, flags = [] } = this.#options;
    // Requests from a trusted proxy on the same machine are not counted by address: all tests share one
    // address.
    const shared = ["--port", String(port), "--data", this.data, "--trusted-proxy", "127.0.0.1", "--bot-pause", String(botPause), "--countdown", "300"];
    const child = spawn(PROGRAM, ["serve", ...shared, ...(standingClock ? ["--clock-from-stdin"] : []), ...flags], { stdio: ["pipe", "pipe", "pipe"] });
    this.#process = child;
    let output = "";
    this.address = await new Promise((found, failed) => {
      const late = setTimeout(() => failed(new Error(`no address after a minute; the server wrote:\n${output}`)), 60_000);
      const read = (chunk: Buffer) => {
        output += chunk.toString();
        const address = /Parlour is open at (http:\/\/\S+)/.exec(output)?.[1];
        if (address !== undefined) {
          clearTimeout(late);
          found(address.replace(/\/$/, ""));
        }
      };
      child.stdout!.on("data", read);
      child.stderr!.on("data", read);
      // A killed server leaves unread input behind.
      child.stdin!.on("error", () => undefined);
      child.on("error", failed);
      child.on("exit", (code) => failed(new Error(`${PROGRAM} ended with ${code}; it wrote:\n${output}`)));
    });
  }

  /** Advances the clock of the tables by this time in ms. Requires a standing clock. */
  advance(time: number): void {
    this.#process!.stdin!.write(`${time}\n`);
  }

  /** `kill -9`: the server saves nothing more. */
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

/** Starts a proxy before a server, which names the network of its visitors. Returns its address. */
export async function behindProxy(server: Server, network: string): Promise<string> {
  const proxy = createServer((client) => {
    const upstream = connect(server.port, "127.0.0.1");
    // Each connection has one request after the other, and the header belongs to each.
    client.on("data", (data: Buffer) => void upstream.write(Buffer.from(data.toString("latin1").replace(/^((?:GET|POST|PUT|PATCH|DELETE|HEAD) \S+ HTTP\/1\.1\r\n)/, `$1x-forwarded-for: ${network}\r\n`), "latin1")));
    client.on("end", () => void upstream.end());
    upstream.pipe(client);
    for (const socket of [client, upstream]) socket.on("error", () => (client.destroy(), upstream.destroy()));
  });
  await new Promise<void>((listens) => proxy.listen(0, "127.0.0.1", listens));
  proxy.unref();
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
}

/** The guest tokens of the contexts. */
const tokens = new WeakMap<BrowserContext, string>();
export const tokenOf = (page: Page): string => tokens.get(page.context())!;

/** Returns the headers of a request with a token. It closes its connection, because the server could close it during the next request. */
export const headersWith = (token: string) => ({ authorization: `Bearer ${token}`, connection: "close" });

/** Returns the headers of a guest's request. */
export const headersOf = (page: Page) => headersWith(tokenOf(page));

/**
 * Opens a browser context with its own storage and guest. By default, motion, sounds, timers and the service
 * worker are off.
 */
export async function visitor(browser: Browser, server: Server, settings: object = {}, more: Parameters<Browser["newContext"]>[0] = {}): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ baseURL: server.address, viewport: SCREEN, locale: "en-GB", serviceWorkers: "block", ...more });
  const token = randomBytes(32).toString("base64url");
  tokens.set(context, token);
  await context.addInitScript((items) => {
    for (const [key, value] of Object.entries(items)) if (localStorage.getItem(key) === null) localStorage.setItem(key, value);
  }, { "parlour.settings": JSON.stringify({ language: "en", motion: "none", sound: "off", timers: false, name: "Anna", ...settings }), "parlour.token": token });
  return { context, page: await context.newPage() };
}

/** Waits until the service worker has cached Home. */
export async function homeIsCached(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    if (active!.state !== "activated") await new Promise((done) => active!.addEventListener("statechange", () => active!.state === "activated" && done(null)));
  });
}

/** Lets the service worker cache all files, and waits until it has. */
export async function allIsCached(page: Page): Promise<void> {
  await homeIsCached(page);
  await page.evaluate(async () => (await navigator.serviceWorker.ready).active!.postMessage("cache-all"));
  await expect.poll(() => page.evaluate(async () => {
    const { scope } = await navigator.serviceWorker.ready;
    const source = await (await fetch(`${scope}service-worker.js`)).text();
    const files = JSON.parse(`[${/FILES = \[(.*?)\]/.exec(source)![1]!}]`) as string[];
    const cached = await Promise.all(files.map((file) => caches.match(scope + file)));
    return cached.filter((one) => one === undefined).length;
  })).toBe(0);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

interface ForTest {
  /** Options of `ownServer`. */
  serverOptions: ServerOptions;
  /** A server for this test alone, which may kill it, move its clock or need other flags. */
  ownServer: Server;
  contextsAreClosed: void;
}

export const test = base.extend<ForTest, { server: Server }>({
  // One server for all tests of a worker. Each test opens its own tables with its own guests.
  server: [async ({}, use) => {
    const server = new Server();
    await server.start();
    await use(server);
    await server.close();
  }, { scope: "worker" }],
  serverOptions: [{}, { option: true }],
  ownServer: async ({ serverOptions }, use) => {
    const server = new Server(serverOptions);
    await server.start();
    await use(server);
    await server.close();
  },
  // Pages left open would go on playing beside the next test.
  contextsAreClosed: [async ({ browser }, use) => {
    await use();
    await Promise.all(browser.contexts().map((context) => context.close()));
  }, { auto: true }],
});
export { expect };
