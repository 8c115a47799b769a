// The module of Thirty-One.
import type { Narrate } from "../../table/log";
import type { Motions } from "../../table/session.svelte";
import type { GameModule } from "../game-module";
import { asDealt, flights } from "./flights";
import { narrate } from "./narrate";
import Play from "./Play.svelte";
import ScoreDetails from "./ScoreDetails.svelte";

export const module: GameModule = {
  Play,
  replay: () => import("./Replay.svelte"),
  ScoreDetails,
  narrate: narrate as Narrate,
  flights: flights as Motions["flights"],
  asDealt,
  advise: () => import("./advise"),
};
