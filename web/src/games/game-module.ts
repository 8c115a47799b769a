// Interface of a game to the page: play, replay, sentences, and motion of cards.
import type { Component } from "svelte";
import type { Style } from "../cards/names";
import type { Backend } from "../backend/backend";
import type { Replay, TableInfo, View } from "../backend/wire";
import type { Stage } from "../motion/stage.svelte";
import type { PlayProps } from "../parts/play-controller.svelte";
import type { Narrate } from "../table/log";
import type { LogLine } from "../table/state";
import type { Motions } from "../table/session.svelte";
import type { Advise } from "./advice";
import type { CaptureProps } from "./capture/capture-game";

export interface ReplayProps {
  replay: Replay;
  step: number;
  faces: Style;
  stage: Stage;
  deal: number;
  totals: readonly number[];
  sides: readonly number[];
  backend: Backend;
  /** Goes to a step of this deal. */
  onStep: (step: number) => void;
}
// A table sends the views and events of its game only, so a module may cast to its own types.
export interface GameModule extends Motions, CaptureProps {
  Play: Component<PlayProps & CaptureProps>;
  /** Loads the step of a finished match. A table does not need it. */
  replay: () => Promise<{ default: Component<ReplayProps & CaptureProps> }>;
  /** Shown above the scoring of a deal. */
  ScoreDetails?: Component<{ info: TableInfo; view: View }> | undefined;
  /** Details of a deal, shown below its scoring. */
  Afterwards?: Component<{ info: TableInfo; view: View; log: readonly LogLine[]; deal: number; over: boolean }> | undefined;
  narrate: Narrate;
  /** Returns the line under the name of the game, instead of the number of the deal, for a game of one deal. */
  heading?: (view: View) => string;
  /** Loads the function that words the hints, with their texts. A race has no hints. */
  advise?: () => Promise<{ advise: Advise }>;
  /** Whether a review solves the card play with open hands, and does not evaluate the auction. */
  isSolved?: boolean;
  /** Keys that only this game has, each with the key of its text. */
  keys?: readonly [string, string][];
}
