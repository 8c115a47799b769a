// One open table: its state, fed by the socket through the stage, and the things a player can do at it.
import { connect, type Connection, type Socket, type Wire } from "./socket";
import { token } from "./identity";
import { present, type Presenter } from "./presenter";
import { Stage } from "./stage.svelte";
import { mayAct, newTable, tell, type TableState } from "./table";
import type { Event, Frame, Notice } from "./wire";

export class Table {
  readonly state: TableState;
  readonly stage = new Stage();
  connection: Connection = $state("connecting");
  /** Whether everything told has been shown to its end: only then may something cover the table. */
  resting = $state(true);
  #socket: Socket;
  #presenter: Presenter<Notice>;
  #stop: () => void;

  constructor(table: string) {
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
    const told = "events" in notice ? notice.events : notice.tell === "table" && this.state.frame === null ? asDealt(notice.frame) : [];
    const events: Event[] = atOnce ? [] : told;
    const known = this.state.frame?.version;
    const moves = notice.tell === "played" || notice.tell === "dealt" || notice.tell === "table";
    if (!moves) {
      tell(this.state, notice);
      return 0;
    }
    // After a lost connection the same frame comes again; nothing moves then.
    const time = await this.stage.change(events, this.state.info?.you ?? null, () => tell(this.state, notice));
    if (notice.tell === "table" && known !== undefined) this.#sendAgain();
    return atOnce ? 0 : time;
  }

  /** An action that got lost with the connection: the version makes sure that it acts once. */
  #sendAgain(): void {
    const { pending, frame } = this.state;
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

  queue(card: string | null): void {
    this.state.queued = card;
  }

  sit(seat: number, name: string): void {
    this.#socket.send({ do: "sit", table: this.state.table, seat, name });
  }

  goOn(): void {
    if (this.state.continued) return;
    this.state.continued = this.#socket.send({ do: "continue", table: this.state.table });
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

/** A table seen for the first time before anything was taken is dealt before our eyes; it is only for show. */
function asDealt({ phase, view }: Frame): Event[] {
  if (phase !== "playing" || view === null || view.piles.some((pile) => pile.length > 0)) return [];
  const hands = view.hands.map((hand, seat): Event => ({ event: "dealt", seat, hand }));
  return [...hands, { event: "laidOut", cards: view.table }];
}
