// The fishing games for the shared table.
import { cardList, cardName } from "../../cards/names";
import type { CaptureGame } from "../capture/capture-game";
import type { Narrate } from "../../table/log";
import type { FishingView } from "../../backend/wire";
import { say } from "../../words/words";
import { dropped, readAction } from "./actions";
import Choice from "./Choice.svelte";
import Board from "./Board.svelte";
import Last from "./Last.svelte";
import { narrate } from "./narrate";

export const fishing: CaptureGame = {
  Board,
  lying: (view) => (view as FishingView).table.length,
  builds: false,
  note: () => null,
  Choice,
  Last,
  choiceLabel: ({ card, items }, style) =>
    items === null
      ? say("choice.lay", { card: cardName(card, style) })
      : items.length === 0
        ? say("choice.keep", { card: cardName(card, style) })
        : say("choice.take", { card: cardName(card, style), taken: cardList(items, style) }),
  plays: new Set(["laid", "captured"]),
  narrate: narrate as Narrate,
  read: readAction,
  offered: (acts) => [...acts],
  dropped,
  // Cards that cannot be captured are dimmed, and a tap has no effect.
  attempt: () => null,
  sum: () => null,
  cardsOf: (item) => [item],
  describeTable: (view, _info, style) => cardList((view as FishingView).table, style),
  sitsOut: (view, seat) => !(view as FishingView).playing.includes(seat),
};
