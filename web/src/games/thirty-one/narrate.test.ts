// Sentences of Thirty-One.
import { expect, test } from "vitest";
import type { TableInfo } from "../../backend/wire";
import { inTurn } from "./narrate";

test("players are named in the order of their turns after a knock", () => {
  const info = { you: 0, seats: 4, chairs: ["Anna", "Bo", "Cy", "Di"].map((name) => ({ kind: "person", name })) } as unknown as TableInfo;
  expect(inTurn(info, 2, [0, 1, 3])).toBe("Di, you, then Bo");
  expect(inTurn(info, 3, [0, 1])).toBe("you, then Bo");
  expect(inTurn(info, 1, [2])).toBe("Cy");
});
