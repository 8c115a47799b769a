// What every table that is played at does while it waits for an answer, and when the answer is no.
import { untrack } from "svelte";
import { announcer } from "../announcer.svelte";
import type { Table } from "../table.svelte";
import type { refusalWords } from "../words";

/** The answer is usually here before anybody notices; only one that takes longer is shown as pending. */
const NOTICED = 250;

type Refused = Parameters<typeof refusalWords>[0];

export class Answers {
  /** Whether an answer is late. */
  slow = $state(false);

  constructor(table: () => Table, words: (refused: Refused) => string, cardOf: (action: string) => string | null) {
    $effect(() => {
      this.slow = false;
      if (table().state.pending === null) return;
      const clock = setTimeout(() => (this.slow = true), NOTICED);
      return () => clearTimeout(clock);
    });
    $effect(() => {
      const { refusal } = table().state;
      if (refusal === null) return;
      untrack(() => {
        table().stage.shake(cardOf(refusal.action) ?? "");
        announcer.say(words(refusal.refused));
      });
    });
  }
}
