// A finished match: built from a table, parsed from a file, and merged with that of another device.
import { expect, test } from "vitest";
import type { DealScore, TableInfo } from "../backend/wire";
import { joined, matchOf, news, outcome, readMatch, sidesOf, winnersOf } from "./match";
import { deal, line, match } from "./match.test-data";

const info = {
  table: "T1", game: "scopa", preset: "classic", you: 1, next: null, ended: null, day: null,
  chairs: [{ kind: "person", name: "Bert", connected: true, away: null, substitute: null, left: false }, { kind: "person", name: "Anna", connected: true, away: null, substitute: null, left: false }, { kind: "bot", bot: "strong", name: "Carla" }],
} as unknown as TableInfo;
const standing = { sides: [0, 1, 2], totals: [3, 11, 5], winners: [1], bonuses: [] };
const score: DealScore = { deal: 0, thrownIn: false, points: [1, 3, 0], lines: [{ category: "cards", rules: ["SC-S1"], amounts: [10, 20, 10], points: [0, 1, 0], cards: [["7d"]] }] };

test("a match is built from a table, without cards; a spectator stores none", () => {
  const taken = matchOf(info, standing, [score], 5)!;
  expect(taken.players).toEqual([{ name: "Bert", bot: null }, { name: "Anna", bot: null }, { name: "Carla", bot: "strong" }]);
  expect([taken.seat, outcome(taken), sidesOf(taken)]).toEqual([1, "won", [1, 0, 2]]);
  expect(taken.deals).toEqual([{ points: [1, 3, 0], lines: [{ category: "cards", amounts: [10, 20, 10], points: [0, 1, 0] }] }]);
  expect(matchOf({ ...info, you: null }, standing, [], 5)).toBeNull();
});
test("partners share totals and points, and older data by seat is read", () => {
  const four = {
    ...info,
    game: "bridge",
    chairs: [...info.chairs, { kind: "bot", bot: "strong", name: "Dora" }],
  } as TableInfo;
  const partners = { sides: [0, 1, 0, 1], totals: [700, 340, 700, 340], winners: [0, 2], bonuses: [{ category: "rubber", rules: [], amounts: [null, null], points: [500, 0] }] };
  const contract: DealScore = { deal: 0, thrownIn: false, points: [120, -50, 120, -50], lines: [{ category: "contract", rules: [], amounts: [4, null], points: [120, -50] }] };
  const taken = matchOf(four, partners, [contract], 5)!;
  expect([taken.totals, taken.deals[0]?.points, sidesOf(taken)]).toEqual([[700, 340], [120, -50], [1, 0]]);
  expect(readMatch(JSON.parse(JSON.stringify(taken)))).toEqual(taken);
  const unreduced = { ...taken, totals: [700, 340, 700, 340], deals: [{ ...taken.deals[0], points: [120, -50, 120, -50] }] };
  expect(readMatch(unreduced)).toEqual(taken);
  for (const totals of [[700], [700, 340, 700], [700, 340, 700, 340, 0], [700, 340, 700, "340"]]) expect(readMatch({ ...unreduced, totals }), JSON.stringify(totals)).toBeNull();
  // The first seat need not belong to the first side.
  expect(matchOf(four, { ...partners, sides: [1, 0, 0, 1], totals: [340, 700, 700, 340] }, [], 5)!.totals).toEqual([700, 340]);
});
test("a resignation is a win for the others; an agreed end has no winner", () => {
  const four = { sides: [0, 1, 0, 1], winners: [], totals: [5, 7, 5, 7] };
  expect(winnersOf({ ...info, ended: { by: "resignation", seat: 2 } }, four)).toEqual([1, 3]);
  expect(winnersOf({ ...info, ended: { by: "agreement" } }, four)).toEqual([]);
  expect(outcome(match({ winners: [] }))).toBe("open");
  expect(outcome(match({ winners: [1] }))).toBe("lost");
});
test("a deal of the day is won by the side with the most points, unless two sides share them", () => {
  const today = { ...info, day: "2026-11-27" };
  const pairs = { sides: [0, 1, 0, 1], winners: [], totals: [5, 7, 5, 7] };
  expect(winnersOf(today, pairs)).toEqual([1, 3]);
  expect(winnersOf(today, { ...pairs, totals: [7, 7, 7, 7] })).toEqual([]);
  expect(winnersOf(today, { ...pairs, winners: [0, 2] })).toEqual([0, 2]);
  expect(winnersOf({ ...today, ended: { by: "agreement" } }, pairs)).toEqual([1, 3]);
  expect(winnersOf({ ...info, day: null }, pairs)).toEqual([]);
  expect(outcome(matchOf(today, standing, [], 5)!)).toBe("won");
});
test("stored matches are parsed, and invalid ones are not", () => {
  const full = match({ deals: [deal([2, 1], line("cards", [21, 19], [1, 0]))], bonuses: [line("rubber", [null, 2], [0, 700])], ended: "absence", next: "T2" });
  expect(readMatch(JSON.parse(JSON.stringify(full)))).toEqual(full);
  // Unknown fields are dropped.
  expect(readMatch({ ...full, more: "<script>" })).toEqual(full);
  const wrong: object[] = [
    { table: "" }, { table: "a/b" }, { table: 3 }, { game: "x".repeat(65) }, { over: "now" }, { over: Infinity }, { seat: 2 }, { seat: -1 }, { players: [] },
    { players: [{ name: "A" }, { name: "B", bot: null }] }, { sides: [0] }, { sides: [0, 5] }, { totals: [1] }, { winners: [7] }, { ended: "bored" },
    { deals: [{ points: [1], lines: [] }] }, { deals: [{ points: [1, 2], lines: [{ category: "cards", amounts: [1], points: [1, 2] }] }] }, { deals: 3 }, { next: "../x" },
  ];
  for (const change of wrong) expect(readMatch({ ...full, ...change }), JSON.stringify(change)).toBeNull();
  for (const other of [null, 3, [], "match"]) expect(readMatch(other)).toBeNull();
});
test("a match known to two devices is merged", () => {
  const little = match({ over: 900, next: "T2", series: "T0" });
  const much = match({ over: 1_000, deals: [deal([2, 1])] });
  expect(joined(little, much)).toEqual({ ...much, over: 900, next: "T2", series: "T0" });
  expect(joined(much, little)).toEqual({ ...much, over: 900, next: "T2", series: "T0" });
  expect(news([much], [match({ table: "T9" }), much, little])).toEqual([match({ table: "T9" }), joined(much, little)]);
  expect(news([much], [much])).toEqual([]);
});
