import { expect, test } from "vitest";
import { placeOf } from "./place";

test("addresses of the pages of players", () => {
  expect(placeOf("/player/Anna")).toEqual({ show: "profile", name: "Anna" });
  expect(placeOf("/player/Zo%C3%AB/#deal=1")).toEqual({ show: "profile", name: "Zoë" });
  expect(placeOf("/player/%ff")).toEqual({ show: "profile", name: "%ff" });
  expect(placeOf("/friends")).toEqual({ show: "friends" });
  expect(placeOf("/watch/")).toEqual({ show: "watch" });
  expect(placeOf("/friends/#/c/0W3GE1R7")).toEqual({ show: "friends" });
  expect(placeOf("/#/c/0W3GE1R7")).toEqual({ show: "challenge", name: "0W3GE1R7" });
  for (const wrong of ["/player/", "/player/a/b", "/friends/a", "/#/c/", "/#/c/a b", `/#/c/${"A".repeat(21)}`]) expect(placeOf(wrong)).toEqual({ show: "nowhere" });
});
