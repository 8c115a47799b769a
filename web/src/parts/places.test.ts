// Places of cards, and of players in the order of play.
import { describe, expect, test } from "vitest";
import { chairsAround, inEarlierOrder, settleHand, settleRow, settleRows } from "./places";

describe("cards on the table", () => {
  test("the first cards fill the rows in their order", () => {
    expect(settleRows([], ["1d", "2d", "3c", "4c", "5d", "8c", "9s"], 4)).toEqual([["1d", "2d", "3c", "4c"], ["5d", "8c", "9s"]]);
    expect(settleRows([], ["1d", "2d"], 4)).toEqual([["1d", "2d"]]);
    expect(settleRows([], [], 4)).toEqual([]);
  });
  test("a card keeps its row, and a new one comes into the shortest row", () => {
    const first = [["2h", "7d", "4s"], ["5c", "Ks", "6s"]];
    const taken = settleRows(first, ["2h", "5c", "4s", "6s", "Ks"], 4);
    expect(taken).toEqual([["2h", "4s"], ["5c", "Ks", "6s"]]);
    expect(settleRows(taken, ["2h", "5c", "4s", "6s", "Ks", "Ad"], 4)).toEqual([["2h", "4s", "Ad"], ["5c", "Ks", "6s"]]);
  });
  test("no more rows are used than needed, and none is longer than the table", () => {
    const two = settleRows([["2h", "7d", "4s"], ["5c", "Ks"]], ["2h", "4s", "5c", "Ks"], 4);
    expect(two).toEqual([["2h", "4s", "5c", "Ks"]]);
    expect(settleRows(two, ["2h", "4s", "5c", "Ks", "Ad"], 4)).toEqual([["2h", "4s", "5c", "Ks"], ["Ad"]]);
    expect(settleRows([["2h", "7d", "4s", "5c", "Ks"]], ["2h", "7d", "4s", "5c", "Ks"], 4)).toEqual([["2h", "7d", "4s", "5c"], ["Ks"]]);
    expect(settleRows([["2h"]], [], 4)).toEqual([]);
  });
});

describe("builds", () => {
  test("builds keep their order, and a new one comes last", () => {
    expect(inEarlierOrder([], ["5", "7"])).toEqual(["5", "7"]);
    expect(inEarlierOrder(["5", "7", "9"], ["3", "9", "5"])).toEqual(["5", "9", "3"]);
  });
});

describe("hand", () => {
  test("a played card leaves a gap; a new packet closes all gaps", () => {
    const dealt = settleHand([], ["2h", "5c", "7d"]);
    const played = settleHand(dealt, ["2h", "7d"]);
    expect(played).toEqual(["2h", null, "7d"]);
    expect(settleHand(played, ["2h"])).toEqual(["2h", null, null]);
    expect(settleHand(["2h", null, null], ["Ac", "4d", "Js"])).toEqual(["Ac", "4d", "Js"]);
  });
  test("many gaps are closed together", () => {
    const dealt = settleHand([], ["2h", "5c", "7d", "8d", "9d", "Jc", "Qc"]);
    const fewer = settleHand(dealt, ["7d", "8d", "9d", "Jc"]);
    expect(fewer).toEqual([null, null, "7d", "8d", "9d", "Jc", null]);
    expect(settleHand(fewer, ["7d", "9d", "Jc"])).toEqual(["7d", "9d", "Jc"]);
  });
});

describe("chairs", () => {
  const sides = (seats: number, bottom: number, ccw: boolean) => chairsAround(seats, bottom, ccw).map(({ seat, side }) => `${seat}${side}`);
  test("two sit opposite", () => expect(sides(2, 0, true)).toEqual(["1top"]));
  test("counter-clockwise the next player sits at the right", () => {
    expect(sides(4, 0, true)).toEqual(["1right", "2top", "3left"]);
    expect(sides(3, 0, true)).toEqual(["1right", "2left"]);
  });
  test("clockwise at the left", () => expect(sides(4, 2, false)).toEqual(["3left", "0top", "1right"]));
  test("six sit around the table, with partners alternating", () => {
    expect(sides(6, 0, true)).toEqual(["1right", "2right", "3top", "4left", "5left"]);
    const ranks = chairsAround(6, 0, true).map(({ rank }) => rank);
    expect(ranks).toEqual([1, 0, 0, 0, 1]);
  });
  test("in one row the others are in the order of play", () => {
    expect(chairsAround(4, 0, true).map(({ strip }) => strip)).toEqual([2, 1, 0]);
    expect(chairsAround(4, 0, false).map(({ strip }) => strip)).toEqual([0, 1, 2]);
  });
});

test("a card that changes rows leaves no gap, a played one does", () => {
  const hand = ["8h", "Qd", "Jd", "2d"];
  expect(settleRow(["Qd", "Jd", "2d"], ["Jd", "2d"], hand)).toEqual(["Jd", "2d"]);
  expect(settleRow(["Qd", "Jd", "2d"], ["Jd", "2d"], ["8h", "Jd", "2d"])).toEqual([null, "Jd", "2d"]);
});

test("a fixed hand keeps every place", () => {
  const dealt = ["As", "Ks", "Qs", "Js", "Ts", "9s"];
  expect(settleHand(dealt, ["9s"])).toEqual(["9s"]);
  expect(settleHand(dealt, ["9s"], Infinity)).toEqual([null, null, null, null, null, "9s"]);
  expect(settleHand(dealt, [], Infinity)).toEqual(Array(6).fill(null));
});
