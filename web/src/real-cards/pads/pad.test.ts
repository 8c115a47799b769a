// An open pad: renaming players, and the draft of a voided hand.
import { beforeAll, expect, test } from "vitest";
import type { Change, PadsClient, Sheet, View } from "./client";
import { OpenPad } from "./pad.svelte";

beforeAll(() => {
  globalThis.addEventListener = () => undefined;
});

const sheet = (id: string, players: string[], voided: number[] = []) => ({ id, players, deck: { voided } }) as unknown as Sheet;

/** Creates a pad with prepared answers, and records the changes. */
function padOf(matches: Sheet[]) {
  const asked: Change[] = [];
  const answers = { matches };
  const shown = () => ({ pad: { format: "parlour-pad/1", operations: [] }, view: { matches: answers.matches, evening: { players: [], debts: [] }, operations: 0, undoable: null } as View });
  const client = { view: shown, merge: shown, write: (_pad: unknown, _device: string, change: Change) => (asked.push(change), shown()) } as unknown as PadsClient;
  localStorage.setItem("parlour.pad.key", "{}");
  return { asked, answers, pad: new OpenPad(client, "key") };
}

test("a name is corrected in one match, or in all", () => {
  const matches = [sheet("one", ["Nora", "Ed"]), sheet("two", ["Ed", "Nora"]), sheet("three", ["Sue", "Ed"])];
  const here = padOf(matches);
  expect(here.pad.rename("two", 1, "Norah", false)).toBe(null);
  expect(here.asked).toEqual([{ type: "rename", match: "two", seat: 1, name: "Norah" }]);
  const everywhere = padOf(matches);
  everywhere.pad.rename("two", 1, "Norah", true);
  expect(everywhere.asked).toEqual([{ type: "rename", match: "one", seat: 0, name: "Norah" }, { type: "rename", match: "two", seat: 1, name: "Norah" }]);
});

test("a draft belongs to its hand, and is dropped when the hand is void", () => {
  const { pad, answers } = padOf([sheet("one", ["Nora", "Ed"])]);
  pad.keepDraft("one", { cards: [22, null] });
  pad.write({ type: "incident", match: "one", incident: { what: "verified" } });
  expect(pad.draft("one")).toEqual({ cards: [22, null] });
  answers.matches = [sheet("one", ["Nora", "Ed"], [0])];
  pad.write({ type: "incident", match: "one", incident: { what: "verified" } });
  expect(pad.draft("one")).toEqual({});
});
