import { expect, test } from "vitest";
import type { LobbyPool } from "../backend/wire";
import { familyOf, kindsOf, poolOf, readKept } from "./pools";

const pool = (game: string, most: number, pace: string, waiting = 0): LobbyPool => ({
  id: pace === "" ? `${game}-${most}` : `${game}-${most}-${pace}`,
  game,
  preset: "house",
  least: 2,
  most,
  partners: false,
  timeControl: pace === "" ? null : { delay: 8, bank: 60, increment: 0 },
  waiting,
});

test("the paces of a table are one kind, whose waiting players count together", () => {
  const kinds = kindsOf([pool("scopa", 2, "quick", 1), pool("scopa", 2, "normal", 2), pool("scopa", 4, "quick"), pool("speed", 2, "")]);
  expect(kinds.map(({ id, waiting }) => [id, waiting])).toEqual([["scopa-2", 3], ["scopa-4", 0], ["speed-2", 0]]);
  expect(Object.keys(kinds[2]!.pools)).toEqual(["untimed"]);
});

test("a player joins at the chosen pace, unless others wait at the other pace alone", () => {
  const choose = (quick: number, normal: number) => poolOf(kindsOf([pool("scopa", 2, "quick", quick), pool("scopa", 2, "normal", normal)])[0]!, "quick")?.id;
  expect([choose(0, 0), choose(1, 3), choose(0, 1)]).toEqual(["scopa-2-quick", "scopa-2-quick", "scopa-2-normal"]);
  expect(poolOf(kindsOf([pool("speed", 2, "")])[0]!, "normal")?.id).toBe("speed-2");
});

test("a kind of table has the family of its ratings, and a race has none", () => {
  const kinds = kindsOf([pool("scopa", 2, "quick"), { ...pool("scopa", 4, "quick"), partners: true }, pool("sharks", 4, "quick"), pool("speed", 2, "")]);
  expect(kinds.map(familyOf)).toEqual(["scopa-two", "scopa-partners", "sharks-many", null]);
});

test("invalid choices count as none", () => {
  expect(readKept(null)).toEqual({ kind: null, pace: "quick" });
  expect(readKept("[")).toEqual(readKept(null));
  expect(readKept('{"kind":7,"pace":"normal"}')).toEqual({ kind: null, pace: "normal" });
});
