// An open table: its state, fed by a backend through the stage, and the player's commands.
import type { Backend, Link, LinkState, TableNotice } from "../backend/backend";
import { present, type Presenter } from "./presenter";
import { Stage } from "../motion/stage.svelte";
import type { Flight, Pace } from "../motion/flights";
import { apply, HINT, mayAct, newTable, type Pending, type TableState } from "./state";
import type { Event, Snapshot, Phrase, Seat, TableInfo } from "../backend/wire";

/** Pace in a race, in milliseconds: motions are short, and none delays the next. */
const AT_ONCE: Pace = { own: 90, other: 90, look: 0, gather: 90, stagger: 10, deal: 90, sweep: 90, breath: 0 };

/** Card motions of a game. */
export interface Motions {
  /** Returns the flights of the cards for an event. */
  flights: (event: Event) => Flight[];
  /**
   * Options of a game without turns, where play does not wait for motions. `back` returns a rejected card
   * to its place.
   */
  race?: { back: (action: string, seat: Seat) => Flight[] };
  /** Returns the flights of a deal, to show a table that is seen for the first time. Only for show. */
  asDealt: (snapshot: Snapshot) => Flight[];
  /** Replaces the ids of cards by their names in an example of a command, and the names by the ids in a typed line. */
  cardNames?: Record<"show" | "read", (line: string, info: TableInfo) => string>;
}

export class TableSession {
  /** State shown on the table. Each notice replaces it; nothing inside changes, so Svelte needs no proxies. */
  state: TableState;
  readonly stage = new Stage();
  connection: LinkState = $state("connecting");
  /** Whether every notice has been shown to its end. Dialogs open over the table only then. */
  resting = $state(true);
  /**
   * Whether the player has asked for a rematch. If so, the page moves on to the next table with the others.
   */
  wantsRematch = $state(false);
  /** Listener for each notice before it is shown, with its flights. */
  heard: ((notice: TableNotice, flights: readonly Flight[]) => void) | null = null;
  readonly #name = `${crypto.getRandomValues(new Uint32Array(2)).join(".")}.`;
  #sent = 0;
  #link: Link;
  #presenter: Presenter<TableNotice>;
  #stop: () => void;
  #motions: Motions | null = null;
  #motionsOf: (game: string) => Motions | null | Promise<Motions | null>;

  constructor(readonly backend: Backend, table: string, motionsOf: (game: string) => Motions | null | Promise<Motions | null>) {
    this.#motionsOf = motionsOf;
    this.state = $state.raw(newTable(table));
    this.#presenter = present(
      (notice, atOnce) => this.#show(notice, atOnce),
      (resting) => (this.resting = resting),
    );
    this.#link = backend.join(table, {
      notice: (notice) => this.#presenter.push(notice),
      link: (connection) => (this.connection = connection),
    });
    const reconnect = () => this.#link.reconnectNow();
    addEventListener("online", reconnect);
    this.#stop = () => removeEventListener("online", reconnect);
  }

  /** Returns a unique id. Without TLS, as in a local network, a browser has no `randomUUID`. */
  #nextId(): string {
    return `${this.#name}${(this.#sent += 1)}`;
  }

  #update(change: Partial<TableState>): void {
    this.state = { ...this.state, ...change };
  }

  async #show(notice: TableNotice, atOnce: boolean): Promise<number> {
    if (notice.type !== "played" && notice.type !== "dealt" && notice.type !== "table") {
      const back = notice.type === "refused" ? this.#back(notice.id ?? "") : [];
      if (back.length === 0) this.#apply(notice);
      else await this.stage.change(back, this.state.info?.you ?? null, () => this.#apply(notice), AT_ONCE);
      return 0;
    }
    if (notice.type === "table") this.#motions = await this.#motionsOf(notice.info.game);
    const known = this.state.snapshot?.version;
    const flights = atOnce ? [] : this.#flights(notice);
    this.heard?.(notice, flights);
    // After a reconnect the same snapshot comes again; then nothing moves.
    const races = this.#motions?.race !== undefined;
    const pace = races ? AT_ONCE : undefined;
    const time = await this.stage.change(flights, this.state.info?.you ?? null, () => this.#apply(notice), pace);
    if (notice.type === "table" && known !== undefined) this.#sendAgain();
    // In a race every event is shown at once.
    return atOnce || races ? 0 : time;
  }

  #apply(notice: TableNotice): void {
    this.state = apply(this.state, notice);
  }

  /** Returns the flight back of a card that was shown before its action was answered. */
  #back(id: string): Flight[] {
    const sent = this.state.sent.find((sent) => sent.id === id && sent.shown);
    const seat = this.state.info?.you;
    return sent === undefined || seat == null ? [] : (this.#motions?.race?.back(sent.action, seat) ?? []);
  }

  #flights(notice: Extract<TableNotice, { snapshot: Snapshot }>): Flight[] {
    const motions = this.#motions;
    if (motions === null) return [];
    if (notice.type !== "table") return notice.events.flatMap(motions.flights);
    return this.state.snapshot === null ? motions.asDealt(notice.snapshot) : [];
  }

  /**
   * Sends again what was lost with the connection. Every repeat is safe. The version makes an action count
   * once. "Continue" can be said twice. The next table is created once for all. Only the later of two hints
   * is answered. A sealed answer is repeated too: a restarted server has lost it, and otherwise the last
   * answer of a seat counts.
   */
  #sendAgain(): void {
    const { pending, sealed, snapshot, info, continued, refusal, awaitsHint } = this.state;
    if (continued && info?.you != null && !info.ready.includes(info.you)) this.#goOn();
    // A finished match may be in progress again if the server has lost its end.
    this.wantsRematch &&= info?.ended != null || snapshot?.phase === "over";
    if (this.wantsRematch && refusal === null && info?.next === null) this.#link.send({ type: "rematch" });
    if (awaitsHint) this.#askHint();
    // Both are valid only for the version that is shown.
    if (pending !== null) this.#send(pending);
    else if (sealed !== null) this.#send({ ...sealed, id: this.#nextId(), line: undefined });
  }

  #send({ id, action, line, version }: Omit<Pending, "since">): void {
    this.#link.send(line === undefined ? { type: "play", version, action, id } : { type: "textAction", version, line, id });
  }

  /** Ends all motion and shows the current state. Every input calls it. A race has no motion to end. */
  flush(): void {
    if (this.#motions?.race !== undefined) return;
    this.stage.cut();
    this.#presenter.flush();
  }

  play(action: string, line?: string): boolean {
    if (!mayAct(this.state)) return false;
    const pending = { id: this.#nextId(), action, line, version: this.state.snapshot!.version, since: Date.now() };
    this.#update({ pending, refusal: null, queued: null });
    this.#send(pending);
    return true;
  }

  /** Returns an example of a command as a player can type it. */
  example(line: string): string {
    return this.#motions?.cardNames?.show(line, this.state.info!) ?? line;
  }

  /** Sends a typed command. The backend parses it. */
  command(typed: string): boolean {
    const line = this.#motions?.cardNames?.read(typed, this.state.info!) ?? typed;
    return this.#motions?.race === undefined ? this.play("", line) : this.race("", [], line);
  }

  /** Sends an action of a race without waiting for the answer to an earlier one. `flights` show it at once. */
  race(action: string, flights: readonly Flight[], line?: string): boolean {
    const { info, snapshot } = this.state;
    if (info?.you == null || snapshot?.phase !== "playing") return false;
    const id = this.#nextId();
    this.#send({ id, action, line, version: snapshot.version });
    const sent = { id, action, shown: flights.length > 0 };
    void this.stage.change(flights, info.you, () => this.#update({ sent: [...this.state.sent, sent] }), AT_ONCE);
    return true;
  }

  queue(card: string | null): void {
    if (card !== this.state.queued) this.#update({ queued: card });
  }

  sit(seat: number, name: string): void {
    this.#link.send({ type: "sit", seat, name });
  }

  /**
   * Asks for a rematch with the same players. The notice names the next table; the request is repeated after
   * a reconnect.
   */
  rematch(): void {
    this.forgetRefusal();
    this.wantsRematch = true;
    this.#link.send({ type: "rematch" });
  }
  /** Lets a bot play for a player who has been away for long. */
  substitute(seat: Seat): void {
    this.#link.send({ type: "substitute", seat });
  }
  /** Agrees to end the match as it stands, or withdraws the agreement. */
  end(agree: boolean): void {
    this.#link.send({ type: "end", agree });
  }
  resign(): void {
    this.#link.send({ type: "resign" });
  }
  /** Leaves this player's chair, or frees that of another player. */
  stand(seat: Seat): void {
    this.#link.send({ type: "stand", seat });
  }
  /** Claims the win against a player who left. */
  claim(): void {
    this.#link.send({ type: "claim" });
  }
  /** Waits longer for a player who left. */
  wait(seat: Seat): void {
    this.#link.send({ type: "wait", seat });
  }
  /** Sends a phrase to the others. */
  say(phrase: Phrase): void {
    this.#link.send({ type: "say", phrase });
  }
  /**
   * Asks for a hint. The answer, or the refusal, appears in the state. The returned function cancels the
   * request.
   */
  hint(): () => void {
    this.#update({ awaitsHint: true });
    this.#askHint();
    return () => this.#update({ awaitsHint: false });
  }
  #askHint(): void {
    const { snapshot } = this.state;
    if (snapshot !== null) this.#link.send({ type: "hint", version: snapshot.version, id: HINT });
  }
  /** Undoes this player's last action, if that is allowed. The server then sends the whole table. */
  undo(): void {
    this.flush();
    const { snapshot } = this.state;
    if (snapshot?.undo !== true) return;
    this.queue(null);
    this.#link.send({ type: "undo", version: snapshot.version, id: "undo" });
  }
  /** Reactivates a player whose clock has run out. */
  isHere(): void {
    this.#goOn();
  }

  goOn(): void {
    if (this.state.continued) return;
    this.#update({ continued: true });
    this.#goOn();
  }

  #goOn(): void {
    this.#link.send({ type: "continue" });
  }

  forgetRefusal(): void {
    if (this.state.refusal !== null) this.#update({ refusal: null });
  }

  close(): void {
    this.#stop();
    this.#presenter.stop();
    this.stage.cut();
    this.#link.close();
  }
}
