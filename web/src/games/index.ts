// Which module shows which game. A new game is a folder here and a line below.
import type { Component } from "svelte";
import type { Style } from "../cards/names";
import type { Narrate } from "../table/log";
import type { Stage } from "../motion/stage.svelte";
import type { PlayProps } from "../parts/play-controller.svelte";
import type { House } from "../house/house";
import type { Replay } from "../house/wire";
import type { Motions } from "../table/session.svelte";
import { asDealt as bridgeDealt, flights as bridgeFlights } from "./bridge/flights";
import { narrate as bridgeNarrate } from "./bridge/narrate";
import BridgePlay from "./bridge/Play.svelte";
import BridgeReplay from "./bridge/Replay.svelte";
import type { CaptureProps } from "./capture/capture-game";
import CapturePlay from "./capture/Play.svelte";
import CaptureReplay from "./capture/Replay.svelte";
import { cassino as cassinoGame } from "./cassino/game";
import { asDealt as cassinoDealt, flights as cassinoFlights } from "./cassino/flights";
import { fishing as fishingGame } from "./fishing/game";
import { asDealt as fishingDealt, flights as fishingFlights } from "./fishing/flights";
import GinPlay from "./gin-rummy/Play.svelte";
import GinReplay from "./gin-rummy/Replay.svelte";
import { asDealt as ginDealt, flights as ginFlights } from "./gin-rummy/flights";
import { narrate as ginNarrate } from "./gin-rummy/narrate";
import SpeedPlay from "./speed/Play.svelte";
import SpeedReplay from "./speed/Replay.svelte";
import { asDealt as speedDealt, back as speedBack, flights as speedFlights } from "./speed/flights";
import { narrate as speedNarrate } from "./speed/narrate";
import { asDealt as sharksDealt, flights as sharksFlights } from "./sharks/flights";
import { narrate as sharksNarrate } from "./sharks/narrate";
import SharksPlay from "./sharks/Play.svelte";
import SharksReplay from "./sharks/Replay.svelte";
import ThirtyOnePlay from "./thirty-one/Play.svelte";
import ThirtyOneReplay from "./thirty-one/Replay.svelte";
import { asDealt as thirtyOneDealt, flights as thirtyOneFlights } from "./thirty-one/flights";
import { narrate as thirtyOneNarrate } from "./thirty-one/narrate";

export interface ReplayProps {
  replay: Replay;
  step: number;
  faces: Style;
  stage: Stage;
  deal: number;
  totals: readonly number[];
  sides: readonly number[];
  house: House;
  /** Goes to a step of this deal. */
  onStep: (step: number) => void;
}
// A table of a game is sent the views and events of that game: which is why a module may take them for its own.
export interface GameModule extends Motions, CaptureProps {
  /** The faces this game is usually played with. */
  faces: Style;
  /** Three cards that show the game at its best: nothing to do with any deal. */
  fan?: readonly [string, string, string];
  Play: Component<PlayProps & CaptureProps>;
  Replay: Component<ReplayProps & CaptureProps>;
  narrate: Narrate;
  /** The keys only this game has, each with the key of its text. */
  keys?: readonly [string, string][];
}

const fishing = (faces: Style, fan: NonNullable<GameModule["fan"]>): GameModule => ({
  faces,
  fan,
  Play: CapturePlay,
  Replay: CaptureReplay,
  capture: fishingGame,
  narrate: fishingGame.narrate,
  flights: fishingFlights as Motions["flights"],
  asDealt: fishingDealt,
});

const cassino: GameModule = {
  faces: "french",
  fan: ["As", "2s", "Td"],
  Play: CapturePlay,
  Replay: CaptureReplay,
  capture: cassinoGame,
  narrate: cassinoGame.narrate,
  flights: cassinoFlights as Motions["flights"],
  asDealt: cassinoDealt,
};

const bridge: GameModule = {
  faces: "french",
  fan: ["As", "Kh", "Qc"],
  Play: BridgePlay,
  Replay: BridgeReplay,
  narrate: bridgeNarrate as Narrate,
  keys: [["1 … 7", "help.bridge.bid"]],
  flights: bridgeFlights as Motions["flights"],
  asDealt: bridgeDealt,
};

const gin: GameModule = {
  faces: "french",
  fan: ["5h", "6h", "7h"],
  Play: GinPlay,
  Replay: GinReplay,
  narrate: ginNarrate as Narrate,
  flights: ginFlights as Motions["flights"],
  asDealt: ginDealt,
  keys: [["S U", "gin.help.draw"], ["P", "gin.help.pass"], ["K G", "gin.help.out"], ["D", "gin.help.done"], ["A", "gin.help.arrange"]],
};

const thirtyOne: GameModule = {
  faces: "french",
  fan: ["Ad", "Kd", "Jd"],
  Play: ThirtyOnePlay,
  Replay: ThirtyOneReplay,
  narrate: thirtyOneNarrate as Narrate,
  flights: thirtyOneFlights as Motions["flights"],
  asDealt: thirtyOneDealt,
};

const speed: GameModule = {
  faces: "french",
  Play: SpeedPlay,
  Replay: SpeedReplay,
  narrate: speedNarrate as Narrate,
  fan: ["7s", "8d", "9c"],
  flights: speedFlights as Motions["flights"],
  asDealt: speedDealt,
  race: { back: speedBack },
  keys: [["1 … 5", "help.speed.cards"], ["F ←", "help.speed.left"], ["J →", "help.speed.right"], ["Space", "help.speed.flip"]],
};

const sharks: GameModule = {
  faces: "french",
  fan: ["Kd", "Td", "Ad"],
  Play: SharksPlay,
  Replay: SharksReplay,
  narrate: sharksNarrate as Narrate,
  flights: sharksFlights,
  asDealt: sharksDealt,
  keys: [["1 … 9", "sharks.help.pick"], ["M", "sharks.help.least"], ["B", "sharks.help.bid"], ["P", "sharks.help.pass"], ["R N", "sharks.help.react"]],
};

export const GAMES: Record<string, GameModule> = {
  scopa: fishing("italian", ["Kd", "7d", "Ac"]),
  "wall-street": fishing("french", ["Ks", "9d", "Th"]),
  cassino,
  bridge,
  "gin-rummy": gin,
  "thirty-one": thirtyOne,
  speed,
  sharks,
};

export const moduleOf = (game: string): GameModule | null => GAMES[game] ?? null;
