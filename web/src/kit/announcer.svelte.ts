// Announcements for screen readers: turns, errors and results. The page has one live region for them.

/** Time that an announcement stays, in milliseconds; long enough for every screen reader. */
const SPOKEN = 2_000;

class Announcer {
  text = $state("");
  #odd = false;

  #clock: ReturnType<typeof setTimeout> | undefined;

  /** Announces a sentence to screen readers. An invisible character varies a repeat, so that it is read again. */
  say(sentence: string): void {
    this.#odd = !this.#odd;
    this.text = sentence + (this.#odd ? "\u00a0" : "");
    // Cleared afterwards, so that no stale announcement is found later.
    clearTimeout(this.#clock);
    this.#clock = setTimeout(() => (this.text = ""), SPOKEN);
  }
}

export const announcer = new Announcer();
