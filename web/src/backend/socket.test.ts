// The socket: hello first, watching again after a reconnect, and backoff.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { LinkState, TableNotice } from "./backend";
import type { Answer } from "./additions";
import { connect, wait, type Wire } from "./socket";

class FakeWire implements Wire {
  sent: { type: string; [key: string]: unknown }[] = [];
  closed = false;
  onopen: (() => void) | null = null;
  onmessage: ((message: { data: unknown }) => void) | null = null;
  onclose: (() => void) | null = null;
  send(text: string) { this.sent.push(JSON.parse(text)); }
  close() { this.closed = true; this.onclose?.(); }
  notify(notice: object) { this.onmessage?.({ data: JSON.stringify(notice) }); }
  welcome() { this.onopen?.(); this.notify({ type: "hello", protocol: 3, server: "test" }); }
  get commands() { return this.sent.map((command) => command.type); }
}

let wires: FakeWire[];
let heard: TableNotice[];
let changes: LinkState[];
let committed: Record<string, string>;
let early: Record<string, Answer>;
let tokens: string[];
const start = () => connect({
  dial: () => { const wire = new FakeWire(); wires.push(wire); return wire; },
  token: () => tokens.at(-1)!,
  onSignedOut: () => tokens.push("G".repeat(43)),
  additions: { playAlone: () => undefined, afterWatch: (table) => early[table] ?? null, commitment: (table) => committed[table] ?? null, hear: (notice) => (notice.type === "opening" ? { type: "reveal", table: "A", nonce: "1", commitment: notice.commitment } : null) },
  onNotice: (notice) => heard.push(notice),
  onConnection: (connection) => changes.push(connection),
  chance: () => 1,
});
const last = () => wires.at(-1)!;

beforeEach(() => { vi.useFakeTimers(); wires = []; heard = []; changes = []; committed = {}; early = {}; tokens = ["T".repeat(43)]; });
afterEach(() => vi.useRealTimers());

test("hello with the token comes first, with the watched tables", () => {
  const socket = start();
  socket.watch("A");
  expect(last().sent).toEqual([]);
  last().onopen?.();
  expect(last().sent).toEqual([{ type: "hello", token: "T".repeat(43), protocol: 3 }, { type: "watch", table: "A", receipt: null, nonce: null }]);
  expect(changes).toEqual(["connecting"]);
  last().notify({ type: "hello", protocol: 3, server: "test" });
  expect(last().commands).toEqual(["hello", "watch"]);
  expect(changes).toEqual(["connecting", "open"]);
});

test("a device that was signed out connects again with another token", () => {
  start();
  last().onopen?.();
  last().notify({ type: "refused", code: "signed-out", message: "this device was signed out" });
  expect([wires[0]!.closed, heard, changes]).toEqual([true, [], ["connecting", "lost"]]);
  vi.advanceTimersByTime(300);
  last().onopen?.();
  expect(last().sent).toEqual([{ type: "hello", token: "G".repeat(43), protocol: 3 }]);
});

test("a nonce is committed with watch and revealed on request", () => {
  committed = { A: "hash" };
  const socket = start();
  socket.watch("A");
  last().welcome();
  socket.watch("B");
  expect(last().sent.slice(1)).toEqual([{ type: "watch", table: "A", receipt: null, nonce: "hash" }, { type: "watch", table: "B", receipt: null, nonce: null }]);
  last().notify({ type: "opening", table: "A", commitment: "C", nonces: ["hash", null] });
  expect(last().sent.at(-1)).toEqual({ type: "reveal", table: "A", nonce: "1", commitment: "C" });
  expect(heard).toEqual([]);
});

test("a nonce that need not wait follows the request to watch", () => {
  committed = { A: "hash" };
  early = { A: { type: "reveal", table: "A", nonce: "1", commitment: "C" } };
  start().watch("A");
  last().welcome();
  expect(last().sent.slice(1)).toEqual([{ type: "watch", table: "A", receipt: null, nonce: "hash" }, early.A]);
});

test("send returns false before the server's hello", () => {
  const socket = start();
  expect(socket.send({ type: "continue", table: "A" })).toBe(false);
  last().welcome();
  expect(socket.send({ type: "continue", table: "A" })).toBe(true);
  expect(last().commands).toEqual(["hello", "continue"]);
});

test("after a loss it reconnects and watches the same tables", () => {
  const socket = start();
  socket.watch("A");
  socket.watch("B");
  socket.unwatch("B");
  last().welcome();
  last().close();
  expect(changes.at(-1)).toBe("lost");
  expect(wires).toHaveLength(1);
  vi.advanceTimersByTime(250);
  expect(wires).toHaveLength(2);
  last().welcome();
  expect(last().sent[1]).toEqual({ type: "watch", table: "A", receipt: null, nonce: null });
  expect(last().sent).toHaveLength(2);
  expect(changes.at(-1)).toBe("open");
});

test("the backoff grows to eight seconds, and is reset by a success", () => {
  expect([1, 2, 3, 4, 5, 6, 9].map((failures) => wait(failures, 1))).toEqual([250, 500, 1000, 2000, 4000, 8000, 8000]);
  expect(wait(3, 0)).toBe(500);
  start();
  last().close();
  vi.advanceTimersByTime(250);
  last().close();
  vi.advanceTimersByTime(499);
  expect(wires).toHaveLength(2);
  vi.advanceTimersByTime(1);
  expect(wires).toHaveLength(3);
  last().welcome();
  last().close();
  vi.advanceTimersByTime(250);
  expect(wires).toHaveLength(4);
});

test("pings after 15 s of silence, and closes a socket that does not answer", () => {
  start();
  last().welcome();
  vi.advanceTimersByTime(15_000);
  expect(last().commands).toEqual(["hello", "ping"]);
  last().notify({ type: "pong" });
  vi.advanceTimersByTime(15_000);
  expect(last().commands).toEqual(["hello", "ping", "ping"]);
  vi.advanceTimersByTime(8_000);
  expect(last().closed || wires.length > 1).toBe(true);
  expect(changes.at(-1)).toBe("lost");
  vi.advanceTimersByTime(250);
  expect(wires).toHaveLength(2);
});

test("hello and pong are handled inside; other notices are passed on", () => {
  start();
  last().welcome();
  last().notify({ type: "pong" });
  last().notify({ type: "refused", code: "no-table", message: "there is no such table" });
  expect(heard.map((notice) => notice.type)).toEqual(["refused"]);
});

test("being online again reconnects at once; closing is final", () => {
  const socket = start();
  last().close();
  socket.reconnectNow();
  expect(wires).toHaveLength(2);
  socket.reconnectNow();
  expect(wires).toHaveLength(2);
  socket.close();
  vi.advanceTimersByTime(60_000);
  expect(wires).toHaveLength(2);
});

test("a late message of an old connection is ignored", () => {
  start();
  const old = last();
  old.welcome();
  old.close();
  vi.advanceTimersByTime(250);
  old.notify({ type: "refused", code: "no-table", message: "late" });
  expect(heard).toEqual([]);
});

test("a reconnect sends the last receipt of each table", () => {
  const socket = start();
  socket.watch("A");
  socket.watch("B");
  last().welcome();
  last().notify({ type: "table", info: { table: "A" }, snapshot: {}, log: [], receipt: "first" });
  last().notify({ type: "played", table: "A", receipt: "second" });
  last().notify({ type: "dealt", table: "C", receipt: "of a table that is not watched" });
  last().close();
  vi.advanceTimersByTime(250);
  last().onopen?.();
  expect(last().sent.slice(1)).toEqual([{ type: "watch", table: "A", receipt: "second", nonce: null }, { type: "watch", table: "B", receipt: null, nonce: null }]);
});
