// Two devices and an unreliable server: nothing is lost, and a closed pad sends nothing.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Operation, Pad } from "./client";
import { Sharing, type Standing } from "./sharing";

const operation = (id: string): Operation => ({ id, do: "undo", of: "1@a" });
const pad = (ids: string[]): Pad => ({ format: "parlour-pad/1", operations: ids.map(operation) });

/** Fake server with one pad, which can be unreachable. */
class Server {
  ids = new Set<string>();
  away = false;
  posts: string[][] = [];
  #waiting: (() => void)[] = [];
  answer(): Response {
    const body = { id: "x", tag: String(this.ids.size), pad: pad([...this.ids]) };
    return new Response(JSON.stringify(body), { status: 200 });
  }
  async fetch(path: string, { method, body, signal }: { method: string; body?: string; signal: AbortSignal | null }): Promise<Response> {
    if (this.away) throw new TypeError("away");
    if (method === "POST") {
      const ids = (JSON.parse(body!) as Pad).operations.map(({ id }) => id);
      this.posts.push(ids);
      ids.forEach((id) => this.ids.add(id));
      this.#waiting.splice(0).forEach((go) => go());
      return this.answer();
    }
    if (path.endsWith(`after=${this.ids.size}`)) {
      await new Promise<void>((go, stop) => {
        this.#waiting.push(go);
        signal?.addEventListener("abort", () => stop(new DOMException("aborted", "AbortError")));
      });
      if (this.away) throw new TypeError("away");
    }
    return this.answer();
  }
  goAway() {
    this.away = true;
    this.#waiting.splice(0).forEach((go) => go());
  }
}

/** A device with its own copy of the pad. */
function device(ids: string[], unheard: string[] = []) {
  const held = new Set(ids);
  const told: [Standing, number][] = [];
  const sharing = new Sharing("x", {
    pad: () => pad([...held]),
    take: ({ operations }) => operations.forEach(({ id }) => held.add(id)),
    notify: (standing, waiting) => told.push([standing, waiting.length]),
  }, unheard);
  const write = (id: string) => {
    held.add(id);
    sharing.wake();
  };
  return { held, told, sharing, write };
}

let server: Server;
beforeEach(() => {
  vi.useFakeTimers();
  server = new Server();
  vi.stubGlobal("addEventListener", () => undefined);
  vi.stubGlobal("removeEventListener", () => undefined);
  vi.stubGlobal("fetch", (path: string, how: never) => server.fetch(path, how));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
const settle = (ms = 0) => vi.advanceTimersByTimeAsync(ms);

test("each operation reaches the other device once", async () => {
  server.ids.add("1@a");
  const [one, other] = [device(["1@a"]), device([])];
  await settle();
  one.write("2@a");
  await settle();
  expect([...other.held]).toEqual(["1@a", "2@a"]);
  expect(server.posts).toEqual([["2@a"]]);
  expect(one.told.at(-1)).toEqual(["live", 0]);
  one.sharing.close();
  other.sharing.close();
});
test("offline operations of both devices are merged", async () => {
  server.ids.add("1@a");
  const [one, other] = [device(["1@a"]), device(["1@a"])];
  await settle();
  server.goAway();
  one.write("2@a");
  other.write("2@b");
  other.write("3@b");
  await settle(3_000);
  expect(one.told.at(-1)).toEqual(["away", 1]);
  expect(other.told.at(-1)).toEqual(["away", 2]);
  server.away = false;
  await settle(16_000);
  const all = ["1@a", "2@a", "2@b", "3@b"];
  expect([[...one.held].sort(), [...other.held].sort(), [...server.ids].sort()]).toEqual([all, all, all]);
  expect(one.told.at(-1)).toEqual(["live", 0]);
  one.sharing.close();
  other.sharing.close();
});
test("a closed pad sends nothing", async () => {
  const one = device(["1@a"]);
  await settle();
  one.sharing.close();
  await settle();
  const before = server.posts.length;
  one.held.add("9@a");
  await settle(60_000);
  expect(server.posts.length).toBe(before);
});

test("a pad opened offline knows what was sent", async () => {
  server.away = true;
  const one = device(["1@a", "2@a", "3@a"], ["3@a"]);
  await vi.advanceTimersByTimeAsync(10);
  expect(one.told.at(-1)).toEqual(["away", 1]);
  one.write("4@a");
  await vi.advanceTimersByTimeAsync(10);
  expect(one.told.at(-1)).toEqual(["away", 2]);
  one.sharing.close();
});
