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
import FishingPlay from "./fishing/Play.svelte";
import FishingReplay from "./fishing/Replay.svelte";
import { asDealt as fishingDealt, moves as fishingMoves } from "./fishing/moves";
import { narrate as fishingNarrate } from "./fishing/narrate";
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
}
// A table of a game is sent the views and events of that game: which is why a layout may take them for its own.
export interface Layout extends Motions {
  /** The faces this game is usually played with. */
  faces: Style;
  Play: Component<PlayProps, { command: (line: string) => string | null }>;
  Replay: Component<ReplayProps>;
  narrate: Narrate;
}

const fishing = (faces: Style): Layout => ({
  faces,
  Play: FishingPlay,
  Replay: FishingReplay,
  narrate: fishingNarrate as Narrate,
  moves: fishingMoves as Motions["moves"],
  asDealt: fishingDealt,
});

const thirtyOne: Layout = {
  faces: "french",
  Play: ThirtyOnePlay,
  Replay: ThirtyOneReplay,
  narrate: thirtyOneNarrate as Narrate,
  moves: thirtyOneMoves as Motions["moves"],
  asDealt: thirtyOneDealt,
const bridge: Layout = {
  faces: "french",
  Play: BridgePlay,
  Replay: BridgeReplay,
  narrate: bridgeNarrate as Narrate,
  moves: bridgeMoves as Motions["moves"],
  asDealt: bridgeDealt,
};

const LAYOUTS: Record<string, Layout> = {
  scopa: fishing("italian"),
  "wall-street": fishing("french"),
  "thirty-one": thirtyOne,
  bridge,
};

export const layoutOf = (game: string): Layout | null => LAYOUTS[game] ?? null;
