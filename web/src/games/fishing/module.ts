// The module of Scopa and Wall Street.
import type { Motions } from "../../table/session.svelte";
import Play from "../capture/Play.svelte";
import type { GameModule } from "../game-module";
import { asDealt, flights } from "./flights";
import { fishing } from "./game";

export const module: GameModule = { Play, replay: () => import("../capture/Replay.svelte"), capture: fishing, narrate: fishing.narrate, flights: flights as Motions["flights"], asDealt, advise: () => import("./advise") };
