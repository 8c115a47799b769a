// Asks the module that plays, beside the page, which goes on drawing.
import { opened } from "./offline";

/** A question, by its number. */
export interface Numbered {
  number: number;
  question: unknown;
}
/** What it was answered, or why it could not be. */
export type NumberedAnswer = { number: number; answer: unknown } | { number: number; failed: string };

addEventListener("message", (event: MessageEvent<Numbered>) => {
  const { number, question } = event.data;
  void opened("play").then((ask) => ask<unknown>(question)).then(
    (answer) => postMessage({ number, answer } satisfies NumberedAnswer),
    (error: unknown) => postMessage({ number, failed: String(error) } satisfies NumberedAnswer),
  );
});
