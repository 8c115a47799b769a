// Hints in words and on the table.
import { afterEach, expect, test } from "vitest";
import type { BridgeView, Event } from "../backend/wire";
import { momentOf } from "../../e2e/fits/moments";
import { settings } from "../kit/settings.svelte";
import { signedLead } from "../table/reasons";
import { advice, callNotes, drawn } from "./advice";

afterEach(() => { settings.language = "en"; });
const told = (event: Event, style: "french" | "italian" = "french") => advice({ events: [event] }, style);

test("a hint says what to do, in both languages", () => {
  expect(told({ event: "laid", seat: 0, card: "2d" }, "italian")).toBe("Lay the two of coins.");
  expect(told({ event: "captured", seat: 0, card: "7d", taken: ["4c", "3s"], sweep: false })).toBe("Take the four of clubs and three of spades with the seven of diamonds.");
  expect(told({ event: "called", seat: 0, call: "1H" })).toBe("Bid 1 heart.");
  expect(told({ event: "called", seat: 0, call: "P" })).toBe("Pass.");
  expect(told({ event: "wentOut", seat: 0, going: "knock", melds: [], unmelded: ["2c"], discard: null })).toBe("Knock, with two of clubs left over.");
  expect(told({ event: "bid", seat: 0, cards: [10, 9], total: 19 })).toBe("Bid 19 with 10 and 9.");
  settings.language = "it";
  expect(told({ event: "discarded", seat: 0, card: "2c" })).toBe("Scarta: due di fiori.");
});

test("an event without a request has no text", () => {
  expect(told({ event: "playedTool", seat: 0, tool: "T04", choice: null, targets: [], paid: [] })).toBeNull();
  expect(advice({ events: [] }, "french")).toBeNull();
});

test("the cards and buttons of a hint are marked", () => {
  const capture = drawn({ action: "take 7d 4c+3s", events: [{ event: "captured", seat: 0, card: "7d", taken: ["4c", "3s"], sweep: false }] });
  for (const card of ["7d", "4c", "3s"]) expect(capture).toContain(`.play [data-card="${card}"]`);
  expect(drawn({ action: "draw", events: [{ event: "drew", seat: 0, card: { closed: 1 } }] })).toContain('.play [data-location="stock"]');
  expect(drawn({ action: "2D", events: [{ event: "called", seat: 0, call: "2D" }] })).toContain('.play [data-call="2D"]');
  expect(drawn({ action: "T06 2.1 pay 3", events: [] })).toContain('.play [data-tool="T06"]');
  expect(drawn({ action: "pass", events: [] })).toBe("");
});

test("a call is explained by its contract and the hand", () => {
  const moment = momentOf("bridge 4 auction");
  if (!("info" in moment)) throw new Error("a replay");
  const view: BridgeView = { ...(moment.snapshot.view as BridgeView), auction: ["P"], hands: [{ open: ["As", "Ks", "Qh", "Jd", "9c", "8c", "7c", "6c", "5d", "4d", "3h", "2h", "2s"] }, { closed: 13 }, { closed: 13 }, { closed: 13 }] };
  expect(callNotes({ action: "1C", events: [{ event: "called", seat: 0, call: "1C" }] }, view, 0)).toEqual(["7 tricks in clubs", "Your hand: 10 high-card points, 3♠ 3♥ 3♦ 4♣"]);
  expect(callNotes({ action: "P", events: [{ event: "called", seat: 0, call: "P" }] }, view, 0)).toEqual(["Your hand: 10 high-card points, 3♠ 3♥ 3♦ 4♣"]);
  expect(callNotes({ action: "As", events: [{ event: "played", seat: 0, card: "As" }] }, view, 0)).toEqual([]);
});

test("a lead has a sign unless it rounds to zero", () => {
  expect([0.44, -0.36, -0.04, 0.04, 0].map(signedLead)).toEqual(["+0.4", "−0.4", "0.0", "0.0", "0.0"]);
});
