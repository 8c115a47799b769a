// The modules of the games. A new game is a folder here and an entry below. Home uses only these entries; the
// rest is loaded with the first table.
import type { Component } from "svelte";
import type { Style } from "../cards/names";
import type { PageKey } from "../words/words";
import type { GameModule } from "./game-module";

export type { ReplayProps } from "./game-module";

export interface GameEntry {
  /** The usual face style of the game. */
  faces: Style;
  /** Three cards for the game's picture, unrelated to any deal. */
  fan: readonly [string, string, string];
  /** Loads the component that draws the picture, if the game has no playing cards. */
  draw?: () => Promise<{ default: Component<{ card: string; width: number }> }>;
  /** Keys of the chairs' names, and this player's default chair. Set only for games whose chairs have names. */
  chairs?: { names: readonly PageKey[]; mine: number };
  load: () => Promise<{ module: GameModule }>;
}

export const GAMES: Record<string, GameEntry> = {
  scopa: { faces: "italian40", fan: ["Kd", "7d", "Ac"], load: () => import("./fishing/module") },
  "wall-street": { faces: "french", fan: ["Ks", "9d", "Th"], load: () => import("./fishing/module") },
  cassino: { faces: "french", fan: ["As", "2s", "Td"], load: () => import("./cassino/module") },
  bridge: { faces: "french", fan: ["As", "Kh", "Qc"], chairs: { names: ["bridge.direction.N", "bridge.direction.E", "bridge.direction.S", "bridge.direction.W"], mine: 2 }, load: () => import("./bridge/module") },
  "gin-rummy": { faces: "french", fan: ["5h", "6h", "7h"], load: () => import("./gin-rummy/module") },
  "thirty-one": { faces: "french", fan: ["Ad", "Kd", "Jd"], load: () => import("./thirty-one/module") },
  speed: { faces: "french", fan: ["7s", "8d", "9c"], load: () => import("./speed/module") },
  sharks: { faces: "french", fan: ["tool", "capital", "investment"], draw: () => import("./sharks/Sample.svelte"), load: () => import("./sharks/module") },
};

export const facesOf = (game: string): Style => GAMES[game]?.faces ?? "french";

/** Returns the module of a game, or null if the page has none. Rejects if it cannot be loaded. */
export async function loadGame(game: string): Promise<GameModule | null> {
  return (await GAMES[game]?.load())?.module ?? null;
}
