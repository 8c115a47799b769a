// What a family of games tells the shared table about itself.
import type { Component } from "svelte";
import type { Style } from "../../cards/names";
import type { Narrate } from "../../table/log";
import type { Layout } from "../../layout/solve";
import type { Capture, Event, Holding, Seat, TableInfo } from "../../house/wire";
import type { Act } from "./acts";

/** What the views of these games have in common; the rest only their own board looks at. */
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
  /** Changes with every deal, so that places start anew. */
  deal: number;
  /** Items of the table that may be tapped; null when none is asked for. */
  tappable?: ReadonlySet<string> | null;
  tapped?: readonly string[];
  hinted?: ReadonlySet<string>;
  dropTarget?: string | null;
  onTap?: (item: string) => void;
}

/** What the shared table of these games is drawn with. */
export interface CaptureProps { capture?: CaptureGame | undefined }

export interface CaptureGame {
  /** Draws the zones of the table cards. */
  Board: Component<BoardProps>;
  /** How many loose cards lie on the table, and whether there are builds beside them. */
  lying: (view: CaptureView) => number;
  builds: boolean;
  /** A word about where the deal stands. */
  note: (view: CaptureView) => string | null;
  /** What a button for an action says. */
  Choice: Component<{ act: Act; style: Style }>;
  /** The same in words. */
  choiceLabel: (act: Act, style: Style) => string;
  /** What was just played, in short. */
  Last: Component<{ event: Event; style: Style }>;
  /** The events that are plays. */
  plays: ReadonlySet<string>;
  narrate: Narrate;
  read: (action: string) => Act;
  /** Of the acts of a chosen card, those that are offered as buttons. */
  offered: (acts: readonly Act[], tapped: readonly string[]) => Act[];
  /** What dropping a card on an item (or on the table, when null) means, after others were tapped. */
  dropped: (legal: readonly string[], card: string, onto: string | null, tapped: readonly string[], view: CaptureView) => { act: string } | { choose: string[] } | { ask: string };
  /** An action that is not legal, for the server to say why; null where nothing is asked. */
  attempt: (card: string, items: readonly string[], view: CaptureView) => string | null;
  /** What the card and the items come to, while they are chosen. */
  sum: (card: string, items: readonly string[], view: CaptureView) => number | null;
  /** The cards of an item. */
  cardsOf: (item: string) => string[];
  /** What lies on the table, in words; empty when nothing does. */
  describeTable: (view: CaptureView, info: TableInfo, style: Style) => string;
  /** Whether a seat does not play in this deal. */
  sitsOut: (view: CaptureView, seat: Seat) => boolean;
}
