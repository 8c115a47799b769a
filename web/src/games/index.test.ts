import { expect, test } from "vitest";
import games from "../book/games.json";
import { GAMES } from ".";

test("every game has a module, and every module has a game", () => {
  expect(Object.keys(GAMES).toSorted()).toEqual(games.map(({ id }) => id).toSorted());
});
