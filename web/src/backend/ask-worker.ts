// Worker that runs a WebAssembly module, so that the page stays responsive.
import { opened, type Part } from "./offline";

/** Numbered question to a module. */
export interface Numbered {
  part: Part;
  number: number;
  question: unknown;
}
/** The answer, or the reason why there is none. */
export type NumberedAnswer = { number: number; answer: unknown } | { number: number; failed: string };

addEventListener("message", (event: MessageEvent<Numbered>) => {
  const { part, number, question } = event.data;
  void opened(part).then((ask) => ask<unknown>(question)).then(
    (answer) => postMessage({ number, answer } satisfies NumberedAnswer),
    (error: unknown) => postMessage({ number, failed: String(error) } satisfies NumberedAnswer),
  );
});
