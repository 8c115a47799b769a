// Sentences of Thirty-One.
import { expect, test } from "vitest";
import type { TableInfo } from "../../backend/wire";
import { inTurn, narrate } from "./narrate";

const info = { you: 0, seats: 4, chairs: ["Anna", "Bo", "Cy", "Di"].map((name) => ({ kind: "person", name })) } as unknown as TableInfo;

test("players are named in the order of their turns after a knock", () => {
  expect(inTurn(info, 2, [0, 1, 3])).toBe("Di, you, then Bo");
  expect(inTurn(info, 3, [0, 1])).toBe("you, then Bo");
  expect(inTurn(info, 1, [2])).toBe("Cy");
});

test("a draw of ours is told as ours, and another player's by name", () => {
  expect(narrate({ event: "drew", seat: 0, card: null }, info, [0, 1, 2, 3], "french")).toBe("You draw.");
  expect(narrate({ event: "drew", seat: 1, card: null }, info, [0, 1, 2, 3], "french")).toBe("Bo draws.");
});

test("after a knock with one other player, the turn that is left is told as theirs", () => {
  expect(narrate({ event: "knocked", seat: 1, lastTurns: [0] }, info, [0, 1], "french")).toBe("Bo has knocked. You have one more turn.");
  expect(narrate({ event: "knocked", seat: 0, lastTurns: [1] }, info, [0, 1], "french")).toBe("You have knocked. Bo has one more turn.");
  expect(narrate({ event: "knocked", seat: 3, lastTurns: [0, 1] }, info, [0, 1, 2, 3], "french")).toBe("Di knocks. One turn each: you, then Bo.");
});
