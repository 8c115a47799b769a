// The module of Speed.
import type { Narrate } from "../../table/log";
import type { Motions } from "../../table/session.svelte";
import type { GameModule } from "../game-module";
import { asDealt, back, flights } from "./flights";
import { narrate } from "./narrate";
import Play from "./Play.svelte";

export const module: GameModule = {
  Play,
  replay: () => import("./Replay.svelte"),
  narrate: narrate as Narrate,
  flights: flights as Motions["flights"],
  asDealt,
  race: { back },
  keys: [["1 … 5", "help.speed.cards"], ["F ←", "help.speed.left"], ["J →", "help.speed.right"], ["Space", "help.speed.flip"]],
};
