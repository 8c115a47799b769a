// The play of a replay as one line: the cards dealt, what is played and by whom first, and how far each step is along it.
import type { BridgeView, Replay, Seat } from "../../house/wire";
import { openCards } from "../../table/holding";
import { readContract, type Strain } from "./calls";

export interface Line {
  hands: string[][];
  dealer: Seat;
  vulnerable: [boolean, boolean];
  /** What is played and who leads first; null when nothing is played. */
  played: { strain: Strain; leader: Seat } | null;
  cards: string[];
  /** The cards played before each step, the start among them; none while the auction goes on. */
  along: (number | null)[];
  /** The step after which each card lies on the table. */
  steps: number[];
}

export function lineOf(replay: Replay): Line {
  const start = replay.start.view as BridgeView;
  const line: Line = {
    hands: start.hands.map((hand) => [...openCards(hand)]),
    dealer: start.dealer,
    vulnerable: start.vulnerable,
    played: null,
    cards: [],
    along: [],
    steps: [],
  };
  for (const [index, { events, view }] of [replay.start, ...replay.steps].entries()) {
    for (const event of events) {
      if (event.event !== "played") continue;
      line.cards.push(event.card);
      line.steps.push(index);
    }
    const contract = readContract((view as BridgeView).contract);
    const leader = (view as BridgeView).trick.leader;
    if (line.played === null && contract !== null && leader !== null) line.played = { strain: contract.strain, leader };
    line.along.push(contract === null ? null : line.cards.length);
  }
  return line;
}
