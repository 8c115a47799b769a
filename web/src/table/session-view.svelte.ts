// The values that a game draws from a session, derived once: the table, the turn, the legal actions and the
// refusal.
import { facesFor, namedFacts, type Style } from "../cards/names";
import type { Snapshot, Seat, TableInfo, View } from "../backend/wire";
import { refusalWords, rulesWord, say } from "../words/words";
import { playerName } from "./players";
import type { TableSession } from "./session.svelte";
import { bottomSeat, mayAct, type TableState } from "./state";

const NOTHING: readonly string[] = [];

/** Read only after the first notice of the table has arrived. */
export class SessionView {
  readonly session: TableSession;
  readonly #faces: () => Style;

  constructor(session: TableSession, faces: () => Style) {
    this.session = session;
    this.#faces = faces;
  }

  readonly #state: TableState = $derived.by(() => this.session.state);
  readonly info: TableInfo = $derived(this.#state.info!);
  readonly snapshot: Snapshot = $derived(this.#state.snapshot!);
  /** View of this player. Each game casts it to its own type. */
  readonly view: View = $derived(this.snapshot.view!);
  readonly bottom: Seat = $derived(bottomSeat(this.info));
  readonly style: Style = $derived.by(() => facesFor(this.#faces()));
  readonly turn: boolean = $derived(mayAct(this.#state));
  readonly legal: readonly string[] = $derived(this.turn ? this.snapshot.legal : NOTHING);
  readonly pending = $derived(this.#state.pending);
  readonly sent = $derived(this.#state.sent);
  readonly sealed = $derived(this.#state.sealed);
  readonly countedAt = $derived(this.#state.countedAt);
  readonly log = $derived(this.#state.log);
  readonly queued = $derived(this.#state.queued);
  /** Whether a card can be queued for this player's turn. */
  readonly mayQueue: boolean = $derived(this.snapshot.phase === "playing" && this.info.you !== null);
  /** Example of a command for this game. */
  readonly commandExample: string = $derived.by(() => this.session.example((this.style === "french" ? null : rulesWord(`command.example.${this.info.game}.latin`)) ?? rulesWord(`command.example.${this.info.game}`) ?? ""));
  readonly refusal = $derived(this.#state.refusal);
  readonly refusalText: string | null = $derived.by(() => {
    if (this.refusal === null) return null;
    const { refused } = this.refusal;
    const sentence = refusalWords(refused, namedFacts(refused.params, this.style));
    return refused.reason === "not-understood" ? `${sentence} ${say("command.try", { what: this.commandExample })}` : sentence;
  });
  /** Words about whose turn it is, also while our own action is being sent; empty if there is none. */
  readonly othersTurn: string = $derived.by(() => {
    const [first] = this.snapshot.actors;
    if (first === undefined || this.info.ended !== null) return "";
    return first === this.info.you ? say("turn.yours") : say("turn.other", { name: playerName(this.info, first) });
  });
}
