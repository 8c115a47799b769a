// Asks a part of the house beside the page, which goes on drawing.
import { opened, type Part } from "./offline";

/** A question to a part of the house, by its number. */
export interface Numbered {
  part: Part;
  number: number;
  question: unknown;
}
/** What it was answered, or why it could not be. */
export type NumberedAnswer = { number: number; answer: unknown } | { number: number; failed: string };

addEventListener("message", (event: MessageEvent<Numbered>) => {
  const { part, number, question } = event.data;
  void opened(part).then((ask) => ask<unknown>(question)).then(
    (answer) => postMessage({ number, answer } satisfies NumberedAnswer),
    (error: unknown) => postMessage({ number, failed: String(error) } satisfies NumberedAnswer),
  );
});
