// What a game draws of a session, derived once: the table, whose turn it is, what may be done, what was refused.
import { facesFor, namedFacts, type Style } from "../cards/names";
import type { Frame, Seat, TableInfo, View } from "../house/wire";
import { refusalWords, rulesWord, say } from "../words/words";
import { playerName } from "./players";
import type { TableSession } from "./session.svelte";
import { bottomSeat, mayAct, type TableState } from "./state";

const NOTHING: readonly string[] = [];

/** Nobody looks at it before the house has told of the table. */
export class SessionView {
  readonly session: TableSession;
  readonly #faces: () => Style;

  constructor(session: TableSession, faces: () => Style) {
    this.session = session;
    this.#faces = faces;
  }

  readonly #state: TableState = $derived.by(() => this.session.state);
  readonly info: TableInfo = $derived(this.#state.info!);
  readonly frame: Frame = $derived(this.#state.frame!);
  /** What we may see; each game knows it for its own. */
  readonly view: View = $derived(this.frame.view!);
  readonly bottom: Seat = $derived(bottomSeat(this.info));
  readonly style: Style = $derived.by(() => facesFor(this.#faces()));
  readonly turn: boolean = $derived(mayAct(this.#state));
  readonly legal: readonly string[] = $derived(this.turn ? this.frame.legal : NOTHING);
  readonly pending = $derived(this.#state.pending);
  readonly sent = $derived(this.#state.sent);
  readonly sealed = $derived(this.#state.sealed);
  readonly countedAt = $derived(this.#state.countedAt);
  readonly log = $derived(this.#state.log);
  readonly queued = $derived(this.#state.queued);
  /** Whether a card may be chosen for when it is our turn. */
  readonly mayQueue: boolean = $derived(this.frame.phase === "playing" && this.info.you !== null);
  /** What may be typed here. */
  readonly commandExample: string = $derived(rulesWord(`command.example.${this.info.game}`) ?? "");
  readonly refusal = $derived(this.#state.refusal);
  readonly refusalText: string | null = $derived.by(() => {
    if (this.refusal === null) return null;
    const { refused } = this.refusal;
    const sentence = refusalWords(refused, namedFacts(refused.params, this.style));
    return refused.reason === "not-understood" ? `${sentence} ${say("command.try", { what: this.commandExample })}` : sentence;
  });
  /** Whose turn it is, when it is not ours; empty when it is nobody's. */
  readonly othersTurn: string = $derived(this.frame.actors[0] === undefined || this.info.ended !== null ? "" : say("turn.other", { name: playerName(this.info, this.frame.actors[0]) }));
}
