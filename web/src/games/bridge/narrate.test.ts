// Sentences about claims of one trick, the last, all and none.
import { afterEach, expect, test } from "vitest";
import { momentOf } from "../../../e2e/fits/moments";
import { settings } from "../../kit/settings.svelte";
import { claimQuestion, claimWaits, narrate } from "./narrate";

afterEach(() => { settings.language = "en"; });

const moment = momentOf("bridge 4 auction");
if (!("info" in moment)) throw new Error("a replay");
const { info } = moment;
const people: typeof info = { ...info, you: null, chairs: info.chairs.map(() => ({ kind: "person", name: "Bo", connected: true, away: null, substitute: null, left: false })) };
const claimed = (tricks: number) => narrate({ event: "claimed", seat: 1, tricks }, people, [0, 1, 0, 1], "french");

test("the singular is used for one trick", () => {
  expect([claimed(0), claimed(1), claimed(2)]).toEqual(["Bo: claim of 0 tricks.", "Bo: claim of 1 trick.", "Bo: claim of 2 tricks."]);
  settings.language = "it";
  expect([claimed(1), claimed(2)]).toEqual(["Bo: richiesta 1 presa.", "Bo: richieste 2 prese."]);
});

test("the question about a claim names the remaining tricks", () => {
  const asked = (tricks: number, left: number) => claimQuestion("Bo", tricks, left);
  expect(asked(1, 1)).toBe("Bo claims the last trick. Do you agree?");
  expect(asked(0, 1)).toBe("Bo does not claim the last trick; it would be the other side’s. Do you agree?");
  expect(asked(5, 5)).toBe("Bo claims all 5 tricks left. Do you agree?");
  expect(asked(0, 5)).toBe("Bo claims none of the 5 tricks left; they would be the other side’s. Do you agree?");
  expect(asked(4, 5)).toBe("Bo claims 4 of the 5 tricks left; the other one would be the other side’s. Do you agree?");
  expect(asked(1, 5)).toBe("Bo claims 1 of the 5 tricks left; the other 4 would be the other side’s. Do you agree?");
});

test("all players are told that a claim awaits answers", () => {
  const waits = (you: number, tricks: number) => claimWaits(1, tricks, { ...people, you });
  expect([waits(1, 1), waits(1, 3)]).toEqual(["You claim 1 trick and wait for the answers", "You claim 3 tricks and wait for the answers"]);
  expect([waits(0, 1), waits(0, 3)]).toEqual(["Bo claims 1 trick and waits for the answers", "Bo claims 3 tricks and waits for the answers"]);
});
