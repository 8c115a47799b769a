// A pad that several people write on: what they wrote comes here, what was written here goes there, whenever there is a
// way. Nothing is lost without one: it stays on the device, and is said again until it was heard.
import { RefusedError, refusedIn } from "../api";
import { token } from "../identity";
import type { SharedPad } from "../wire";
import type { Operation, Pad } from "./door";

export type Standing = "live" | "away" | "gone" | "full";

/** What a shared pad needs of whoever shows it. */
export interface Desk {
  pad(): Pad;
  /** Takes what others wrote. */
  take(pad: Pad): void;
  tell(standing: Standing, waiting: number): void;
}

async function request(method: string, path: string, signal: AbortSignal | null, body?: string): Promise<SharedPad | null> {
  let response: Response;
  try {
    const headers = { authorization: `Bearer ${token()}`, "content-type": "application/json" };
    response = await fetch(path, { method, headers, signal, ...(body === undefined ? {} : { body }) });
  } catch {
    throw new RefusedError({ code: "unreachable", message: "the server cannot be reached" }, 0);
  }
  if (response.status === 204) return null;
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok && answer !== null) return answer as SharedPad;
  throw new RefusedError(refusedIn(answer, response.status), response.status);
}

const at = (id: string) => `/api/pads/${encodeURIComponent(id)}`;
export const found = (pad: Pad) => request("POST", "/api/pads", null, JSON.stringify(pad));
export const look = (id: string) => request("GET", at(id), null);

/** The first pause after a failure, and the longest, in ms. */
const PAUSES = [500, 15_000] as const;

/** Keeps a pad and the server's copy of it alike, until it is closed. */
export class Sharing {
  #closed = false;
  #waiting = new AbortController();
  #heard = new Set<string>();
  #tag: string | null = null;
  #failures = 0;
  #wake: (() => void) | null = null;
  readonly #again = () => this.wake();

  constructor(readonly id: string, readonly desk: Desk) {
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

  /** Something was written here, or there may be a way again. */
  wake(): void {
    this.#failures = 0;
    this.#waiting.abort();
    this.#wake?.();
  }

  #unheard(): Operation[] {
    return this.desk.pad().operations.filter(({ id }) => !this.#heard.has(id));
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
        this.desk.tell(gone ? "gone" : refused?.status === 413 ? "full" : "away", this.#unheard().length);
        await this.#pause(gone ? PAUSES[1] : Math.min(PAUSES[1], PAUSES[0] * 2 ** this.#failures++));
      }
    }
  }

  async #exchange(): Promise<void> {
    this.#waiting = new AbortController();
    const unheard = this.#tag === null ? [] : this.#unheard();
    // What is on its way is not called back: only the waiting is.
    const answer =
      unheard.length > 0
        ? await request("POST", `${at(this.id)}/operations`, null, JSON.stringify({ ...this.desk.pad(), operations: unheard }))
        : await request("GET", at(this.id) + (this.#tag === null ? "" : `?after=${this.#tag}`), this.#tag === null ? null : this.#waiting.signal);
    if (this.#closed) return;
    if (answer !== null) {
      const pad = answer.pad as Pad;
      this.#heard = new Set(pad.operations.map(({ id }) => id));
      this.#tag = answer.tag;
      this.desk.take(pad);
    }
    this.desk.tell("live", this.#unheard().length);
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
