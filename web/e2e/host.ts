// The page as a folder of files, on a host that serves nothing else.
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { PROGRAM } from "./server";

export const BASE = "/some/house/";
const TYPES: Record<string, string> = { ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".png": "image/png", ".wasm": "application/wasm", ".webmanifest": "application/manifest+json" };

/** In bytes: no more comes at once down a slow way. */
const PIECE = 4096;

/** Before the script of a worker: its clock and its timers run faster. */
const hurrying = (times: number) => `{ const [begun, now, wait] = [Date.now(), Date.now.bind(Date), setTimeout];
Date.now = () => begun + (now() - begun) * ${times}; globalThis.setTimeout = (does, time) => wait(does, time / ${times}); }\n`;

/** A host of files, as there are many: a folder answers with its document, and what is not there with 404.html. */
export class Host {
  readonly folder = mkdtempSync(join(tmpdir(), "parlour-site-"));
  readonly asked: string[] = [];
  address = "";
  /** How many times as fast time passes at its tables: what is waited for is the same, and a test is not kept waiting. */
  haste = 1;
  /** How slow the way to it is, if it is: milliseconds a request, and bytes a second for all of them together. */
  way: { latency: number; downloadThroughput: number } | null = null;
  /** So many bytes have been sent. */
  sent = 0;
  #free = 0;
  readonly #server = createServer((request, response) => {
    const { pathname } = new URL(request.url!, "http://host.test");
    this.asked.push(pathname);
    const file = join(this.folder, pathname.startsWith(BASE) ? pathname.slice(BASE.length) : "no such file");
    const isFolder = existsSync(file) && statSync(file).isDirectory();
    if (isFolder && !pathname.endsWith("/")) {
      response.writeHead(301, { location: `${pathname}/` }).end();
      return;
    }
    const found = isFolder ? join(file, "index.html") : file;
    const isThere = existsSync(found);
    const sent = isThere ? found : join(this.folder, "404.html");
    const isHurried = this.haste > 1 && /\/worker-[^/]*\.js$/.test(sent);
    const isBrotli = !isHurried && /\bbr\b/.test(String(request.headers["accept-encoding"])) && existsSync(`${sent}.br`);
    const bytes = existsSync(sent) ? readFileSync(isBrotli ? `${sent}.br` : sent) : "There is no such file.";
    const head = { "content-type": TYPES[extname(sent)] ?? "application/octet-stream", ...(isBrotli ? { "content-encoding": "br" } : {}) };
    const send = () => {
      this.sent += bytes.length;
      response.writeHead(isThere ? 200 : 404, head);
      if (isHurried) response.write(hurrying(this.haste));
      response.end(bytes);
    };
    if (this.way === null) return send();
    // One file after the other comes down the way, piece by piece, each after the time that a request takes.
    const { latency, downloadThroughput } = this.way;
    const begun = Math.max(this.#free, Date.now() + latency);
    const at = (sent: number) => begun + (1000 * sent) / downloadThroughput;
    this.#free = at(bytes.length);
    const come = async () => {
      response.writeHead(isThere ? 200 : 404, head);
      for (let from = 0; from < bytes.length; from += PIECE) {
        const piece = bytes.slice(from, from + PIECE);
        await new Promise((come) => setTimeout(come, at(from + piece.length) - Date.now()));
        response.write(piece);
      }
      this.sent += bytes.length;
      response.end();
    };
    void come();
  });

  async open(): Promise<void> {
    execFileSync(PROGRAM, ["export", this.folder, "--base", BASE]);
    await new Promise<void>((done) => this.#server.listen(0, "127.0.0.1", done));
    this.address = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}${BASE}`;
  }
  async stop(): Promise<void> {
    const stopped = new Promise((done) => this.#server.close(done));
    this.#server.closeAllConnections();
    await stopped;
  }
}
