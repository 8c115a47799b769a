// What players and sides are called.
import { expect, test } from "vitest";
import type { TableInfo } from "../house/wire";
import { botName, sideName } from "./players";

test("bots at one table never share a name, and keep it", () => {
  const names = [0, 1, 2, 3, 4, 5].map((seat) => botName("t4ble", seat));
  expect(new Set(names).size).toBe(6);
  expect(botName("t4ble", 2)).toBe(names[2]);
});
test("we come first in the name of our side", () => {
  const info = { table: "t", you: 2, chairs: [{ kind: "person", name: "Rita", here: true }, { kind: "open" }, { kind: "person", name: "Anna", here: true }, { kind: "open" }] } as unknown as TableInfo;
  expect(sideName(info, [0, 1, 0, 1], 0)).toBe("You and Rita");
});
