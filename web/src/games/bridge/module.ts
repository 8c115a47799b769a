// The module of bridge.
import type { Narrate } from "../../table/log";
import type { Motions } from "../../table/session.svelte";
import type { GameModule } from "../game-module";
import { asDealt, flights } from "./flights";
import { narrate } from "./narrate";
import FourHands from "./FourHands.svelte";
import ScoreDetails from "./ScoreDetails.svelte";
import Play from "./Play.svelte";

export const module: GameModule = {
  Play,
  replay: () => import("./Replay.svelte"),
  ScoreDetails: ScoreDetails as GameModule["ScoreDetails"],
  Afterwards: FourHands as GameModule["Afterwards"],
  narrate: narrate as Narrate,
  flights: flights as Motions["flights"],
  asDealt,
  advise: () => import("./advise"),
  isSolved: true,
  keys: [["1 … 7", "help.bridge.bid"]],
};
