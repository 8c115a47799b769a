// Parsing, grouping and narrowing of the fishing games' actions.
import { describe, expect, test } from "vitest";
import { common, narrow, settled, tappable } from "../capture/acts";
import { actsOf, dropped, readAction } from "./actions";

// Rule book, SC-T3: the knight on 5c 2h 3d As 4s.
const LEGAL = ["Kd", "Qs x 4s 5c", "Qs x As 3d 5c", "Qs x 2h 3d 4s", "2c x 2h"];
const queen = actsOf(LEGAL, "Qs");

test("an action is parsed as in a record", () => {
  expect(readAction("Kc")).toEqual({ action: "Kc", card: "Kc", items: null });
  expect(readAction("7d x 3c 4h")).toEqual({ action: "7d x 3c 4h", card: "7d", items: ["3c", "4h"] });
  expect(readAction("Ad x")).toEqual({ action: "Ad x", card: "Ad", items: [] });
});

test("actions are grouped by the card they play", () => {
  expect(queen.map(({ action }) => action)).toEqual(LEGAL.slice(1, 4));
  expect(actsOf(LEGAL, "7d")).toEqual([]);
});

describe("narrowing", () => {
  test("without taps all actions remain", () => {
    expect(narrow(queen, [])).toHaveLength(3);
    expect([...tappable(queen, [])].sort()).toEqual(["2h", "3d", "4s", "5c", "As"]);
    expect(settled(queen, [])).toBeNull();
  });
  test("each tap keeps the actions that capture the card", () => {
    expect(narrow(queen, ["4s"]).map(({ action }) => action)).toEqual(["Qs x 4s 5c", "Qs x 2h 3d 4s"]);
    expect([...tappable(queen, ["4s"])].sort()).toEqual(["2h", "3d", "4s", "5c"]);
    expect(narrow(queen, ["As", "2h"])).toEqual([]);
  });
  test("an action is settled when all its cards are tapped", () => {
    expect(settled(queen, ["4s", "2h"])).toBeNull();
    expect(settled(queen, ["5c", "4s"])?.action).toBe("Qs x 4s 5c");
    expect(settled(queen, ["2h", "4s", "3d"])?.action).toBe("Qs x 2h 3d 4s");
  });
  test("a set inside a larger one waits for more", () => {
    const acts = actsOf(["3c x 2d 5h", "3c x 2d 5h Kd"], "3c");
    expect(settled(acts, ["2d", "5h"])).toBeNull();
    expect(settled(acts, ["2d", "5h", "Kd"])?.action).toBe("3c x 2d 5h Kd");
  });
  test("common cards are in every remaining action", () => {
    expect([...common(queen, [])]).toEqual([]);
    expect([...common(queen, ["2h"])].sort()).toEqual(["2h", "3d", "4s"]);
  });
});

describe("dropping", () => {
  test("a single action is played wherever it falls on the table", () => {
    expect(dropped(LEGAL, "Kd", null)).toEqual({ act: "Kd" });
    expect(dropped(LEGAL, "2c", null)).toEqual({ act: "2c x 2h" });
    expect(dropped(LEGAL, "Kd", "2h")).toEqual({ act: "Kd" });
  });
  test("a card dropped on another captures it, or leaves an open choice", () => {
    expect(dropped(LEGAL, "Qs", "As")).toEqual({ act: "Qs x As 3d 5c" });
    expect(dropped(LEGAL, "Qs", "4s")).toEqual({ choose: ["4s"] });
    expect(dropped(LEGAL, "Qs", null)).toEqual({ choose: [] });
  });
  test("a drop on the table lays the card if that is allowed", () => {
    expect(dropped(["7d", "7d x 7c"], "7d", null)).toEqual({ act: "7d" });
    expect(dropped(["7d", "7d x 7c"], "7d", "7c")).toEqual({ act: "7d x 7c" });
  });
  test("an illegal action is sent to the server for its reason", () => {
    expect(dropped(LEGAL, "2c", "5c")).toEqual({ act: "2c x 5c" });
    expect(dropped(LEGAL, "7h", null)).toEqual({ act: "7h" });
  });
});
