// Addresses: every place, and nowhere.
import { expect, test, vi } from "vitest";

test("addresses: every place and nowhere", async () => {
  vi.stubGlobal("location", { pathname: "/" });
  vi.stubGlobal("addEventListener", () => undefined);
  const { placeAt } = await import("./navigation.svelte");
  expect(placeAt("/")).toEqual({ page: "home" });
  expect(placeAt("/table/aB-_9")).toEqual({ page: "table", table: "aB-_9" });
  expect(placeAt("/replay/x")).toEqual({ page: "replay", table: "x" });
  expect(placeAt("/pads")).toEqual({ page: "pads", pad: null });
  expect(placeAt("/pad/ab_-9/")).toEqual({ page: "pads", pad: "ab_-9" });
  expect(placeAt("/pad/")).toEqual({ page: "nowhere" });
  expect(placeAt("/boards")).toEqual({ page: "boards" });
  expect(placeAt("/table/a/b")).toEqual({ page: "nowhere" });
  expect(placeAt("/table/<b>")).toEqual({ page: "nowhere" });
});
