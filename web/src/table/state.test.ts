// How notices change the state of a table.
import { beforeEach, describe, expect, test } from "vitest";
import { apply, mayAct, newTable, type TableState } from "./state";
import type { Event, Snapshot, Notice, TableInfo } from "../backend/wire";

const INFO: TableInfo = {
  table: "T", game: "scopa", preset: "classic", options: {}, seats: 2, ready: [], you: 0, commitment: "", restarts: 0, window: 3000, stake: null, payments: null, countdown: null,
  absence: 60_000, ending: [], ended: null, next: null, diverged: null, timeControl: null, clocks: [], host: null, day: null, unverifiedDeals: 0,
  chairs: [{ kind: "person", name: "Anna", connected: true, away: null, substitute: null, left: false }, { kind: "bot", bot: "greedy", name: "Carla" }],
};
const snapshot = (version: number, more: Partial<Snapshot> = {}): Snapshot => ({
  version, phase: "playing", deal: 0, dealer: 1, actors: [0], legal: ["7d"], totals: [0, 0], sides: [0, 1], dealScore: null, bonuses: [], winners: [],
  view: {
    hands: [{ open: ["7d", "Kc"] }, { closed: 3 }], table: [], stock: 30, turn: 0, dealer: 1, playing: [0, 1],
    piles: [[], []], sweeps: [[], []], lastCapture: null, lastCapturer: null,
  },
  ...more,
});
const played = (version: number, more: Partial<Snapshot> = {}, id?: string): Notice => ({
  type: "played", table: "T", seat: 0, action: "7d", events: [{ event: "laid", seat: 0, card: "7d" }], snapshot: snapshot(version, more), id: id ?? null,
});

let state: TableState;
beforeEach(() => {
  state = newTable("T");
  state = apply(state, { type: "table", info: structuredClone(INFO), snapshot: snapshot(3), log: [] });
});

test("a table notice replaces everything", () => {
  state = apply(state, { type: "table", info: { ...INFO, you: null }, snapshot: snapshot(9, { phase: "over" }), log: [] });
  expect(state.info?.you).toBeNull();
  expect(state.snapshot?.version).toBe(9);
});

test("the snapshot of a played action replaces the one before, and its events are logged", () => {
  state = apply(state, played(4, { actors: [1] }));
  expect(state.snapshot?.version).toBe(4);
  expect(state.log.map(({ event }) => event.event)).toEqual(["laid"]);
});

test("an older snapshot is not taken back", () => {
  state = apply(state, played(2));
  expect(state.snapshot?.version).toBe(3);
  expect(state.log).toEqual([]);
});

test("notices of other tables are ignored", () => {
  state = apply(state, { ...played(4), table: "other" } as Notice);
  state = apply(state, { type: "chairs", table: "other", chairs: [], ready: [], ending: [] });
  expect(state.snapshot?.version).toBe(3);
  expect(state.info?.chairs).toHaveLength(2);
});

test("the player may act when the seat is among the actors and no action is pending", () => {
  expect(mayAct(state)).toBe(true);
  state = { ...state, pending: { id: "x", action: "7d", version: 3, since: 0 } };
  expect(mayAct(state)).toBe(false);
  state = apply(state, played(4, { actors: [1] }, "x"));
  expect(state.pending).toBeNull();
  expect(mayAct(state)).toBe(false);
});

test("after a reconnect an older action is settled, a current one stays pending", () => {
  state = { ...state, pending: { id: "x", action: "7d", version: 3, since: 0 } };
  state = apply(state, { type: "table", info: INFO, snapshot: snapshot(3), log: [] });
  expect(state.pending).not.toBeNull();
  state = apply(state, { type: "table", info: INFO, snapshot: snapshot(4), log: [] });
  expect(state.pending).toBeNull();
});

test("an action and a sealed answer of a lost position are settled, and the player may act again", () => {
  const before = { pending: { id: "x", action: "7d", version: 3, since: 0 }, sealed: { action: "7d", version: 3 } };
  state = apply({ ...state, ...before }, { type: "table", info: { ...INFO, diverged: 3 }, snapshot: snapshot(2), log: [] });
  expect([state.pending, state.sealed]).toEqual([null, null]);
  expect(mayAct(state)).toBe(true);
  // A late snapshot does not settle a newer action.
  state = { ...apply(state, played(4)), pending: { ...before.pending, version: 4 } };
  state = apply(state, played(3, {}, "y"));
  expect(state.pending).not.toBeNull();
});

test("a refused action is stored with its reason and nothing else changes", () => {
  state = { ...state, pending: { id: "x", action: "7d", version: 3, since: 0 } };
  state = apply(state, { type: "refused", table: "T", id: "x", code: "illegal", reason: "must-capture", rule: "SC-R8", message: "no" });
  expect(state.pending).toBeNull();
  expect(state.refusal).toMatchObject({ action: "7d", refused: { rule: "SC-R8" } });
  expect(state.snapshot?.version).toBe(3);
  state = apply(state, played(4));
  expect(state.refusal).toBeNull();
});

test("a refusal before the first notice is a problem of the table", () => {
  let unknown = newTable("T");
  unknown = apply(unknown, { type: "refused", table: "T", code: "no-table", message: "there is no such table" });
  expect(unknown.problem?.code).toBe("no-table");
});

test("a spectator is sent away from a table that is for its players now", () => {
  state = apply(state, { type: "refused", table: "T", code: "not-yours", reason: "players-only", message: "no" });
  expect(state.problem?.reason).toBe("players-only");
});

test("a queued card stays only while it is held and the deal is played", () => {
  state = { ...state, queued: "Kc" };
  state = apply(state, played(4, { actors: [1] }));
  expect(state.queued).toBe("Kc");
  state = apply(state, played(5, { view: { ...snapshot(5).view!, hands: [{ open: ["7d"] }, { closed: 3 }] } as Snapshot["view"] }));
  expect(state.queued).toBeNull();
  state = { ...state, queued: "7d" };
  state = apply(state, played(6, { phase: "scored" }));
  expect(state.queued).toBeNull();
});

test("a new deal clears the ready seats and “continue”", () => {
  state = { ...state, info: { ...state.info!, ready: [0, 1] } };
  state = { ...state, continued: true };
  state = apply(state, { type: "dealt", table: "T", events: [], snapshot: snapshot(4, { deal: 1 }) });
  expect(state.info?.ready).toEqual([]);
  expect(state.continued).toBe(false);
});

test("the log is limited", () => {
  for (let version = 4; version < 600; version += 1) state = apply(state, played(version));
  expect(state.log.length).toBe(400);
  expect(new Set(state.log.map(({ serial }) => serial)).size).toBe(400);
});

test("in a race every action has its own answer", () => {
  state = { ...state, sent: ["a", "b"].map((id) => ({ id, action: `${id} > L`, shown: true })) };
  state = apply(state, { type: "refused", table: "T", id: "a", code: "illegal", reason: "too-late", message: "too late" });
  expect(state.sent.map(({ id }) => id)).toEqual(["b"]);
  expect(state.refusal).toMatchObject({ action: "a > L", refused: { reason: "too-late" } });
  state = apply(state, played(4, {}, "b"));
  expect(state.sent).toEqual([]);
  // Actions that were pending when the connection broke are settled by the snapshot.
  state = { ...state, sent: [{ id: "c", action: "c > L", shown: true }] };
  state = apply(state, { type: "table", info: structuredClone(INFO), snapshot: snapshot(5), log: [] });
  expect(state.sent).toEqual([]);
});

test("the countdown ends when the cards are turned up", () => {
  state = apply(state, { type: "countdown", table: "other", seat: 0, millis: 1800 });
  expect(state.countedAt).toBeNull();
  state = apply(state, { type: "countdown", table: "T", seat: 0, millis: 1800 });
  expect(state.countedAt! - Date.now()).toBeGreaterThan(1000);
  state = apply(state, played(4));
  expect(state.countedAt).toBeNull();
  state = apply(state, { type: "table", info: { ...structuredClone(INFO), countdown: 600 }, snapshot: snapshot(5), log: [] });
  expect(state.countedAt).not.toBeNull();
});

test("a voided deal is shown until the next action", () => {
  state = apply(state, { type: "voided", table: "other", again: true });
  expect(state.voided).toBeNull();
  state = apply(state, { type: "voided", table: "T", again: true });
  expect(state.voided).toEqual({ again: true });
  state = apply(state, { type: "dealt", table: "T", events: [], snapshot: snapshot(4) });
  expect(state.voided).toEqual({ again: true });
  state = apply(state, played(5));
  expect(state.voided).toBeNull();
});

describe("reconnecting", () => {
  const laid = (card: string): Event => ({ event: "laid", seat: 1, card });
  const lately = (version: number, card: string) => ({ version, deal: 0, events: [laid(card)] });
  const words = () => state.log.map(({ event }) => (event as { card: string }).card);

  test("a reloaded page receives the recent events", () => {
    state = apply(newTable("T"), { type: "table", info: INFO, snapshot: snapshot(5), log: [lately(4, "7d"), lately(5, "Kc")] });
    expect(words()).toEqual(["7d", "Kc"]);
    state = apply(state, { ...played(6), events: [laid("2s")] } as Notice);
    expect(words()).toEqual(["7d", "Kc", "2s"]);
  });
  test("only missed events are added", () => {
    state = apply(state, { ...played(4), events: [laid("7d")] } as Notice);
    state = apply(state, { type: "table", info: INFO, snapshot: snapshot(6), log: [lately(3, "3h"), lately(4, "7d"), lately(5, "Kc"), lately(6, "2s")] });
    expect(words()).toEqual(["7d", "Kc", "2s"]);
    expect(new Set(state.log.map(({ serial }) => serial)).size).toBe(3);
    // The last two were undone; lines older than the history stay.
    state = apply(state, { type: "table", info: INFO, snapshot: snapshot(9), log: [lately(5, "Kc"), lately(9, "4d")] });
    expect(words()).toEqual(["7d", "Kc", "4d"]);
  });
  test("a request for a rematch is shown, and after the end no action is possible", () => {
    state = apply(state, { type: "rematch", table: "T", next: "N", seat: 1 });
    expect([state.rematch, state.info?.next]).toEqual([1, "N"]);
    expect(mayAct(state)).toBe(true);
    state = apply(state, { type: "table", info: { ...INFO, ended: { by: "resignation", seat: 1 } }, snapshot: snapshot(3), log: [] });
    expect(mayAct(state)).toBe(false);
  });
  test("after a data loss “continue” is asked again", () => {
    const counted = snapshot(9, { phase: "scored" });
    state = { ...apply(state, { type: "table", info: INFO, snapshot: counted, log: [] }), continued: true };
    state = apply(state, { type: "table", info: INFO, snapshot: counted, log: [] });
    expect(state.continued).toBe(true);
    state = apply(state, { type: "table", info: { ...INFO, diverged: 12 }, snapshot: counted, log: [] });
    expect(state.continued).toBe(false);
  });
});
