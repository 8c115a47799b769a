// Addresses of all routes, and unknown ones.
import { expect, test, vi } from "vitest";

test("addresses: every route, and an unknown one", async () => {
  vi.stubGlobal("location", { pathname: "/" });
  vi.stubGlobal("addEventListener", () => undefined);
  const { routeOf } = await import("./navigation.svelte");
  expect(routeOf("/")).toEqual({ page: "home" });
  expect(routeOf("/table/aB-_9")).toEqual({ page: "table", table: "aB-_9" });
  expect(routeOf("/replay/x")).toEqual({ page: "replay", table: "x" });
  expect(routeOf("/pads")).toEqual({ page: "pads", pad: null, show: "pad" });
  expect(routeOf("/pad/ab_-9/")).toEqual({ page: "pads", pad: "ab_-9", show: "pad" });
  expect(routeOf("/pads/people")).toEqual({ page: "pads", pad: null, show: "people" });
  expect(routeOf("/pad/ab_-9/screen")).toEqual({ page: "pads", pad: "ab_-9", show: "screen" });
  expect(routeOf("/pads/screen")).toEqual({ page: "nowhere" });
  expect(routeOf("/pad/")).toEqual({ page: "nowhere" });
  expect(routeOf("/boards")).toEqual({ page: "boards" });
  expect(routeOf("/matches")).toEqual({ page: "matches" });
  expect(routeOf("/daily/")).toEqual({ page: "daily" });
  expect(routeOf("/table/a/b")).toEqual({ page: "nowhere" });
  expect(routeOf("/table/<b>")).toEqual({ page: "nowhere" });
});

test("addresses of players", async () => {
  vi.stubGlobal("location", { pathname: "/" });
  vi.stubGlobal("addEventListener", () => undefined);
  const { routeOf } = await import("./navigation.svelte");
  for (const [path, hash] of [["/", "#/c/0W3GE1R7"], ["/player/Anna", ""], ["/ratings/scopa-two", ""], ["/friends", ""], ["/watch", ""]] as const) expect(routeOf(path, hash)).toEqual({ page: "player", at: path + hash });
  for (const hash of ["", "#deal=1"]) expect(routeOf("/", hash)).toEqual({ page: "home" });
});
