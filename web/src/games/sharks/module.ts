// The module of Sharks of Wall Street.
import type { SharksView } from "../../backend/wire";
import type { Narrate } from "../../table/log";
import type { Motions } from "../../table/session.svelte";
import type { GameModule } from "../game-module";
import { asDealt, flights } from "./flights";
import { narrate } from "./narrate";
import { say } from "../../words/words";
import Play from "./Play.svelte";
import { cardNames } from "./sets.svelte";

export const module: GameModule = {
  Play,
  replay: () => import("./Replay.svelte"),
  narrate: narrate as Narrate,
  flights: flights as Motions["flights"],
  asDealt,
  heading: (view) => say("sharks.round", { n: (view as SharksView).round }),
  cardNames,
  advise: () => import("./advise"),
  keys: [["1 … 9", "sharks.help.pick"], ["M", "sharks.help.least"], ["B", "sharks.help.bid"], ["P", "sharks.help.pass"], ["R N", "sharks.help.react"]],
};
