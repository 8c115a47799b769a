// Milestones: each is reached once, from stored data, and has a text.
import { expect, test } from "vitest";
import GAMES from "../book/games.json";
import { settings } from "../kit/settings.svelte";
import { rulesWord } from "../words/words";
import type { KeptMatch } from "./match";
import { deal, line, match } from "./match.test-data";
import { MILESTONES, reached } from "./milestones";
import { milestoneWords } from "./words";

const row = (many: number, changes: (place: number) => Partial<KeptMatch> = () => ({})): KeptMatch[] =>
  Array.from({ length: many }, (_, place) => match({ table: `M${place}`, series: `M${place}`, over: place, ...changes(place) }));
const ids = (matches: KeptMatch[]) => reached(matches).map(({ id, table }) => `${id} ${table}`);

test("milestones of runs, wins and matches are reached once", () => {
  expect(ids(row(11).toReversed())).toEqual(["firstWin M0", "run3 M2", "run5 M4", "wins10 M9", "run10 M9", "played10 M9"]);
  expect(ids(row(4, (place) => ({ winners: [place === 2 ? 1 : 0] })))).toEqual(["firstWin M0"]);
  expect(ids(row(1, () => ({ winners: [] })))).toEqual([]);
});
test("each game has a first win", () => {
  const games = reached(row(3, (place) => ({ game: place === 1 ? "speed" : "scopa" }))).filter(({ id }) => id === "firstWin");
  expect(games.map(({ game, table }) => [game, table])).toEqual([["scopa", "M0"], ["speed", "M1"]]);
});
test("a sweep and the settebello count for this side, in one deal", () => {
  const sweep = line("sweeps", [1, 0], [1, 0]);
  const settebello = line("settebello", [1, 0], [1, 0]);
  const theirs = line("settebello", [0, 1], [0, 1]);
  const lost = { winners: [1] };
  expect(ids([match({ ...lost, deals: [deal([1, 1], sweep, theirs), deal([1, 0], settebello)] })])).toEqual([]);
  expect(ids([match({ ...lost, deals: [deal([2, 0], sweep, settebello)] })])).toEqual(["scopaSettebello T1"]);
  expect(ids([match({ ...lost, game: "cassino", deals: [deal([2, 0], sweep, settebello)] })])).toEqual([]);
  expect(ids([match({ ...lost, deals: [deal([4, 0], line("sweeps", [4, 0], [4, 0]))] })])).toEqual(["scopaFour T1"]);
  expect(ids([match({ ...lost, deals: [deal([3, 0], line("sweeps", [3, 0], [3, 0]))] })])).toEqual([]);
});
test("a slam of thirteen is a grand slam as well", () => {
  const slam = (tricks: number) => match({ game: "bridge", winners: [1], deals: [deal([500, 0], line("slam", [tricks, null], [500, 0]))] });
  expect(ids([slam(12)])).toEqual(["slam T1"]);
  expect(ids([slam(13)])).toEqual(["slam T1", "grandSlam T1"]);
});
test("every milestone has an existing game and category, and a text in both languages", () => {
  const games = new Set(GAMES.map(({ id }) => id));
  for (const { id, game, condition } of MILESTONES) {
    if (game !== "each" && game !== "all") expect(games, id).toContain(game);
    if ("inDeal" in condition) for (const { category } of condition.inDeal) expect(rulesWord(`count.${game}.${category}`) ?? rulesWord(`count.${category}`), `${id}: ${category}`).not.toBeNull();
    for (const language of ["en", "it"] as const) {
      settings.language = language;
      const words = milestoneWords({ id, game: game === "all" ? null : "scopa", table: "T", over: 0 });
      expect(words).not.toBe(`milestone.${id}`);
      expect(words).not.toMatch(/\{\w+\}/);
    }
    settings.language = "en";
  }
});
