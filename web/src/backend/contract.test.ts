// The contract of a backend: a session sees no difference between the memory backend and the same backend
// behind HTTP and a WebSocket.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { TableSession } from "../table/session.svelte";
import { openCards } from "../table/holding";
import { RefusedError, type Backend, type Link } from "./backend";
import { MemoryBackend } from "./memory-backend";
import { serverBackend } from "./server-backend";
import type { Command, NewTable } from "./wire";

/** Fake WebSocket in front of a memory backend. It speaks the protocol of docs/protocol.md. */
class FakeSocket {
  static backend: Backend;
  static open: FakeSocket[] = [];
  static readonly OPEN = 1;
  readyState = 0;
  onopen: (() => void) | null = null;
  onmessage: ((message: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  readonly #links = new Map<string, Link>();

  constructor() {
    FakeSocket.open.push(this);
    queueMicrotask(() => {
      this.readyState = FakeSocket.OPEN;
      this.onopen?.();
    });
  }

  send(text: string): void {
    const command = JSON.parse(text) as Command;
    const notify = (notice: unknown) => queueMicrotask(() => this.onmessage?.({ data: JSON.stringify(notice) }));
    if (command.type === "hello") notify({ type: "hello", protocol: 3, server: "memory" });
    else if (command.type === "ping") notify({ type: "pong" });
    else if (command.type === "watch") this.#links.set(command.table, FakeSocket.backend.join(command.table, { notice: notify, link: () => undefined }));
    else if ("table" in command && command.type !== "unwatch" && command.type !== "reveal") this.#links.get(command.table)?.send(command);
  }

  close(): void {
    for (const link of this.#links.values()) link.close();
    FakeSocket.open = FakeSocket.open.filter((other) => other !== this);
    this.onclose?.();
  }
}

async function fakeFetch(path: string, { body }: { body: string }): Promise<Response> {
  try {
    if (path === "/api/tables") return Response.json(await FakeSocket.backend.open(JSON.parse(body) as NewTable));
    await FakeSocket.backend.replay("", 0);
  } catch (error) {
    if (error instanceof RefusedError) return Response.json(error.refused, { status: error.status });
  }
  return Response.error();
}

beforeEach(() => {
  FakeSocket.backend = new MemoryBackend();
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("fetch", fakeFetch);
  vi.stubGlobal("location", { protocol: "http:", host: "parlour" });
  vi.stubGlobal("document", { hidden: true });
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  vi.stubGlobal("addEventListener", () => undefined);
  vi.stubGlobal("removeEventListener", () => undefined);
});
afterEach(() => {
  for (const socket of FakeSocket.open) socket.close();
  vi.unstubAllGlobals();
});

const backends: [string, () => Backend][] = [["in memory", () => new MemoryBackend()], ["on a server", () => serverBackend]];
const NEW: NewTable = { game: "scopa", options: {}, seats: 2, chairs: ["open", { bot: "greedy" }], name: "Anna" };

/** Waits until all messages have arrived. */
const settled = () => new Promise((done) => setTimeout(done, 20));

/** The state that a page would show. */
const seen = ({ connection, state: { info, snapshot, pending, problem, refusal, log } }: TableSession) => ({
  connection,
  you: info?.you ?? null,
  version: snapshot?.version ?? null,
  hand: openCards<unknown>(snapshot?.view?.hands[0]),
  waits: pending !== null,
  refused: refusal === null ? null : `${refusal.action}: ${refusal.refused.code}`,
  problem: problem?.code ?? null,
  log: log.map(({ event }) => event.event),
});
const BEFORE = { connection: "open", you: null, version: 1, hand: [], waits: false, refused: null, problem: null, log: [] };
const SEATED = { ...BEFORE, you: 0, hand: ["7d", "Kc"] };
const PLAYED = { ...SEATED, version: 2, hand: ["Kc"], log: ["laid"] };

test("notices of a new table wait for its page", async () => {
  const { table } = await serverBackend.open(NEW);
  await settled();
  const told: string[] = [];
  const link = serverBackend.join(table, { notice: (notice) => told.push(notice.type), link: (connection) => told.push(connection) });
  expect(told).toEqual([]);
  await Promise.resolve();
  expect(told).toEqual(["connecting", "open", "table"]);
  expect(FakeSocket.open).toHaveLength(1);
  link.close();
  expect(FakeSocket.open).toHaveLength(0);
});

test.each(backends)("%s: a table is opened, joined, played and reloaded", async (_, backend) => {
  const at = backend();
  const { table } = await at.open(NEW);
  const session = new TableSession(at, table, () => null);
  expect(seen(session)).toMatchObject({ connection: "connecting", version: null });
  await settled();
  expect(seen(session)).toEqual(BEFORE);

  session.sit(0, "Anna");
  await settled();
  expect(seen(session)).toEqual(SEATED);

  expect(session.play("7d")).toBe(true);
  expect(session.play("Kc")).toBe(false);
  expect(seen(session).waits).toBe(true);
  await settled();
  expect(seen(session)).toEqual(PLAYED);

  session.play("2s");
  await settled();
  expect(seen(session)).toEqual({ ...PLAYED, refused: "2s: illegal" });

  // After a reload the page shows the current table, without the refused action.
  session.close();
  const again = new TableSession(at, table, () => null);
  await settled();
  expect(seen(again)).toEqual({ ...PLAYED, log: [] });
  again.close();
});

test.each(backends)("%s: a stale command changes nothing", async (_, backend) => {
  const at = backend();
  const { table } = await at.open(NEW);
  const [first, second] = [0, 1].map(() => new TableSession(at, table, () => null)) as [TableSession, TableSession];
  await settled();
  first.sit(0, "Anna");
  await settled();
  first.play("7d");
  second.play("Kc");
  await settled();
  expect(seen(first)).toEqual(PLAYED);
  expect(seen(second)).toEqual(PLAYED);
  first.close();
  second.close();
});

test.each(backends)("%s: an unknown table is a problem, and an invalid request is refused", async (_, backend) => {
  const at = backend();
  const session = new TableSession(at, "nowhere", () => null);
  await settled();
  expect(seen(session)).toMatchObject({ problem: "no-table", version: null });
  session.close();
  await expect(at.open({ ...NEW, seats: 5 })).rejects.toMatchObject({ refused: { code: "options" }, status: 422 });
  await expect(at.replay("nowhere", 0)).rejects.toMatchObject({ refused: { code: "unfinished" } });
});
