// Parsing, offering and dropping at Cassino.
import { describe, expect, test } from "vitest";
import { narrow, settled, tappable } from "../capture/acts";
import type { CassinoView } from "../../backend/wire";
import { actsOf, attempt, cardsOf, dropped, itemOf, offered, readAction, sum } from "./actions";

const VIEW = {
  hands: [{ open: ["2c", "5c", "7h", "Kc"] }, { closed: 4 }],
  loose: ["3h", "5d", "Qd"],
  builds: [{ cards: ["4c", "5h"], value: 9, multiple: false, controller: 1 }],
  stock: 40, turn: 0, dealer: 1, piles: [[], []], sweeps: [[], []], lastCapture: null, lastCapturer: null,
  values: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, null, null, null],
} satisfies CassinoView;
const LEGAL = ["2c + 5d = sum 7", "2c + 3h = sum 5", "5c x 5d", "5c + 5d = rank 5", "5c + 5d = sum 10", "7h", "Kc"];

test("an action is parsed as in a record", () => {
  expect(readAction("4c")).toEqual({ action: "4c", card: "4c", items: null, sign: "", announced: "" });
  expect(readAction("8d x 3h 5c [2d 6c] [4h 4s]").items).toEqual(["3h", "5c", "[2d 6c]", "[4h 4s]"]);
  const build = readAction("2d + 5c [3h 4s] = sum 7");
  expect([build.card, build.sign, build.items, build.announced]).toEqual(["2d", "+", ["5c", "[3h 4s]"], "sum 7"]);
  expect(cardsOf("[2d 6c]")).toEqual(["2d", "6c"]);
  expect(cardsOf("2d")).toEqual(["2d"]);
});

describe("combining", () => {
  test("the sum grows with every item, and court cards have none", () => {
    expect(sum("2c", ["3h"], VIEW)).toBe(5);
    expect(sum("2c", ["3h", itemOf(VIEW.builds[0]!)], VIEW)).toBe(14);
    expect(sum("2c", ["Qd"], VIEW)).toBeNull();
  });
  test("builds that differ only in their announcement are a choice", () => {
    const fives = actsOf(LEGAL, "5c");
    expect(settled(fives, ["5d"])).toBeNull();
    expect(narrow(fives, ["5d"])).toHaveLength(3);
    expect(offered(fives, ["5d"]).map(({ action }) => action)).toEqual(LEGAL.slice(2, 5));
    expect([...tappable(fives, ["5d"])]).toEqual(["5d"]);
  });
  test("actions with exactly the tapped items come first, and the number is limited", () => {
    const many = actsOf(["9c x 9d", ...["2h", "3h", "4h", "5h", "6h", "7h", "8h"].map((card) => `9c x 9d ${card}`)], "9c");
    const buttons = offered(many, ["9d"]);
    expect(buttons[0]!.action).toBe("9c x 9d");
    expect(buttons).toHaveLength(6);
  });
});

describe("dropping", () => {
  test("a drop on a card is the only action, or waits for more", () => {
    expect(dropped(LEGAL, "2c", "5d", [], VIEW)).toEqual({ act: "2c + 5d = sum 7" });
    expect(dropped(LEGAL, "5c", "5d", [], VIEW)).toEqual({ choose: ["5d"] });
    expect(dropped(["4c + 3h = sum 7", "4c + 3h 2d = sum 9"], "4c", "3h", [], VIEW)).toEqual({ choose: ["3h"] });
    expect(dropped(["4c + 3h = sum 7", "4c + 3h 2d = sum 9"], "4c", null, ["3h"], VIEW)).toEqual({ act: "4c + 3h = sum 7" });
  });
  test("a drop on the table trails", () => {
    expect(dropped(LEGAL, "Kc", null, [], VIEW)).toEqual({ act: "Kc" });
    expect(dropped(LEGAL, "5c", null, [], VIEW)).toEqual({ choose: [] });
    expect(dropped([], "5c", null, [], VIEW)).toEqual({ ask: "5c" });
  });
  test("an illegal drop sends the most likely action", () => {
    expect(dropped(LEGAL, "7h", "3h", [], VIEW)).toEqual({ ask: "7h + 3h = sum 10" });
    expect(attempt("Kc", ["Qd"], VIEW)).toBe("Kc x Qd");
    expect(attempt("5c", ["[4c 5h]"], VIEW)).toBe("5c + [4c 5h] = sum 14");
    expect(attempt("9c", ["[4c 5h]", "3h"], VIEW)).toBe("9c + [4c 5h] 3h = sum 21");
    expect(attempt("8c", ["3h", "5d"], VIEW)).toBe("8c x 3h 5d");
  });
});
