// The players on the pads of this device, and their statistics.
import { beforeEach, expect, test } from "vitest";
import type { Pad, Sheet } from "./client";
import { dayOf, forgetPerson, months, people, playedOn, savedPeople, savePeople, type Played } from "./people";
import { keepCard, keepPad } from "./shelf";

beforeEach(() => localStorage.clear());
const played = (day: string | null, winners: number[], totals: number[], players = ["Anna", "Bruno"], game = "scopa"): Played => ({ game, day, players, totals, winners });

test("without saved players those on the pads are suggested; then the last active come first", () => {
  for (const [key, touched, names] of [["one", 1, ["Anna", "Bruno"]], ["two", 2, ["Carla", "Anna"]]] as const) {
    keepPad(key, JSON.stringify({ format: "parlour-pad/1", operations: [{ id: "1@a", do: "open", game: "scopa", players: names, dealer: 0 }] }));
    keepCard(key, { shared: null, touched, unheard: [] });
  }
  expect(savedPeople()).toEqual(["Carla", "Anna", "Bruno"]);
  savePeople([" Dora ", "Bruno", "Player 3", ""], ["Player 1", "Player 2", "Player 3"]);
  expect(savedPeople()).toEqual(["Dora", "Bruno", "Carla", "Anna"]);
  forgetPerson("Carla");
  expect(savedPeople()).toEqual(["Dora", "Bruno", "Anna"]);
  localStorage.setItem("parlour.people", "{broken");
  expect(savedPeople()).toEqual(["Carla", "Anna", "Bruno"]);
});
test("two matches on one day are one evening", () => {
  const all = [played("2026-10-03", [0], [11, 7]), played("2026-10-03", [1], [8, 12]), played("2026-11-20", [0], [11, 9]), played(null, [0], [12, 3], ["Anna", "Carla"])];
  expect(people(all)).toEqual([
    { name: "Anna", evenings: 2, matches: 4, won: 3, average: 10.5 },
    { name: "Bruno", evenings: 2, matches: 3, won: 1, average: 28 / 3 },
    { name: "Carla", evenings: 0, matches: 1, won: 0, average: 3 },
  ]);
  expect(months(all)).toEqual(["2026-11", "2026-10"]);
});
test("an evening lasts beyond midnight", () => {
  expect(dayOf(new Date(2026, 10, 22, 21).toISOString())).toBe("2026-11-22");
  expect(dayOf(new Date(2026, 10, 23, 2).toISOString())).toBe("2026-11-22");
  expect(dayOf(new Date(2026, 10, 23, 9).toISOString())).toBe("2026-11-23");
  expect([dayOf(null), dayOf("soon")]).toEqual([null, null]);
});
test("a pad lists its finished matches; partners have the total of their side", () => {
  const at = new Date(2026, 10, 22, 21).toISOString();
  const pad = { format: "parlour-pad/1", operations: [{ id: "1@a", at, do: "open", game: "scopa", players: [], dealer: 0 }] } as Pad;
  const sheet = { id: "1@a", game: "scopa", players: ["A", "B", "C", "D"], columns: [{ name: "A + C", seats: [0, 2] }, { name: "B + D", seats: [1, 3] }], totals: [11, 6], winners: [0, 2], over: true } as unknown as Sheet;
  expect(playedOn(pad, [sheet, { ...sheet, id: "9@a", over: false }])).toEqual([{ game: "scopa", day: "2026-11-22", players: ["A", "B", "C", "D"], totals: [11, 6, 11, 6], winners: [0, 2] }]);
});
