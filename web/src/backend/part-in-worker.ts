// A module in a worker of its own, which answers one question after another.
import { RefusedError } from "./backend";
import type { Numbered, NumberedAnswer } from "./ask-worker";
import type { Part } from "./offline";
import type { ApiError } from "./wire";

export class PartInWorker {
  readonly #worker = new Worker(new URL("./ask-worker.ts", import.meta.url), { type: "module" });
  readonly #waiting = new Map<number, { answer: (answer: unknown) => void; fail: (why: Error) => void }>();
  #asked = 0;

  constructor(readonly part: Part) {
    this.#worker.addEventListener("message", ({ data }: MessageEvent<NumberedAnswer>) => {
      const waiting = this.#waiting.get(data.number);
      this.#waiting.delete(data.number);
      if ("failed" in data) waiting?.fail(new Error(data.failed));
      else waiting?.answer(data.answer);
    });
    this.#worker.addEventListener("error", (event) => {
      for (const { fail } of this.#waiting.values()) fail(new Error(event.message));
      this.#waiting.clear();
    });
  }

  /** Returns the answer. Throws a `RefusedError` if the module refuses. */
  async ask<Answer extends object>(question: unknown): Promise<Answer> {
    const number = (this.#asked += 1);
    const answered = new Promise<unknown>((answer, fail) => this.#waiting.set(number, { answer, fail }));
    this.#worker.postMessage({ part: this.part, number, question } satisfies Numbered);
    const answer = (await answered) as Answer | { refused: ApiError } | { error: string };
    if ("refused" in answer) throw new RefusedError(answer.refused, 422);
    if ("error" in answer) throw new Error(answer.error);
    return answer;
  }

  stop(): void {
    this.#worker.terminate();
  }
}
