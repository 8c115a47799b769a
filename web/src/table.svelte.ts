// One open table: its state, fed by the socket through the stage, and the things a player can do at it.
import { connect, type Connection, type Socket, type Wire } from "./socket";
import { token } from "./identity";
import { present, type Presenter } from "./presenter";
import { Stage } from "./stage.svelte";
import type { Move, Pace } from "./motion";
import { mayAct, newTable, tell, type TableState } from "./table";
import type { Event, Frame, Notice, Seat } from "./wire";

/** In a race nothing moves longer than this, and nothing waits. */
const AT_ONCE: Pace = { own: 90, other: 90, look: 0, gather: 90, stagger: 10, deal: 90, sweep: 90, breath: 0 };

/** How the cards of a game move. */
export interface Motions {
  /** What the cards do when something happens. */
  moves: (event: Event) => Move[];
  /** In a game without turns nobody waits for motion; a card that came too late goes back like this. */
  race?: { back: (action: string, seat: Seat) => Move[] };
  /** A table seen for the first time, as if it were dealt before our eyes; only for show. */
  asDealt: (frame: Frame) => Move[];
}

export class Table {
  readonly state: TableState;
  readonly stage = new Stage();
  connection: Connection = $state("connecting");
  /** Whether everything told has been shown to its end: only then may something cover the table. */
  resting = $state(true);
  #socket: Socket;
  #presenter: Presenter<Notice>;
  #stop: () => void;
  #motionsOf: (game: string) => Motions | null;

  constructor(table: string, motionsOf: (game: string) => Motions | null) {
    this.#motionsOf = motionsOf;
    this.state = $state(newTable(table));
    this.#presenter = present(
      (notice, atOnce) => this.#show(notice, atOnce),
      (resting) => (this.resting = resting),
    );
    this.#socket = connect({
      dial: () => new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`) as Wire,
      token,
      hear: (notice) => this.#presenter.push(notice),
      change: (connection) => (this.connection = connection),
    });
    this.#socket.watch(table);
    const hurry = () => this.#socket.hurry();
    addEventListener("online", hurry);
    this.#stop = () => removeEventListener("online", hurry);
  }

  async #show(notice: Notice, atOnce: boolean): Promise<number> {
    if (notice.tell !== "played" && notice.tell !== "dealt" && notice.tell !== "table") {
      const back = notice.tell === "refused" ? this.#back(notice.id ?? "") : [];
      if (back.length === 0) tell(this.state, notice);
      else await this.stage.change(back, this.state.info?.you ?? null, () => tell(this.state, notice), AT_ONCE);
      return 0;
    }
    const known = this.state.frame?.version;
    const moves = atOnce ? [] : this.#moves(notice);
    // After a lost connection the same frame comes again; nothing moves then.
    const races = this.#motions()?.race !== undefined;
    const pace = races ? AT_ONCE : undefined;
    const time = await this.stage.change(moves, this.state.info?.you ?? null, () => tell(this.state, notice), pace);
    if (notice.tell === "table" && known !== undefined) this.#sendAgain();
    // Whoever races is shown what has happened when it has happened.
    return atOnce || races ? 0 : time;
  }

  #motions(): Motions | null {
    const { info } = this.state;
    return info === null ? null : this.#motionsOf(info.game);
  }

  /** The way back of a card that was shown before it was answered. */
  #back(id: string): Move[] {
    const sent = this.state.sent.find((sent) => sent.id === id && sent.shown);
    const seat = this.state.info?.you;
    return sent === undefined || seat == null ? [] : (this.#motions()?.race?.back(sent.action, seat) ?? []);
  }

  #moves(notice: Extract<Notice, { frame: Frame }>): Move[] {
    const info = notice.tell === "table" ? notice.info : this.state.info;
    const motions = info === null ? null : this.#motionsOf(info.game);
    if (motions === null) return [];
    if (notice.tell !== "table") return notice.events.flatMap(motions.moves);
    return this.state.frame === null ? motions.asDealt(notice.frame) : [];
  }

  /** What got lost with the connection. The version makes sure that an action acts once; to go on twice is as good as once. */
  #sendAgain(): void {
    const { pending, frame, info, continued } = this.state;
    if (continued && info?.you != null && !info.ready.includes(info.you)) this.#goOn();
    if (pending === null || frame === null || frame.version !== pending.version) return;
    this.#send(pending.id, pending.action, pending.version);
  }

  #send(id: string, action: string, version: number): void {
    this.#socket.send({ do: "play", table: this.state.table, version, action, id });
  }

  /** Ends all motion and shows what is known: called by every input. */
  flush(): void {
    this.stage.cut();
    this.#presenter.flush();
  }

  play(action: string): boolean {
    if (!mayAct(this.state)) return false;
    const id = crypto.randomUUID();
    const version = this.state.frame!.version;
    this.state.pending = { id, action, version, since: Date.now() };
    this.state.refusal = null;
    this.state.queued = null;
    this.#send(id, action, version);
    return true;
  }

  /** In a race: sends an action without waiting for the answer to another; `moves` show it at once, if there are any. */
  race(action: string, moves: readonly Move[]): void {
    const { info, frame } = this.state;
    if (info?.you == null || frame?.phase !== "playing") return;
    const id = crypto.randomUUID();
    this.#send(id, action, frame.version);
    const sent = { id, action, shown: moves.length > 0 };
    void this.stage.change(moves, info.you, () => this.state.sent.push(sent), AT_ONCE);
  }

  queue(card: string | null): void {
    this.state.queued = card;
  }

  sit(seat: number, name: string): void {
    this.#socket.send({ do: "sit", table: this.state.table, seat, name });
  }

  goOn(): void {
    if (this.state.continued) return;
    this.state.continued = true;
    this.#goOn();
  }

  #goOn(): void {
    this.#socket.send({ do: "continue", table: this.state.table });
  }

  forgetRefusal(): void {
    this.state.refusal = null;
  }

  close(): void {
    this.#stop();
    this.#presenter.stop();
    this.stage.cut();
    this.#socket.close();
  }
}
