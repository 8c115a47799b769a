// The play of a replay as a line: the hands, the contract's strain and the leader, and the progress at each
// step.
import type { BridgeView, Replay, Seat } from "../../backend/wire";
import { openCards } from "../../table/holding";
import { readContract, type Strain } from "./calls";

export interface Line {
  hands: string[][];
  dealer: Seat;
  vulnerable: [boolean, boolean];
  /** Strain and first leader; null if the deal was passed out. */
  played: { strain: Strain; leader: Seat } | null;
  cards: string[];
  /** Number of played cards before each step, including the start; null during the auction. */
  along: (number | null)[];
  /** The step after which each card is on the table. */
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
