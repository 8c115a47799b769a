// Which layout shows which game. A new game is a folder here and a line below.
import type { Component } from "svelte";
import type { Style } from "../cards";
import type { Narrate } from "../log";
import type { Stage } from "../stage.svelte";
import type { Table } from "../table.svelte";
import type { Replay } from "../wire";
import type { Motions } from "../table.svelte";
import { asDealt as bridgeDealt, moves as bridgeMoves } from "./bridge/moves";
import { narrate as bridgeNarrate } from "./bridge/narrate";
import BridgePlay from "./bridge/Play.svelte";
import BridgeReplay from "./bridge/Replay.svelte";
import CassinoPlay from "./cassino/Play.svelte";
import CassinoReplay from "./cassino/Replay.svelte";
import { asDealt as cassinoDealt, moves as cassinoMoves } from "./cassino/moves";
import { narrate as cassinoNarrate } from "./cassino/narrate";
import FishingPlay from "./fishing/Play.svelte";
import FishingReplay from "./fishing/Replay.svelte";
import { asDealt as fishingDealt, moves as fishingMoves } from "./fishing/moves";
import { narrate as fishingNarrate } from "./fishing/narrate";
import GinPlay from "./gin-rummy/Play.svelte";
import GinReplay from "./gin-rummy/Replay.svelte";
import { asDealt as ginDealt, moves as ginMoves } from "./gin-rummy/moves";
import { narrate as ginNarrate } from "./gin-rummy/narrate";
import SpeedPlay from "./speed/Play.svelte";
import SpeedReplay from "./speed/Replay.svelte";
import { asDealt as speedDealt, back as speedBack, moves as speedMoves } from "./speed/moves";
import { narrate as speedNarrate } from "./speed/narrate";
import ThirtyOnePlay from "./thirty-one/Play.svelte";
import ThirtyOneReplay from "./thirty-one/Replay.svelte";
import { asDealt as thirtyOneDealt, moves as thirtyOneMoves } from "./thirty-one/moves";
import { narrate as thirtyOneNarrate } from "./thirty-one/narrate";

export interface PlayProps { table: Table; faces: Style; covered: boolean; onHelp: () => void; onCommand: () => void }
export interface ReplayProps {
  replay: Replay;
  step: number;
  faces: Style;
  stage: Stage;
  deal: number;
  totals: readonly number[];
  sides: readonly number[];
  /** Goes to a step of this deal. */
  onStep: (step: number) => void;
}
// A table of a game is sent the views and events of that game: which is why a layout may take them for its own.
export interface Layout extends Motions {
  /** The faces this game is usually played with. */
  faces: Style;
  /** Three cards that show the game at its best: nothing to do with any deal. */
  fan?: readonly [string, string, string];
  Play: Component<PlayProps, { command: (line: string) => string | null }>;
  Replay: Component<ReplayProps>;
  narrate: Narrate;
  /** The keys only this game has, each with the key of its text. */
  keys?: readonly [string, string][];
}

const fishing = (faces: Style, fan: NonNullable<Layout["fan"]>): Layout => ({
  faces,
  fan,
  Play: FishingPlay,
  Replay: FishingReplay,
  narrate: fishingNarrate as Narrate,
  moves: fishingMoves as Motions["moves"],
  asDealt: fishingDealt,
});

const cassino: Layout = {
  faces: "french",
  fan: ["As", "2s", "Td"],
  Play: CassinoPlay,
  Replay: CassinoReplay,
  narrate: cassinoNarrate as Narrate,
  moves: cassinoMoves as Motions["moves"],
  asDealt: cassinoDealt,
};

const bridge: Layout = {
  faces: "french",
  fan: ["As", "Kh", "Qc"],
  Play: BridgePlay,
  Replay: BridgeReplay,
  narrate: bridgeNarrate as Narrate,
  keys: [["1 … 7", "help.bridge.bid"]],
  moves: bridgeMoves as Motions["moves"],
  asDealt: bridgeDealt,
};

const gin: Layout = {
  faces: "french",
  fan: ["5h", "6h", "7h"],
  Play: GinPlay,
  Replay: GinReplay,
  narrate: ginNarrate as Narrate,
  moves: ginMoves as Motions["moves"],
  asDealt: ginDealt,
  keys: [["S U", "gin.help.draw"], ["P", "gin.help.pass"], ["K G", "gin.help.out"], ["D", "gin.help.done"], ["A", "gin.help.arrange"]],
};

const thirtyOne: Layout = {
  faces: "french",
  fan: ["Ad", "Kd", "Jd"],
  Play: ThirtyOnePlay,
  Replay: ThirtyOneReplay,
  narrate: thirtyOneNarrate as Narrate,
  moves: thirtyOneMoves as Motions["moves"],
  asDealt: thirtyOneDealt,
};

const speed: Layout = {
  faces: "french",
  Play: SpeedPlay,
  Replay: SpeedReplay,
  narrate: speedNarrate as Narrate,
  fan: ["7s", "8d", "9c"],
  moves: speedMoves as Motions["moves"],
  asDealt: speedDealt,
  race: { back: speedBack },
  keys: [["1 … 5", "help.speed.cards"], ["F ←", "help.speed.left"], ["J →", "help.speed.right"], ["Space", "help.speed.flip"]],
};

export const LAYOUTS: Record<string, Layout> = {
  scopa: fishing("italian", ["Kd", "7d", "Ac"]),
  "wall-street": fishing("french", ["Ks", "9d", "Th"]),
  cassino,
  bridge,
  "gin-rummy": gin,
  "thirty-one": thirtyOne,
  speed,
};

export const layoutOf = (game: string): Layout | null => LAYOUTS[game] ?? null;
