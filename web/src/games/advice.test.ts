// The hints of every game, in words and on the table.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { afterEach, expect, test } from "vitest";
import type { Appraised, BridgeView, Event, Said, View } from "../backend/wire";
import { momentOf } from "../../e2e/fits/moments";
import { drawn } from "../dialogs/drawn";
import { settings } from "../kit/settings.svelte";
import { signedLead } from "../table/reasons";
import type { Advice, Advise, Position } from "./advice";
import { GAMES } from ".";

afterEach(() => { settings.language = "en"; });

const NOWHERE: Position = { view: {} as View, seat: 0, style: "french" };
const FOLDERS: Record<string, string> = { scopa: "fishing", "wall-street": "fishing" };
async function advise(game: string, choice: Pick<Appraised, "action" | "events"> & Partial<Appraised>, position: Partial<Position> = {}): Promise<Advice> {
  const { advise } = (await import(`./${FOLDERS[game] ?? game}/advise.ts`)) as { advise: Advise };
  return advise(choice, { ...NOWHERE, ...position });
}
const told = async (game: string, event: Event, style: Position["style"] = "french") => (await advise(game, { action: "", events: [event] }, { style })).request;

test("every game has hints, except a race", () => {
  const modules = readdirSync("src/games").filter((folder) => existsSync(`src/games/${folder}/module.ts`));
  expect(modules.length).toBeGreaterThan(5);
  for (const folder of modules) {
    const module = readFileSync(`src/games/${folder}/module.ts`, "utf8");
    expect(module.includes('advise: () => import("./advise")'), folder).toBe(!module.includes("race:"));
  }
});

test("a hint says what to do, in both languages", async () => {
  expect(await told("scopa", { event: "laid", seat: 0, card: "2d" }, "italian")).toBe("Lay the two of coins.");
  expect(await told("wall-street", { event: "captured", seat: 0, card: "7d", taken: ["4c", "3s"], sweep: false })).toBe("Take the four of clubs and three of spades with the seven of diamonds.");
  expect(await told("cassino", { event: "captured", seat: 0, card: "7d", taken: ["7c"], sweep: false })).toBe("Take the seven of clubs with the seven of diamonds.");
  expect(await told("cassino", { event: "trailed", seat: 0, card: "7d" })).toBe("Trail the seven of diamonds.");
  expect(await told("thirty-one", { event: "drew", seat: 0, card: null })).toBe("Draw from the stock.");
  expect(await told("thirty-one", { event: "knocked", seat: 0, lastTurns: [1] })).toBe("Knock.");
  expect(await told("thirty-one", { event: "tookUpcard", seat: 0, card: "2c" })).toBe("Take the two of clubs.");
  expect(await told("gin-rummy", { event: "took", seat: 0, card: "2c" })).toBe("Take the two of clubs.");
  expect(await told("gin-rummy", { event: "wentOut", seat: 0, going: "knock", melds: [], unmelded: ["2c"], discard: null })).toBe("Knock, with two of clubs left over.");
  expect(await told("sharks", { event: "bid", seat: 0, cards: [10, 9], total: 19 })).toBe("Bid 19 with 10 and 9.");
  settings.language = "it";
  expect(await told("gin-rummy", { event: "discarded", seat: 0, card: "2c" })).toBe("Scarta: due di fiori.");
});

test("an event without a request has no text", async () => {
  expect(await told("sharks", { event: "playedTool", seat: 0, tool: "T04", choice: null, targets: [], paid: [] })).toBeNull();
  for (const game of Object.keys(GAMES).filter((game) => game !== "speed")) expect((await advise(game, { action: "", events: [] })).request).toBeNull();
});

test("the cards and buttons of a hint are marked", async () => {
  const capture = drawn(await advise("scopa", { action: "take 7d 4c+3s", events: [{ event: "captured", seat: 0, card: "7d", taken: ["4c", "3s"], sweep: false }] }));
  for (const card of ["7d", "4c", "3s"]) expect(capture).toContain(`.play [data-card="${card}"]`);
  for (const game of ["gin-rummy", "thirty-one"]) expect(drawn(await advise(game, { action: "stock", events: [{ event: "drew", seat: 0, card: game === "gin-rummy" ? { closed: 1 } : null } as Event] }))).toContain('.play [data-location="stock"]');
  expect(drawn(await advise("gin-rummy", { action: "upcard", events: [{ event: "took", seat: 0, card: "2c" }] }))).toContain('.play [data-card="2c"]');
  expect(drawn(await advise("sharks", { action: "T06 2.1 pay 3", events: [] }))).toContain('.play [data-tool="T06"]');
  expect(drawn(await advise("sharks", { action: "pass", events: [] }))).toBe("");
});

test("a call is explained by its contract and the hand, and marked in the box", async () => {
  const moment = momentOf("bridge 4 auction");
  if (!("info" in moment)) throw new Error("a replay");
  const view: BridgeView = { ...(moment.snapshot.view as BridgeView), auction: ["P"], hands: [{ open: ["As", "Ks", "Qh", "Jd", "9c", "8c", "7c", "6c", "5d", "4d", "3h", "2h", "2s"] }, { closed: 13 }, { closed: 13 }, { closed: 13 }] };
  const call = (call: string, meaning: Said | null = null) => advise("bridge", { action: call, events: [{ event: "called", seat: 0, call }], meaning }, { view });
  expect(await call("1C")).toMatchObject({ request: "Bid 1 club.", notes: ["7 tricks in clubs", "Your hand: 10 high-card points, 3♠ 3♥ 3♦ 4♣"] });
  expect(await call("P")).toMatchObject({ request: "Pass.", notes: ["Your hand: 10 high-card points, 3♠ 3♥ 3♦ 4♣"] });
  const any = { least: 0, most: 13 };
  const told: Said = { kind: "natural", forcing: "no", points: { least: 12, most: 21 }, lengths: [{ least: 3, most: 13 }, any, any, any] };
  expect((await call("1C", told)).notes?.[0]).toBe("It shows: 12–21 points · 3 or more clubs");
  expect(drawn(await call("2D"))).toContain('.play [data-call="2D"]');
  expect((await advise("bridge", { action: "As", events: [{ event: "played", seat: 0, card: "As" }] }, { view })).notes).toBeUndefined();
});

test("a lead has a sign unless it rounds to zero", () => {
  expect([0.44, -0.36, -0.04, 0.04, 0].map(signedLead)).toEqual(["+0.4", "−0.4", "0.0", "0.0", "0.0"]);
});
