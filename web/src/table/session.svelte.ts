// One open table: its state, fed by a house through the stage, and the things a player can do at it.
import type { House, Link, LinkState, TableNotice } from "../house/house";
import { present, type Presenter } from "./presenter";
import { Stage } from "../motion/stage.svelte";
import type { Flight, Pace } from "../motion/flights";
import { apply, HINT, mayAct, newTable, type Pending, type TableState } from "./state";
import type { Event, Frame, Phrase, Seat } from "../house/wire";

/** In a race nothing moves longer than this, and nothing waits. */
const AT_ONCE: Pace = { own: 90, other: 90, look: 0, gather: 90, stagger: 10, deal: 90, sweep: 90, breath: 0 };

/** How the cards of a game move. */
export interface Motions {
  /** What the cards do when something happens. */
  flights: (event: Event) => Flight[];
  /** In a game without turns nobody waits for motion; a card that came too late goes back like this. */
  race?: { back: (action: string, seat: Seat) => Flight[] };
  /** A table seen for the first time, as if it were dealt before our eyes; only for show. */
  asDealt: (frame: Frame) => Flight[];
}

export class TableSession {
  /** Replaced with every notice: it holds whole frames, which need no proxies. */
  state: TableState;
  readonly stage = new Stage();
  connection: LinkState = $state("connecting");
  /** Whether everything told has been shown to its end: only then may something cover the table. */
  resting = $state(true);
  /** Whether we have asked to play again: then we go where everybody goes. */
  wantsRematch = $state(false);
  /** Told of what is about to be shown, with the ways the cards take. */
  heard: ((notice: TableNotice, flights: readonly Flight[]) => void) | null = null;
  readonly #name = `${crypto.getRandomValues(new Uint32Array(2)).join(".")}.`;
  #sent = 0;
  #link: Link;
  #presenter: Presenter<TableNotice>;
  #stop: () => void;
  #motions: Motions | null = null;
  #motionsOf: (game: string) => Motions | null | Promise<Motions | null>;

  constructor(readonly house: House, table: string, motionsOf: (game: string) => Motions | null | Promise<Motions | null>) {
    this.#motionsOf = motionsOf;
    this.state = $state.raw(newTable(table));
    this.#presenter = present(
      (notice, atOnce) => this.#show(notice, atOnce),
      (resting) => (this.resting = resting),
    );
    this.#link = house.join(table, {
      notice: (notice) => this.#presenter.push(notice),
      link: (connection) => (this.connection = connection),
    });
    const reconnect = () => this.#link.reconnectNow();
    addEventListener("online", reconnect);
    this.#stop = () => removeEventListener("online", reconnect);
  }

  /** Nobody has two the same. Without TLS, as among friends in one house, a browser has no `randomUUID`. */
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
    const known = this.state.frame?.version;
    const flights = atOnce ? [] : this.#flights(notice);
    this.heard?.(notice, flights);
    // After a lost connection the same frame comes again; nothing moves then.
    const races = this.#motions?.race !== undefined;
    const pace = races ? AT_ONCE : undefined;
    const time = await this.stage.change(flights, this.state.info?.you ?? null, () => this.#apply(notice), pace);
    if (notice.type === "table" && known !== undefined) this.#sendAgain();
    // Whoever races is shown what has happened when it has happened.
    return atOnce || races ? 0 : time;
  }

  #apply(notice: TableNotice): void {
    this.state = apply(this.state, notice);
  }

  /** The way back of a card that was shown before it was answered. */
  #back(id: string): Flight[] {
    const sent = this.state.sent.find((sent) => sent.id === id && sent.shown);
    const seat = this.state.info?.you;
    return sent === undefined || seat == null ? [] : (this.#motions?.race?.back(sent.action, seat) ?? []);
  }

  #flights(notice: Extract<TableNotice, { frame: Frame }>): Flight[] {
    const motions = this.#motions;
    if (motions === null) return [];
    if (notice.type !== "table") return notice.events.flatMap(motions.flights);
    return this.state.frame === null ? motions.asDealt(notice.frame) : [];
  }

  /**
   * What got lost with the connection. The version makes sure that an action acts once; to go on twice is as good as once, the
   * next table is made once for all who ask, and of two hints the house answers the later. A sealed answer is given again too: a
   * server that has begun again does not know it, and for one that does the last answer of a seat counts.
   */
  #sendAgain(): void {
    const { pending, sealed, frame, info, continued, refusal, awaitsHint } = this.state;
    if (continued && info?.you != null && !info.ready.includes(info.you)) this.#goOn();
    // A match that was over may go on after all, if the server has lost its end.
    this.wantsRematch &&= info?.ended != null || frame?.phase === "over";
    if (this.wantsRematch && refusal === null && info?.next === null) this.#link.send({ type: "rematch" });
    if (awaitsHint) this.#askHint();
    // Either is known for the version that is shown alone.
    if (pending !== null) this.#send(pending);
    else if (sealed !== null) this.#send({ ...sealed, id: this.#nextId(), line: undefined });
  }

  #send({ id, action, line, version }: Omit<Pending, "since">): void {
    this.#link.send(line === undefined ? { type: "play", version, action, id } : { type: "command", version, line, id });
  }

  /** Ends all motion and shows what is known: called by every input. In a race nothing waits, and nothing is cut short. */
  flush(): void {
    if (this.#motions?.race !== undefined) return;
    this.stage.cut();
    this.#presenter.flush();
  }

  play(action: string, line?: string): boolean {
    if (!mayAct(this.state)) return false;
    const pending = { id: this.#nextId(), action, line, version: this.state.frame!.version, since: Date.now() };
    this.#update({ pending, refusal: null, queued: null });
    this.#send(pending);
    return true;
  }

  /** Does what somebody typed. The house reads it: what it means is not known before. */
  command(line: string): boolean {
    return this.#motions?.race === undefined ? this.play("", line) : this.race("", [], line);
  }

  /** In a race: sends an action without waiting for the answer to another; `flights` show it at once, if there are any. */
  race(action: string, flights: readonly Flight[], line?: string): boolean {
    const { info, frame } = this.state;
    if (info?.you == null || frame?.phase !== "playing") return false;
    const id = this.#nextId();
    this.#send({ id, action, line, version: frame.version });
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

  /** Plays again with the same people; the house says where, once it can be reached. */
  rematch(): void {
    this.forgetRefusal();
    this.wantsRematch = true;
    this.#link.send({ type: "rematch" });
  }
  /** Lets a bot play for somebody who has been away for long. */
  substitute(seat: Seat): void {
    this.#link.send({ type: "substitute", seat });
  }
  /** Agrees that the match ends as it stands, or not. */
  end(agree: boolean): void {
    this.#link.send({ type: "end", agree });
  }
  resign(): void {
    this.#link.send({ type: "resign" });
  }
  /** Leaves a chair, or frees that of somebody else. */
  stand(seat: Seat): void {
    this.#link.send({ type: "stand", seat });
  }
  /** Wins against somebody who left. */
  claim(): void {
    this.#link.send({ type: "claim" });
  }
  /** Waits longer for somebody who left. */
  wait(seat: Seat): void {
    this.#link.send({ type: "wait", seat });
  }
  /** Says a few words to the others. */
  say(phrase: Phrase): void {
    this.#link.send({ type: "say", phrase });
  }
  /** Asks what would be good; the answer, or why there is none, is in the state. Ends the waiting for it when called. */
  hint(): () => void {
    this.#update({ awaitsHint: true });
    this.#askHint();
    return () => this.#update({ awaitsHint: false });
  }
  #askHint(): void {
    const { frame } = this.state;
    if (frame !== null) this.#link.send({ type: "hint", version: frame.version, id: HINT });
  }
  /** Takes back what we did last, if that may be: then the house tells the table anew. */
  undo(): void {
    this.flush();
    const { frame } = this.state;
    if (frame?.undo !== true) return;
    this.queue(null);
    this.#link.send({ type: "undo", version: frame.version, id: "undo" });
  }
  /** A sign of life, which wakes up whoever was too slow. */
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
