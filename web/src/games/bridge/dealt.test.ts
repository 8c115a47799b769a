import { expect, test } from "vitest";
import type { BridgeEvent, BridgeView } from "../../backend/wire";
import { dealtHands } from "./dealt";

const RANKS = [..."23456789TJQKA"];
const whole = [..."cdhs"].map((suit) => RANKS.map((rank) => rank + suit));
const view = (left: string[][], over = true) => ({ hands: left.map((open) => ({ open })), over }) as unknown as BridgeView;
const played = whole.map((hand, seat): BridgeEvent => ({ event: "played", seat, card: hand[0]! }));
const left = whole.map((hand) => hand.slice(1));

test("remaining and played cards make the dealt hands", () => {
  expect(dealtHands(view(left), played)?.map((hand) => hand.toSorted())).toEqual(whole.map((hand) => hand.toSorted()));
});

test("an unfinished or partly seen deal has no dealt hands", () => {
  expect(dealtHands(view(left), played.slice(1))).toBeNull();
  expect(dealtHands(view(left, false), played)).toBeNull();
});
