// Names of players and sides.
import { expect, test } from "vitest";
import type { TableInfo } from "../backend/wire";
import GAMES from "../book/games.json";
import { botStrength, nameOf, sideName } from "./players";

test("every offered bot has a word for its strength", () => {
  for (const { bots } of GAMES) for (const bot of bots) expect(botStrength(bot), bot).not.toBe(bot);
});

test("two guests without a name are numbered, in the player's language", () => {
  const guest = { kind: "person", name: "", connected: true, away: null, substitute: null, left: false } as const;
  const info = { table: "t", you: 0, chairs: [guest, { kind: "bot", bot: "greedy", name: "Carla" }, guest] } as unknown as TableInfo;
  expect([0, 1, 2].map((seat) => nameOf(info, seat))).toEqual(["Guest 1", "Carla", "Guest 3"]);
});
test("this player comes first in the name of the side", () => {
  const info = { table: "t", you: 2, chairs: [{ kind: "person", name: "Rita", connected: true }, { kind: "open" }, { kind: "person", name: "Anna", connected: true }, { kind: "open" }] } as unknown as TableInfo;
  expect(sideName(info, [0, 1, 0, 1], 0)).toBe("You and Rita");
});
