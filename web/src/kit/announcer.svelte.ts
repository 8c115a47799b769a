// What is said at once to people who listen: whose turn it is, errors, results. One region for the whole page.

/** Long enough for every reader to have taken it up. */
const SPOKEN = 2_000;

class Announcer {
  text = $state("");
  #odd = false;

  #clock: ReturnType<typeof setTimeout> | undefined;

  /** A repeat is varied by an invisible character, so that it is read again. */
  say(sentence: string): void {
    this.#odd = !this.#odd;
    this.text = sentence + (this.#odd ? "\u00a0" : "");
    // What was said is not what is: nobody should find it later, when it is no longer so.
    clearTimeout(this.#clock);
    this.#clock = setTimeout(() => (this.text = ""), SPOKEN);
  }
}

export const announcer = new Announcer();
