// Statistics: results, categories, opponents, and the tally between the same players.
import { expect, test } from "vitest";
import type { KeptMatch } from "./match";
import { deal, line, match } from "./match.test-data";
import { byGame, byOpponent, categories, statistics, tallies, tally, together } from "./statistics";

/** Creates consecutive matches: w for a win, l for a loss, any other letter for neither. */
const play = (outcomes: string, { table = "T", ...changes }: Partial<KeptMatch> = {}): KeptMatch[] =>
  [...outcomes].map((how, place) => match({ ...changes, table: `${table}${place}`, series: `${table}${place}`, over: 1_000 + place, winners: how === "w" ? [0] : how === "l" ? [1] : [] }));

test("a match without a winner is only played, and ends no run of wins", () => {
  expect(statistics([])).toEqual({ played: 0, won: 0, lost: 0, deals: 0, average: null, best: null, run: 0, longestRun: 0 });
  const figures = statistics(play("wwowlw").toReversed());
  expect(figures).toMatchObject({ played: 6, won: 4, lost: 1, longestRun: 3, run: 1 });
});
test("average and best points are those of this side", () => {
  const second = match({ seat: 1, deals: [deal([5, 1]), deal([0, -4])] });
  expect(statistics([second, match({ table: "T2", deals: [deal([2, 9])] })])).toMatchObject({ deals: 3, average: -1 / 3, best: 2 });
  expect(statistics([match({ deals: [deal([-3, 0])] })]).best).toBe(-3);
});
test("a category has a number of times, points and amounts", () => {
  const one = match({
    deals: [deal([3, 0], line("cards", [21, 19], [1, 0]), line("sweeps", [2, 0], [2, 0])), deal([0, 2], line("cards", [20, 20], [0, 0]), line("sweeps", [0, 2], [0, 2]))],
    bonuses: [line("rubber", [null, null], [700, 0])],
  });
  expect(categories([one])).toEqual([
    { category: "cards", times: 1, points: 1, average: 20.5, most: 21 },
    { category: "sweeps", times: 1, points: 2, average: 1, most: 2 },
    { category: "rubber", times: 1, points: 700, average: null, most: null },
  ]);
});
test("partners are no opponents, and bots are told apart by strength", () => {
  const bot = (name: string, bot: string) => ({ name, bot });
  const four = match({ players: [{ name: "Anna", bot: null }, bot("Carla", "strong"), bot("Dino", "casual"), bot("Elio", "strong")], sides: [0, 1, 0, 1] });
  expect(byOpponent([four, ...play("wl")])).toEqual([
    { opponent: { name: "Bert", bot: null }, tally: { played: 2, won: 1, lost: 1 } },
    { opponent: bot("Elio", "strong"), tally: { played: 1, won: 1, lost: 0 } },
  ]);
  expect(byGame([...play("w"), ...play("ww", { game: "speed", table: "S" })]).map(([game, { length }]) => [game, length])).toEqual([["speed", 2], ["scopa", 1]]);
});
test("the tally covers the same game, players and sides, up to that match", () => {
  const all = [...play("wlw"), ...play("l", { table: "C", players: [{ name: "Anna", bot: null }, { name: "Carla", bot: null }] }), ...play("w", { table: "G", game: "gin-rummy" })];
  expect(tally(together(all, all[2]!))).toEqual({ played: 3, won: 2, lost: 1 });
  expect(tally(together(all, all[1]!))).toEqual({ played: 2, won: 1, lost: 1 });
  expect(tallies(all).get("T2")).toEqual({ played: 3, won: 2, lost: 1 });
  expect(tallies(all).get("C0")).toEqual({ played: 1, won: 0, lost: 1 });
});
test("players without a name are identified by rematches", () => {
  const players = [{ name: "Anna", bot: null }, { name: "", bot: null }];
  const first = match({ table: "A", players, over: 1 });
  const stranger = match({ table: "B", players, over: 2 });
  const again = match({ table: "C", players, over: 3, series: "A", winners: [1] });
  expect(tally(together([first, stranger, again], again))).toEqual({ played: 2, won: 1, lost: 1 });
  expect(tallies([first, stranger, again]).get("C")).toEqual({ played: 2, won: 1, lost: 1 });
});
test("thousands of matches are added up quickly", () => {
  const many = Array.from({ length: 3_000 }, (_, place) => match({ table: `M${place}`, series: `M${place}`, over: place, winners: [place % 3 === 0 ? 1 : 0] }));
  expect(tallies(many).get("M2999")).toEqual({ played: 3_000, won: 2_000, lost: 1_000 });
});
