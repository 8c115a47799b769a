import { expect, test } from "vitest";
import games from "../book/games.json";
import { GAMES } from ".";

test("every game has a module, and every module has a game", () => {
  expect(Object.keys(GAMES).toSorted()).toEqual(games.map(({ id }) => id).toSorted());
});

test("the picture of a game shows its own cards", () => {
  for (const [id, { fan, draw }] of Object.entries(GAMES)) {
    // Sharks has no playing cards.
    expect(fan.map((card) => /^[2-9AJQKT][cdhs]$/.test(card)), id).toEqual(fan.map(() => id !== "sharks"));
    expect(draw !== undefined, id).toBe(id === "sharks");
  }
});
