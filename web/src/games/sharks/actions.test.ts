import { expect, test } from "vitest";
import type { CardKind } from "../../backend/wire";
import { asksFor, nextTargets, openChoices, paidWith, placesOf, sortActions, struckBy, whole } from "./actions";

const LEGAL = [
  "pass", "tool T04 own.1 own.1 pay 2", "tool T04 own.1 own.2 pay 2", "tool T13 a row.3", "tool T13 b row.5", "tool T07",
  "tool T12 row.3", "tool T12 2.1",
];
const { plays } = sortActions(LEGAL);

test("bids are sorted by sum", () => {
  const { bids, pass } = sortActions(["bid 9 4", "pass", "bid 10", "bid 5 1"]);
  expect(bids.map(({ total }) => total)).toEqual([6, 10, 13]);
  expect(pass).toBe(true);
});

test("a Tool is chosen target by target", () => {
  const chosen = { tool: "T04", choice: null, targets: [] as string[] };
  expect(whole(plays, chosen)).toBeNull();
  expect([...nextTargets(plays, chosen)]).toEqual(["own.1"]);
  const next = { ...chosen, targets: ["own.1"] };
  expect([...nextTargets(plays, next)]).toEqual(["own.1", "own.2"]);
  expect(whole(plays, { ...next, targets: ["own.1", "own.2"] })?.action).toBe("tool T04 own.1 own.2 pay 2");
});

test("the effect of a Tool is chosen before its targets", () => {
  const chosen = { tool: "T13", choice: null, targets: [] };
  expect(openChoices(plays, chosen)).toEqual(["a", "b"]);
  expect(nextTargets(plays, chosen).size).toBe(0);
  expect([...nextTargets(plays, { ...chosen, choice: "b" })]).toEqual(["row.5"]);
});

test("a Tool without targets is complete at once", () => {
  expect(whole(plays, { tool: "T07", choice: null, targets: [] })?.action).toBe("tool T07");
});

test("payment can use other cards of the same number", () => {
  const play = plays[0]!;
  expect(paidWith(play, [9])).toBe("tool T04 own.1 own.1 pay 9");
  expect(paidWith(play, [9, 1])).toBe(play.action);
});

test("each available card is used once", () => {
  expect(placesOf([5, 5], [5, 3, 5, 1])).toEqual([0, 2]);
  expect(placesOf([5, 5], [5, 3])).toEqual([0]);
});

test("targets of a Tool are the same for all players", () => {
  const played = { seat: 2, tool: "T04", targets: ["own.1", "row.5", "0.2", "seat.3"], chain: [] };
  expect(struckBy({ played } as unknown as Parameters<typeof struckBy>[0])).toEqual(new Set(["2.1", "row.5", "0.2", "seat.3"]));
  expect(struckBy({ played: null })).toEqual(new Set());
});

test("each target of a Tool has the question of its effect", () => {
  const tool = (...effects: string[]) => ({ effects: effects.map((effect) => ({ effect, number: null })) }) as unknown as CardKind;
  const asked = (card: CardKind, choice: "a" | "b" | null, ...targets: string[]) => asksFor(card, { tool: "T01", choice, targets });
  expect(asked(tool("takeTool"), null)).toBe("sharks.aim.tool");
  // The second part of a Tool follows the targets of the first; effects without targets ask nothing.
  expect(asked(tool("turnOwnDown", "drawCapital", "turnOwnUp"), null, "own.1")).toBe("sharks.aim.up");
  expect(asked(tool("swapDown"), null, "own.1")).toBe("sharks.aim.swap");
  expect(asked(tool("look", "takeDown"), "b")).toBe("sharks.aim.investment");
});
