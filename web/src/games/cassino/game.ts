// Cassino for the shared table.
import { cardList, cardName } from "../../cards/names";
import type { Narrate } from "../../table/log";
import { playerName } from "../../table/players";
import type { CaptureGame } from "../capture/capture-game";
import type { CassinoView } from "../../backend/wire";
import { say } from "../../words/words";
import { attempt, cardsOf, dropped, offered, readAction, sum } from "./actions";
import Choice from "./Choice.svelte";
import Board from "./Board.svelte";
import Last from "./Last.svelte";
import { builtName, narrate } from "./narrate";

export const cassino: CaptureGame = {
  Board,
  lying: (view) => (view as CassinoView).loose.length,
  builds: true,
  note: (view) => (view.stock === 0 ? say("table.lastPacket") : null),
  Choice,
  Last,
  choiceLabel: (act, style) => {
    const { sign, announced } = readAction(act.action);
    const card = cardName(act.card, style);
    const items = cardList((act.items ?? []).flatMap(cardsOf), style);
    if (sign === "") return say("choice.trail", { card });
    return sign === "x" ? say("choice.take", { card, taken: items }) : say("choice.build", { card, joined: items, built: builtName(announced) });
  },
  plays: new Set(["trailed", "captured", "built"]),
  narrate: narrate as Narrate,
  read: readAction,
  offered,
  dropped: (legal, card, onto, tapped, view) => dropped(legal, card, onto, tapped, view as CassinoView),
  attempt: (card, items, view) => attempt(card, items, view as CassinoView),
  sum: (card, items, view) => sum(card, items, view as CassinoView),
  cardsOf,
  describeTable: (shown, info, style) => {
    const view = shown as CassinoView;
    const builds = view.builds.map(({ value, controller, cards }) => {
      const owner = controller === info.you ? say("table.build.yours") : say("table.build.other", { name: playerName(info, controller) });
      return say("table.build", { value, owner, cards: cardList(cards, style) });
    });
    return [cardList(view.loose, style), ...builds].filter((part) => part !== "").join(". ");
  },
  sitsOut: () => false,
};
