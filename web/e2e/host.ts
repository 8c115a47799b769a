// The page as a static export, on a host without a server.
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { PROGRAM } from "./server";

export const BASE = "/some/folder/";
const TYPES: Record<string, string> = { ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".png": "image/png", ".wasm": "application/wasm", ".webmanifest": "application/manifest+json" };

/** Largest piece on a slow connection, in bytes. */
const PIECE = 4096;

/** Code in front of a worker's script that makes its clock and timers run faster. */
const hurrying = (times: number) => `{ const [begun, now, wait] = [Date.now(), Date.now.bind(Date), setTimeout];
Date.now = () => begun + (now() - begun) * ${times}; globalThis.setTimeout = (does, time) => wait(does, time / ${times}); }\n`;

/** A static host like many others: a folder answers with its document, and an unknown path with 404.html. */
export class Host {
  readonly folder = mkdtempSync(join(tmpdir(), "parlour-site-"));
  readonly asked: string[] = [];
  address = "";
  /** Speed of time at its tables. Waits are the same, but take a test less time. */
  haste = 1;
  /**
   * Throttling of the connection: latency of a request in milliseconds, and throughput in bytes a second for
   * all together.
   */
  way: { latency: number; downloadThroughput: number } | null = null;
  /** Number of bytes sent. */
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
    // Files are sent one after another, piece by piece, each after the latency of a request.
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
