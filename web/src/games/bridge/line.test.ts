import { describe, expect, test } from "vitest";
import type { BridgeView, Event, Replay, Step } from "../../backend/wire";
import { lineOf } from "./line";

const view = (contract: string | null, leader: number | null): BridgeView =>
  ({ hands: [{ open: ["As"] }, { open: ["Ks"] }, { open: ["2c"] }, { open: ["3c"] }], dealer: 1, vulnerable: [true, false], contract, trick: { leader, cards: [], winner: null } }) as unknown as BridgeView;
const step = (events: Event[], contract: string | null, leader: number | null): Step =>
  ({ seat: 0, action: null, events, view: view(contract, leader), dealScore: null });

describe("the line of a replay", () => {
  test("begins with the opening lead, however long the auction was", () => {
    const replay = {
      start: step([], null, null),
      steps: [
        step([{ event: "called", seat: 1, call: "1N" }], null, null),
        step([{ event: "called", seat: 0, call: "P" }, { event: "contracted", contract: "1N", declarer: 1 }], "1N", 2),
        step([{ event: "played", seat: 2, card: "2c" }, { event: "faced", seat: 3, cards: ["3c"] }], "1N", 2),
        step([{ event: "claimed", seat: 1, tricks: 1 }], "1N", 2),
        step([{ event: "played", seat: 3, card: "3c" }], "1N", 2),
      ],
    } as unknown as Replay;
    expect(lineOf(replay)).toEqual({
      hands: [["As"], ["Ks"], ["2c"], ["3c"]], dealer: 1, vulnerable: [true, false],
      played: { strain: "N", leader: 2 }, cards: ["2c", "3c"], along: [null, null, 0, 1, 1, 2], steps: [3, 5],
    });
  });
  test("is empty when all have passed", () => {
    const replay = { start: step([], null, null), steps: [step([{ event: "passedOut" }], null, null)] } as unknown as Replay;
    expect(lineOf(replay)).toMatchObject({ played: null, cards: [], along: [null, null], steps: [] });
  });
});
