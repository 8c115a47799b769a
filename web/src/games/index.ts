// Which module shows which game. A new game is a folder here and a line below. Home knows of a game what stands here; the
// rest is loaded with its first table.
import type { Style } from "../cards/names";
import type { PageKey } from "../words/words";
import type { GameModule } from "./game-module";

export type { ReplayProps } from "./game-module";

export interface GameEntry {
  /** The faces this game is usually played with. */
  faces: Style;
  /** Three cards that show the game at its best: nothing to do with any deal. */
  fan: readonly [string, string, string];
  /** Where chairs have names of their own: the keys of their texts, and which is mine if I have not chosen one. */
  chairs?: { names: readonly PageKey[]; mine: number };
  load: () => Promise<{ module: GameModule }>;
}

export const GAMES: Record<string, GameEntry> = {
  scopa: { faces: "italian", fan: ["Kd", "7d", "Ac"], load: () => import("./fishing/module") },
  "wall-street": { faces: "french", fan: ["Ks", "9d", "Th"], load: () => import("./fishing/module") },
  cassino: { faces: "french", fan: ["As", "2s", "Td"], load: () => import("./cassino/module") },
  bridge: { faces: "french", fan: ["As", "Kh", "Qc"], chairs: { names: ["bridge.direction.N", "bridge.direction.E", "bridge.direction.S", "bridge.direction.W"], mine: 2 }, load: () => import("./bridge/module") },
  "gin-rummy": { faces: "french", fan: ["5h", "6h", "7h"], load: () => import("./gin-rummy/module") },
  "thirty-one": { faces: "french", fan: ["Ad", "Kd", "Jd"], load: () => import("./thirty-one/module") },
  speed: { faces: "french", fan: ["7s", "8d", "9c"], load: () => import("./speed/module") },
  sharks: { faces: "french", fan: ["Kd", "Td", "Ad"], load: () => import("./sharks/module") },
};

export const facesOf = (game: string): Style => GAMES[game]?.faces ?? "french";

/** The module of a game; null when the page has none. It fails when the house cannot be reached. */
export async function loadGame(game: string): Promise<GameModule | null> {
  return (await GAMES[game]?.load())?.module ?? null;
}
