// After a reconnect, requests are repeated unless they were answered.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Backend, Listener, TableCommand, TableNotice } from "../backend/backend";
import type { Snapshot, TableInfo } from "../backend/wire";
import { momentOf } from "../../e2e/fits/moments";
import { HINT } from "./state";
import { TableSession } from "./session.svelte";

const moment = momentOf("scopa 2 play");
if (!("info" in moment)) throw new Error("a replay");
const { info, snapshot } = moment as { info: TableInfo; snapshot: Snapshot };
const over: Snapshot = { ...snapshot, phase: "over", actors: [], legal: [] };

let sent: TableCommand[];
let on: Listener;
let session: TableSession;
const backend = {
  join(_: string, listener: Listener) {
    on = listener;
    return { send: (command: TableCommand) => sent.push(command) > 0, reconnectNow() {}, close() {} };
  },
} as unknown as Backend;
/** Delivers a notice and waits until it is shown. */
const tell = async (notice: TableNotice) => {
  on.notice(notice);
  await new Promise((done) => setTimeout(done));
};
const table = (snapshot: Snapshot, more: Partial<TableInfo> = {}): TableNotice => ({ type: "table", info: { ...info, ended: null, next: null, diverged: null, ready: [], ...more }, snapshot, log: [] });

beforeEach(() => {
  for (const name of ["addEventListener", "removeEventListener"]) vi.stubGlobal(name, () => undefined);
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  vi.stubGlobal("document", { hidden: true });
  sent = [];
  session = new TableSession(backend, info.table, () => null);
});
afterEach(() => {
  session.close();
  vi.unstubAllGlobals();
});

test("a rematch is requested until the next table is known, or it is refused", async () => {
  await tell(table(over));
  session.rematch();
  await tell(table(over));
  expect(sent).toEqual([{ type: "rematch" }, { type: "rematch" }]);
  await tell({ type: "refused", table: info.table, code: "busy", message: "try again later" });
  await tell(table(over));
  expect(sent).toHaveLength(2);
  session.rematch();
  expect(session.state.refusal).toBeNull();
  await tell(table(over, { next: "N" }));
  expect(sent).toHaveLength(3);
});
test("without a request, or if the match goes on, there is no rematch", async () => {
  await tell(table(over));
  await tell(table(over));
  expect(sent).toEqual([]);
  session.rematch();
  await tell(table({ ...snapshot, version: snapshot.version - 1 }));
  await tell(table(over));
  expect([sent.length, session.wantsRematch]).toEqual([1, false]);
});
test("a hint is requested again until it is answered or cancelled", async () => {
  await tell(table(snapshot));
  session.hint();
  await tell(table({ ...snapshot, version: snapshot.version + 1 }));
  const asks = (version: number) => ({ type: "hint", version, id: HINT });
  expect(sent).toEqual([asks(snapshot.version), asks(snapshot.version + 1)]);
  await tell({ type: "hint", table: info.table, id: HINT, version: snapshot.version + 1, choices: [], why: [] });
  await tell(table(snapshot));
  session.hint();
  await tell({ type: "refused", table: info.table, id: HINT, code: "stale", message: "the table has moved on" });
  await tell(table(snapshot));
  const stopWaiting = session.hint();
  stopWaiting();
  await tell(table(snapshot));
  expect(sent).toHaveLength(4);
});
test("a sealed answer is repeated to a restarted server while the table waits for it", async () => {
  await tell(table(snapshot));
  session.play(snapshot.legal[0]!);
  const [asked] = sent as [Extract<TableCommand, { type: "play" }>];
  await tell({ type: "sealed", table: info.table, id: asked.id!, action: asked.action });
  await tell(table(snapshot));
  expect(sent).toHaveLength(2);
  expect(sent[1]).toEqual({ ...asked, id: expect.not.stringMatching(new RegExp(`^${asked.id}$`)) });
  await tell(table({ ...snapshot, version: snapshot.version + 1 }));
  expect(sent).toHaveLength(2);
});
