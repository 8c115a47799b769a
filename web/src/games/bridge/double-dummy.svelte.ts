// Double-dummy results of a deal, requested on demand: the tricks of every declarer, the cost of each played
// card, and the tricks after each card of a position. Cards can be tried from any position.
import { refusedBy } from "../../backend/backend";
import { solve } from "../../backend/study";
import type { BridgeView, PlayCost, Position, Question, ApiError, Tricks } from "../../backend/wire";
import type { Line } from "./line";

export class DoubleDummy {
  tricks: Tricks | null = $state.raw(null);
  costs: readonly PlayCost[] = $state.raw([]);
  position: Position | null = $state.raw(null);
  problem: ApiError | null = $state.raw(null);
  /** Cards tried from a place in the play; null if none are. */
  tried: readonly string[] | null = $state.raw(null);
  #line: Line | null = null;
  #from = 0;
  #known = new Map<string, Position>();
  #asked = "";

  /** Starts another deal and drops the results of the last. */
  async begin(line: Line): Promise<void> {
    if (this.#line === line) return;
    this.#line = line;
    this.#known.clear();
    this.#asked = "";
    [this.tricks, this.costs, this.position, this.problem, this.tried] = [null, [], null, null, null];
    const { hands, dealer, vulnerable, played, cards } = line;
    await this.#ask<Tricks>(line, { ask: "tricks", hands, dealer, vulnerable }, (tricks) => (this.tricks = tricks));
    if (played === null || cards.length === 0 || this.#line !== line) return;
    await this.#ask<PlayCost[]>(line, { ask: "costs", hands, ...played, play: cards }, (costs) => (this.costs = costs));
  }

  /** Selects the position after this number of cards; null during the auction. */
  async at(cards: number | null): Promise<void> {
    this.tried = null;
    this.#from = cards ?? 0;
    if (cards === null) {
      this.#asked = "";
      this.position = null;
    } else await this.#look([]);
  }

  /** Tries a card, which need not be the one played. */
  async try(card: string): Promise<void> {
    if (!this.position?.cards.some((one) => one.card === card)) return;
    this.tried = [...(this.tried ?? []), card];
    await this.#look(this.tried);
  }
  async takeBack(): Promise<void> {
    const tried = this.tried?.slice(0, -1) ?? [];
    this.tried = tried.length === 0 ? null : tried;
    await this.#look(tried);
  }
  async stop(): Promise<void> {
    this.tried = null;
    await this.#look([]);
  }

  async #look(tried: readonly string[]): Promise<void> {
    const line = this.#line;
    if (line === null || line.played === null) return;
    const play = [...line.cards.slice(0, this.#from), ...tried];
    const key = play.join(" ");
    this.#asked = key;
    const known = this.#known.get(key);
    if (known !== undefined) {
      this.position = known;
      return;
    }
    const { hands, played } = line;
    // Skips the positions that the player only passes through.
    await new Promise((done) => setTimeout(done, 60));
    if (this.#asked !== key || this.#line !== line) return;
    await this.#ask<Position>(line, { ask: "cards", hands, ...played, play }, (position) => {
      this.#known.set(key, position);
      if (this.#asked === key) this.position = position;
    });
  }

  /** Asks the solver, and drops the answer if another deal has started meanwhile. */
  async #ask<Answer extends object>(line: Line, question: Question, on: (answer: Answer) => void): Promise<void> {
    try {
      const answer = await solve<Answer>(question);
      if (this.#line !== line) return;
      on(answer);
      this.problem = null;
    } catch (error) {
      if (this.#line === line) this.problem = refusedBy(error);
    }
  }
}

/** Returns the view of a position. */
export const viewIn = (view: BridgeView, position: Position): BridgeView => ({
  ...view,
  hands: position.hands.map((open) => ({ open })),
  turn: position.turn,
  trick: position.trick,
  lastTrick: position.trick.cards.length === 0 ? position.lastTrick : null,
  tricks: position.tricks,
  claim: null,
  over: position.turn === null,
});
