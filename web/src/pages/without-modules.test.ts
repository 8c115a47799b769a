// A page built without the modules for real cards does not offer them, neither on Home nor in the help.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Backend } from "../backend/backend";
import { momentOf } from "../../e2e/fits/moments";
import { firstGames } from "./first-games";

/** The browser globals that are read before anything is drawn. */
beforeEach(() => {
  vi.stubGlobal("location", new URL("http://parlour.test/"));
  vi.stubGlobal("addEventListener", () => undefined);
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.resetModules();
});

test.each([["yes", true], ["no", false]] as const)("built with modules: %s", async (built, offered) => {
  vi.stubEnv("VITE_OFFLINE", built);
  vi.resetModules();
  const { loadWords } = await import("../words/words");
  await loadWords("en");
  const { render } = await import("svelte/server");
  const { default: Home } = await import("./Home.svelte");
  const { default: HelpDialog } = await import("../dialogs/HelpDialog.svelte");
  const { arbiterOf } = await import("./arbiter-link");

  const home = render(Home, { props: { backend: {} as Backend, first: firstGames(null) } }).body;
  expect(home).toContain("Parlour");
  for (const place of ["/pads", "/decks", "/arbiter"]) expect(home.includes(`href="${place}"`), place).toBe(offered);

  const moment = momentOf("scopa 2 play");
  if (!("info" in moment)) throw new Error("a replay");
  const help = render(HelpDialog, { props: { game: "scopa", arbiter: arbiterOf(moment.info), onClose: () => undefined } }).body;
  expect(help).toContain("<kbd");
  expect(help.includes('href="/arbiter/scopa')).toBe(offered);
  // No arbiter knows this game.
  expect(arbiterOf({ ...moment.info, game: "whist" })).toBeNull();
});
