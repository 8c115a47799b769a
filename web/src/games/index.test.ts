import { expect, test } from "vitest";
import games from "../book/games.json";
import { GAMES } from ".";

test("every game of the house is shown here, and nothing else is", () => {
  expect(Object.keys(GAMES).toSorted()).toEqual(games.map(({ id }) => id).toSorted());
});
