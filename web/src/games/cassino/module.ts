// The module of Cassino.
import type { Motions } from "../../table/session.svelte";
import Play from "../capture/Play.svelte";
import type { GameModule } from "../game-module";
import { asDealt, flights } from "./flights";
import { cassino } from "./game";

export const module: GameModule = { Play, replay: () => import("../capture/Replay.svelte"), capture: cassino, narrate: cassino.narrate, flights: flights as Motions["flights"], asDealt, advise: () => import("./advise") };
