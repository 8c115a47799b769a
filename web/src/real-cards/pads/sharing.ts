// Synchronization of a pad with the server's copy. Offline changes stay on the device and are sent again
// until the server confirms them.
import { RefusedError } from "../../backend/backend";
import { request } from "../../backend/request";
import type { SharedPad } from "../../backend/wire";
import type { Operation, Pad } from "./client";

export type Standing = "live" | "away" | "gone" | "full";

/** Callbacks of a shared pad. */
export interface PadHost {
  pad(): Pad;
  /** Merges the changes of others. */
  take(pad: Pad): void;
  /** Called with the state. `unheard`: ids of the operations that the server does not have yet. */
  notify(standing: Standing, unheard: string[]): void;
}

const at = (id: string) => `/api/pads/${encodeURIComponent(id)}`;
export const found = (pad: Pad) => request<SharedPad>("POST", "/api/pads", pad);
export const look = (id: string) => request<SharedPad>("GET", at(id));

/** The first and the longest delay between retries, in milliseconds. */
const PAUSES = [500, 15_000] as const;

/** Synchronizes a pad with the server's copy until it is closed. */
export class Sharing {
  #closed = false;
  #waiting = new AbortController();
  #heard = new Set<string>();
  #tag: string | null = null;
  #failures = 0;
  #wake: (() => void) | null = null;
  readonly #again = () => this.wake();

  /** `unheard`: the unsent operations when the pad was last open. */
  constructor(readonly id: string, readonly host: PadHost, unheard: readonly string[] = []) {
    // The server has all other operations, even if the pad is opened offline.
    this.#heard = new Set(host.pad().operations.flatMap(({ id }) => (unheard.includes(id) ? [] : [id])));
    addEventListener("online", this.#again);
    addEventListener("offline", this.#again);
    void this.#run();
  }

  close(): void {
    this.#closed = true;
    removeEventListener("online", this.#again);
    removeEventListener("offline", this.#again);
    this.wake();
  }

  /** Synchronizes at once, after a change or when the network is back. */
  wake(): void {
    this.#failures = 0;
    this.#waiting.abort();
    this.#wake?.();
  }

  #unheard(): Operation[] {
    return this.host.pad().operations.filter(({ id }) => !this.#heard.has(id));
  }

  async #run(): Promise<void> {
    while (!this.#closed) {
      try {
        await this.#exchange();
        this.#failures = 0;
      } catch (error) {
        if (this.#waiting.signal.aborted) continue;
        const refused = error instanceof RefusedError ? error : null;
        const gone = refused?.status === 404;
        this.host.notify(gone ? "gone" : refused?.status === 413 ? "full" : "away", this.#unheard().map(({ id }) => id));
        await this.#pause(gone ? PAUSES[1] : Math.min(PAUSES[1], PAUSES[0] * 2 ** this.#failures++));
      }
    }
  }

  async #exchange(): Promise<void> {
    this.#waiting = new AbortController();
    const unheard = this.#tag === null ? [] : this.#unheard();
    // Only waiting for changes can be aborted; a request that sends operations is not.
    const answer =
      unheard.length > 0
        ? await request<SharedPad>("POST", `${at(this.id)}/operations`, { ...this.host.pad(), operations: unheard })
        : await request<SharedPad | null>("GET", at(this.id) + (this.#tag === null ? "" : `?after=${this.#tag}`), undefined, this.#tag === null ? null : this.#waiting.signal);
    if (this.#closed) return;
    if (answer !== null) {
      const pad = answer.pad as Pad;
      this.#heard = new Set(pad.operations.map(({ id }) => id));
      this.#tag = answer.tag;
      this.host.take(pad);
    }
    this.host.notify("live", this.#unheard().map(({ id }) => id));
  }

  #pause(ms: number): Promise<void> {
    return new Promise((done) => {
      const clock = setTimeout(done, ms);
      this.#wake = () => {
        clearTimeout(clock);
        done();
      };
    });
  }
}
