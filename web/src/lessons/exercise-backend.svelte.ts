// An exercise as a backend with one table. The learner plays at it as at any other; all other actions come
// from the record.
import { RefusedError, refusedBy, type Backend, type Link, type Listener, type TableCommand } from "../backend/backend";
import { PartInWorker } from "../backend/part-in-worker";
import { settings } from "../kit/settings.svelte";
import type { Coached, ExerciseStep, Snapshot, Learn, Place, TableInfo } from "../backend/wire";
import type { Exercise } from "./exercises";

/** Pause between two automatic actions, in milliseconds. */
const PAUSE = 900;
const START: Place = { deal: 0, entry: 0 };

const nowhere = () => Promise.reject(new RefusedError({ code: "no-table", message: "an exercise is played alone" }, 404));

export class ExerciseBackend implements Backend {
  readonly notesHints = false;
  /** State of the exercise; null before it has begun. */
  coached: Coached | null = $state.raw(null);
  /** Index of the current remark at this position of the record. */
  reading = $state(0);
  /** Answer to the last try. */
  told: Record<string, string> | "not-this" | null = $state.raw(null);
  /** Whether the learner made a mistake or asked for a hint. */
  helped = $state(false);
  /** Reason why the exercise could not be loaded. */
  failed: string | null = $state(null);
  readonly #exercise: string;
  readonly #table: string;
  readonly #module: PartInWorker;
  #on: Listener | null = null;
  #clock: ReturnType<typeof setTimeout> | undefined;
  #moves = 0;

  constructor(exercise: Exercise) {
    this.#exercise = JSON.stringify(exercise);
    this.#table = exercise.id;
    this.#module = new PartInWorker(`play-${exercise.record.game}`);
  }

  /** The current remark, or null. */
  readonly remark = $derived(this.coached?.remarks[this.reading] ?? null);
  /** Whether the exercise waits for the learner to read a remark. */
  readonly mayGoOn: boolean = $derived.by(() => {
    const { coached, reading } = this;
    if (coached === null) return false;
    if (reading + 1 < coached.remarks.length) return true;
    return !coached.waits && !coached.over && coached.remarks.length > 0 && coached.snapshot.phase === "playing";
  });
  readonly over: boolean = $derived(this.coached?.over === true && this.reading + 1 >= this.coached.remarks.length);

  /** Shows the next remark. After the last one the others play. */
  goOn(): void {
    if (!this.mayGoOn) return;
    if (this.reading + 1 < this.coached!.remarks.length) this.reading += 1;
    else void this.#go();
  }

  stop(): void {
    clearTimeout(this.#clock);
    this.#on = null;
    this.#module.stop();
  }

  games = () => Promise.resolve([]);
  check = () => Promise.resolve({ options: {}, overrides: {} });
  reach = () => Promise.resolve({ address: null });
  open = nowhere;
  replay = nowhere;
  record = nowhere;

  join(_: string, on: Listener): Link {
    this.#on = on;
    void this.#begin();
    return { send: (command) => this.#send(command), reconnectNow() {}, close: () => this.stop() };
  }

  #ask(learn: Learn): Promise<Coached> {
    return this.#module.ask({ about: "exercise", exercise: this.#exercise, at: this.coached?.at ?? START, learn });
  }

  async #begin(): Promise<void> {
    try {
      const coached = await this.#ask({ do: "begin" });
      this.#on?.link("open");
      this.#on?.notice({ type: "table", info: this.#info(coached), snapshot: this.#snapshot(coached), log: [] });
      this.#stand(coached);
    } catch (error) {
      this.failed = String(error);
    }
  }

  #send(command: TableCommand): boolean {
    if (command.type === "play") void this.#try({ do: "try", action: command.action }, command.id);
    else if (command.type === "textAction") void this.#try({ do: "type", line: command.line }, command.id);
    else if (command.type === "hint") void this.#hint(command.version, command.id);
    // The learner has left the scoring.
    else if (command.type === "continue" && this.coached?.snapshot.phase === "scored" && !this.coached.over) void this.#go();
    return true;
  }

  async #try(learn: Learn, id: string): Promise<void> {
    const table = this.#table;
    try {
      const coached = await this.#ask(learn);
      this.told = coached.right === false ? (coached.told ?? "not-this") : null;
      if (coached.happened === null) {
        this.helped = true;
        this.#on?.notice({ type: "refused", table, id, code: "not-looked-for", message: "that is allowed, but is not the solution" });
        return;
      }
      this.#tell(coached, coached.happened, id);
    } catch (error) {
      this.#on?.notice({ type: "refused", table, id, ...refusedBy(error) });
    }
  }

  async #hint(version: number, id: string): Promise<void> {
    const table = this.#table;
    this.helped = true;
    try {
      const { hint } = await this.#ask({ do: "hint" });
      if (hint !== null) this.#on?.notice({ type: "hint", table, id, version, ...hint });
    } catch (error) {
      this.#on?.notice({ type: "refused", table, id, ...refusedBy(error) });
    }
  }

  async #go(): Promise<void> {
    const move = (this.#moves += 1);
    try {
      const coached = await this.#ask({ do: "goOn" });
      if (move === this.#moves && coached.happened !== null) this.#tell(coached, coached.happened, null);
    } catch (error) {
      this.failed = String(error);
    }
  }

  #tell(coached: Coached, { seat, action, events }: ExerciseStep, id: string | null): void {
    const [table, snapshot] = [this.#table, this.#snapshot(coached)];
    if (seat === null || action === null) this.#on?.notice({ type: "dealt", table, events, snapshot });
    else this.#on?.notice({ type: "played", table, seat, action, events, snapshot, id });
    this.#stand(coached);
  }

  /** Sets the state. If it waits for no input, it continues after a pause. */
  #stand(coached: Coached): void {
    this.coached = coached;
    this.reading = 0;
    clearTimeout(this.#clock);
    if (coached.waits || coached.over || coached.remarks.length > 0 || coached.snapshot.phase === "scored") return;
    this.#clock = setTimeout(() => void this.#go(), PAUSE);
  }

  /** Returns the snapshot. The learner may act only when the record waits for it. */
  #snapshot({ snapshot, waits, over, exercise }: Coached): Snapshot {
    // An exercise ends after its last deal, even if the match would go on.
    if (over && snapshot.phase === "scored") return { ...snapshot, phase: "over" };
    return waits ? snapshot : { ...snapshot, legal: [], actors: snapshot.actors.filter((actor) => actor !== exercise.seat) };
  }

  #info({ exercise }: Coached): TableInfo {
    const { game, preset, options, seats, seat, names } = exercise;
    const chairs = Array.from({ length: seats }, (_, chair): TableInfo["chairs"][number] =>
      chair === seat
        ? { kind: "person", name: settings.name, connected: true, away: null, substitute: null, left: false }
        : { kind: "bot", bot: "", name: names[chair] ?? "" },
    );
    return {
      table: this.#table, game, preset: preset ?? "", options, seats, chairs, ready: [], you: seat, commitment: "", restarts: 0, window: 3000, stake: null,
      payments: null, countdown: null, absence: 0, ending: [], ended: null, next: null, diverged: null, timeControl: null, clocks: [], host: null, day: null, unverifiedDeals: 0,
    };
  }
}
