// What a game gives the page: how it is played, watched, told, and how its cards move.
import type { Component } from "svelte";
import type { Style } from "../cards/names";
import type { House } from "../house/house";
import type { Replay, TableInfo, View } from "../house/wire";
import type { Stage } from "../motion/stage.svelte";
import type { PlayProps } from "../parts/play-controller.svelte";
import type { Narrate } from "../table/log";
import type { LogLine } from "../table/state";
import type { Motions } from "../table/session.svelte";
import type { CaptureProps } from "./capture/capture-game";

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
  Play: Component<PlayProps & CaptureProps>;
  Replay: Component<ReplayProps & CaptureProps>;
  /** What stands above the counting of a deal. */
  ScoreDetails?: Component<{ info: TableInfo; view: View }> | undefined;
  /** What stands below it, for whoever wants to know more of the deal. */
  Afterwards?: Component<{ info: TableInfo; view: View; log: readonly LogLine[]; deal: number; over: boolean }> | undefined;
  narrate: Narrate;
  /** Whether a review solves its cards with open hands, and does not judge what is said before they are played. */
  isSolved?: boolean;
  /** The keys only this game has, each with the key of its text. */
  keys?: readonly [string, string][];
}
