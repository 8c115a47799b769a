// Places of cards, and of players in the order of play.
import { describe, expect, test } from "vitest";
import { chairsAround, outwards, settle, settleHand, settleRow } from "./places";

describe("table", () => {
  test("a card does not move when another leaves, and a new one fills the gap", () => {
    const first = settle([], ["2h", "5c", "7d", "Ks"]);
    const taken = settle(first, ["2h", "7d", "Ks"]);
    expect(taken).toEqual(["2h", null, "7d", "Ks"]);
    expect(settle(taken, ["2h", "4s", "7d", "Ks"])).toEqual(["2h", "4s", "7d", "Ks"]);
  });
  test("the server's order of the cards does not matter", () => {
    expect(settle(["2h", "5c"], ["5c", "2h"])).toEqual(["2h", "5c"]);
  });
  test("empty places at the end are removed", () => {
    expect(settle(["2h", null, "7d"], ["2h"])).toEqual(["2h"]);
  });
  test("outwards starts in the middle", () => {
    expect(outwards(4)).toEqual([1, 2, 0, 3]);
    expect(outwards(3)).toEqual([1, 0, 2]);
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
