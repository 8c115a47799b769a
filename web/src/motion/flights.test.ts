// The plan of a motion: cards, places and times.
import { expect, test } from "vitest";
import { keyframes, PACES, plan, type Box, type Flight, type Places } from "./flights";

const box = (x: number, y: number): Box => ({ x, y, width: 60, height: 84 });
const NAMED = { stock: box(0, 300), "hand-0": box(100, 500), "hand-1": box(100, 0), "pile-0": box(10, 500), "pile-1": box(10, 0), "side-0": box(10, 500), middle: box(100, 250) };
const places = (cards: Record<string, Box>): Places => ({ cards: new Map(Object.entries(cards)), named: new Map(Object.entries(NAMED)) });
const pace = PACES.normal;

test("our own card goes from the hand to its place in 140 ms", () => {
  const { paths } = plan([{ flight: "lay", seat: 0, card: "7d" }], places({ "7d": box(100, 500) }), places({ "7d": box(50, 250) }), 0, pace);
  expect(paths).toEqual([{ card: "7d", temporary: false, stops: [{ at: 0, box: box(100, 500) }, { at: 140, box: box(50, 250) }] }]);
});

test("an opponent's card comes from their hand in 200 ms", () => {
  const { paths } = plan([{ flight: "lay", seat: 1, card: "7d" }], places({}), places({ "7d": box(50, 250) }), 0, pace);
  expect(paths[0]!.stops.map(({ at, box: { y } }) => [at, y])).toEqual([[0, 0], [200, 250]]);
});

test("a capture is shown for 600 ms, then gathered on the pile in 260", () => {
  const before = places({ "7d": box(100, 500), "3s": box(0, 250), "4c": box(80, 250) });
  const { paths, length, sweep } = plan([{ flight: "capture", seat: 0, card: "7d", taken: ["3s", "4c"], sweep: false }], before, places({}), 0, pace);
  expect(paths.map(({ card, temporary }) => [card, temporary])).toEqual([["3s", true], ["4c", true], ["7d", true]]);
  for (const { stops } of paths) expect(stops.at(-1)!.box).toEqual(NAMED["pile-0"]);
  expect(paths[2]!.stops.map(({ at }) => at)).toEqual([0, 140, 740, 1000]);
  expect(length).toBe(1000);
  expect(sweep).toBeNull();
});

test("a sweep is shown when the card has arrived", () => {
  const { sweep, length } = plan([{ flight: "capture", seat: 1, card: "7d", taken: ["7c"], sweep: true }], places({ "7c": box(0, 250) }), places({}), 0, pace);
  expect(sweep).toEqual({ at: 200, seat: 1 });
  expect(length).toBe(200 + 600 + 260 + 320);
});

test("a deal waits for a capture; until then its cards are hidden", () => {
  const events: Flight[] = [
    { flight: "capture", seat: 0, card: "7d", taken: ["7c"], sweep: false },
    { flight: "deal", seat: 0, hand: { open: ["2c", "3c"] } },
    { flight: "deal", seat: 1, hand: { closed: 3 } },
  ];
  const { paths } = plan(events, places({ "7d": box(100, 500), "7c": box(0, 250) }), places({ "2c": box(100, 500), "3c": box(170, 500) }), 0, pace);
  const dealt = paths.filter(({ card }) => card === "2c" || card === "3c");
  expect(dealt.map(({ stops }) => stops[0]!.opacity)).toEqual([0, 0]);
  expect(dealt[1]!.stops.at(-1)!.at - dealt[0]!.stops.at(-1)!.at).toBe(pace.stagger);
  expect(dealt[0]!.stops.at(-2)!.at).toBeGreaterThanOrEqual(1000);
  expect(paths.filter(({ card, temporary }) => card === null && temporary)).toHaveLength(3);
});

test("thirteen cards are dealt within 850 ms", () => {
  const hand = Array.from("A23456789TJQK", (rank) => `${rank}s`);
  const after = places(Object.fromEntries(hand.map((card, index) => [card, box(index * 60, 500)])));
  expect(plan([{ flight: "deal", seat: 0, hand: { open: hand } }], places({}), after, 0, pace).length).toBeLessThanOrEqual(850);
});

test("the rest goes to the side that took it, or fades", () => {
  const before = places({ "2c": box(0, 250) });
  const taken = plan([{ flight: "gather", side: 0, cards: ["2c"] }], before, places({}), 0, pace);
  expect(taken.paths[0]!.stops.at(-1)!.box).toEqual(NAMED["side-0"]);
  const left = plan([{ flight: "gather", side: null, cards: ["2c"] }], before, places({}), 0, pace);
  expect(left.paths[0]!.stops.at(-1)!.opacity).toBe(0);
});

test("other cards slide; unchanged cards do not move", () => {
  const { paths } = plan([], places({ "2c": box(0, 0), "3c": box(60, 0) }), places({ "2c": box(0, 0), "3c": box(90, 0) }), 0, pace);
  expect(paths.map(({ card }) => card)).toEqual(["3c"]);
});

test("the cards beside a captured one move when it leaves the table", () => {
  const before = places({ "7d": box(100, 500), "3s": box(0, 250), "4c": box(80, 250) });
  const { paths } = plan([{ flight: "capture", seat: 0, card: "7d", taken: ["3s"], sweep: false }], before, places({ "4c": box(40, 250) }), 0, pace);
  expect(paths.find(({ card }) => card === "4c")!.stops.map(({ at, box: { x } }) => [at, x])).toEqual([[0, 80], [740, 80], [880, 40]]);
});

test("keyframes are relative to the element, in order, and within the length", () => {
  const path = { card: "7d", temporary: false, stops: [{ at: 0, box: box(100, 500) }, { at: 140, box: { x: 50, y: 250, width: 30, height: 42 } }] };
  const frames = keyframes(path, { x: 50, y: 250, width: 30, height: 42 }, 280);
  expect(frames.map(({ offset }) => offset)).toEqual([0, 0.5]);
  expect(frames[0]!.transform).toBe("translate(50px, 250px) scale(2)");
  expect(frames[1]!.transform).toBe("translate(0px, 0px) scale(1)");
});

test("a carried card is temporary if it has no place afterwards", () => {
  const drawn = plan([{ flight: "carry", seat: 1, card: null, from: "stock", to: "hand-1" }], places({}), places({}), 0, pace);
  expect(drawn.paths).toHaveLength(1);
  expect(drawn.paths[0]!.temporary).toBe(true);
  const discarded = plan([{ flight: "carry", seat: 0, card: "7d", from: "hand-0", to: "middle" }], places({ "7d": box(100, 500) }), places({ "7d": box(60, 250) }), 0, pace);
  expect(discarded.paths[0]!.temporary).toBe(false);
  expect(discarded.paths[0]!.stops.map((stop) => stop.box.x)).toEqual([100, 60]);
});

test("the last card of a trick is shown, then gathered with the others by the winner", () => {
  const named = { ...NAMED, "slot-1": box(160, 250), "side-0": box(100, 500) };
  const at = (cards: Record<string, Box>): Places => ({ cards: new Map(Object.entries(cards)), named: new Map(Object.entries(named)) });
  const flights: Flight[] = [
    { flight: "lay", seat: 1, card: "2h", to: "slot-1" },
    { flight: "gather", side: 0, cards: ["2h", "Ah"] },
  ];
  const { paths } = plan(flights, at({ Ah: box(100, 300) }), at({}), 0, pace);
  expect(paths.map(({ card, temporary }) => [card, temporary])).toEqual([["2h", true], ["Ah", true]]);
  expect(paths[0]!.stops.map(({ at: time, box: { x, y } }) => [time, x, y])).toEqual([
    [0, 100, 0], [pace.other, 160, 250], [pace.other + pace.breath + pace.look / 2, 160, 250], [pace.other + pace.breath + pace.look / 2 + pace.gather, 100, 500],
  ]);
  expect(paths[1]!.stops.at(-1)!.box).toEqual(named["side-0"]);
});
