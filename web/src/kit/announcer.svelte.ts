// What is said at once to people who listen: whose turn it is, errors, results. One region for the whole page.

class Announcer {
  text = $state("");
  #odd = false;

  /** A repeat is varied by an invisible character, so that it is read again. */
  say(sentence: string): void {
    this.#odd = !this.#odd;
    this.text = sentence + (this.#odd ? "\u00a0" : "");
  }
}

export const announcer = new Announcer();
