// One tab stop for a group of cards. The arrow keys move within it.
import { arrowTo } from "../kit/keyboard";

export class RovingFocus {
  /** The element that contains the cards, for `bind:this`. */
  group: HTMLElement | undefined = $state();
  #at = $state(0);
  readonly #names: () => readonly string[];
  readonly #attribute: string;
  readonly #perRow: number | undefined;

  /**
   * `names`: the cards in order, each the value of `attribute` of its button. `perRow`: the step of the up
   * and down arrows; without it they do nothing.
   */
  constructor(names: () => readonly string[], attribute: string, perRow?: number) {
    this.#names = names;
    this.#attribute = attribute;
    this.#perRow = perRow;
  }

  get #current(): number {
    return Math.max(0, Math.min(this.#at, this.#names().length - 1));
  }

  /** Returns the `tabindex` of a card. */
  readonly tabIndex = (name: string): 0 | -1 => (this.#names().indexOf(name) === this.#current ? 0 : -1);

  /** Whether the focus is on one of the cards. */
  readonly isWithin = () => this.group?.contains(document.activeElement) ?? false;

  /** Stores the card that received the focus. */
  readonly rest = (name: string) => {
    this.#at = this.#names().indexOf(name);
  };

  /** Focuses the n-th card, if there is one. `options` as for an element's `focus`. */
  readonly focusCard = (index: number, options?: FocusOptions): string | null => {
    const name = this.#names()[index];
    if (name === undefined) return null;
    this.#at = index;
    this.group?.querySelector<HTMLElement>(`[${this.#attribute}="${name}"]`)?.focus(options);
    return name;
  };

  /** Focuses the last focused card, or the last one that is left. */
  readonly refocus = () => void this.focusCard(this.#current);

  /** Handles `onkeydown` of every card. */
  readonly arrows = (event: KeyboardEvent) => {
    const next = arrowTo(event.key, this.#current, this.#names().length, this.#perRow);
    if (next === null) return;
    event.preventDefault();
    this.focusCard(next);
  };
}
