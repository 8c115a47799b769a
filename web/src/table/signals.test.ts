// Sounds: one for each notice, the most important one.
import { expect, test } from "vitest";
import type { TableNotice } from "../backend/backend";
import type { Event, Snapshot } from "../backend/wire";
import type { Flight } from "../motion/flights";
import { signalOf } from "./signals";

const played = (...events: Event[]): TableNotice => ({ type: "played", table: "x", seat: 0, action: "7d", events, snapshot: {} as Snapshot });
const lay: Flight = { flight: "lay", seat: 0, card: "7d" };
const sweep: Flight = { flight: "capture", seat: 0, card: "7d", taken: ["7c"], sweep: true };

test("a capture comes before a play or a deal", () => {
  expect(signalOf(played(), [lay])).toBe("lay");
  expect(signalOf(played(), [lay, sweep, { flight: "layOut", cards: ["2c"] }])).toBe("take");
  expect(signalOf(played(), [{ flight: "layOut", cards: ["2c"] }])).toBe("deal");
});

test("a knock is heard with any card; events without a moving card are silent", () => {
  expect(signalOf(played({ event: "knocked", seat: 1, lastTurns: [0] }), [lay])).toBe("knock");
  expect(signalOf(played({ event: "passed", seat: 1 }), [])).toBeNull();
  expect(signalOf({ type: "said", table: "x", seat: 1, phrase: "hello" }, [lay])).toBeNull();
});
