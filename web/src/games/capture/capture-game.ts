// Interface of a capturing game to the shared table.
import type { Component } from "svelte";
import type { Style } from "../../cards/names";
import type { Narrate } from "../../table/log";
import type { Layout } from "../../layout/solve";
import type { Capture, Event, Holding, Seat, TableInfo } from "../../backend/wire";
import type { Act } from "./acts";

/** Fields common to the views of these games. Only the game's board uses the others. */
export interface CaptureView {
  hands: Holding[];
  stock: number;
  turn: Seat | null;
  dealer: Seat;
  piles: string[][];
  sweeps: string[][];
  lastCapture: Capture | null;
}

export interface BoardProps {
  layout: Layout;
  info: TableInfo;
  view: CaptureView;
  bottom: Seat;
  style: Style;
  /** Number of the deal. It changes with every deal and resets the positions of cards. */
  deal: number;
  /** Items that may be tapped; null if no choice is asked for. */
  tappable?: ReadonlySet<string> | null;
  tapped?: readonly string[];
  hinted?: ReadonlySet<string>;
  /** The card laid by the last play, which is marked until the next. */
  laid?: string | null;
  dropTarget?: string | null;
  onTap?: (item: string) => void;
}

/** Props of the table component that Scopa, Wall Street and Cassino share. */
export interface CaptureProps { capture?: CaptureGame | undefined }

export interface CaptureGame {
  /** Draws the zones of the table cards. */
  Board: Component<BoardProps>;
  /** Number of loose cards on the table, and whether the game has builds. */
  lying: (view: CaptureView) => number;
  builds: boolean;
  /** Note about the state of the deal. */
  note: (view: CaptureView) => string | null;
  /** Content of an action's button. */
  Choice: Component<{ act: Act; style: Style }>;
  /** Label of the button, in words. */
  choiceLabel: (act: Act, style: Style) => string;
  /** Short description of the last play. */
  Last: Component<{ event: Event; style: Style; by: "you" | "other" }>;
  /** Names of the events that are plays. */
  plays: ReadonlySet<string>;
  narrate: Narrate;
  read: (action: string) => Act;
  /** Returns the actions of a selected card that get a button. */
  offered: (acts: readonly Act[], tapped: readonly string[]) => Act[];
  /** Returns the meaning of dropping a card on an item, or on the table if null, after tapping others. */
  dropped: (legal: readonly string[], card: string, onto: string | null, tapped: readonly string[], view: CaptureView) => { act: string } | { choose: string[] } | { ask: string };
  /** Returns an illegal action to get the server's reason; null if there is none to ask for. */
  attempt: (card: string, items: readonly string[], view: CaptureView) => string | null;
  /** Returns the sum of a card and the selected items. */
  sum: (card: string, items: readonly string[], view: CaptureView) => number | null;
  /** Returns the cards of an item. */
  cardsOf: (item: string) => string[];
  /** Describes the cards on the table; empty if there are none. */
  describeTable: (view: CaptureView, info: TableInfo, style: Style) => string;
  /** Whether a seat does not play in this deal. */
  sitsOut: (view: CaptureView, seat: Seat) => boolean;
}
