// Behaviour shared by the tables of all games: keys, reading aloud, waiting for an answer, showing a refusal,
// and keeping the keyboard focus in the hand.
import { untrack } from "svelte";
import { announcer } from "../kit/announcer.svelte";
import { keyCommandOf, type ReadCommand } from "../kit/keyboard";
import type { SessionView } from "../table/session-view.svelte";

export interface PlayProps {
  table: SessionView;
  /** Whether an overlay covers the table and takes the keys. */
  covered: boolean;
  onHelp: () => void;
  onCommand: () => void;
}

/** Hand of cards as it is drawn. */
export interface DrawnHand {
  focusCard(index: number, options?: FocusOptions): string | null;
  holdsFocus(): boolean;
  refocus(): void;
}

export interface PlayedGame {
  /** Returns the card of an action. It shakes if the action is refused. */
  cardOf(action: string): string | null;
  /** Selects a typed card that can be played in several ways. The message about it stays. */
  choose?(card: string): void;
  hand(): DrawnHand | undefined;
  /** Called with a new snapshot, but not with the same snapshot after a reconnect. */
  onSnapshot(): void;
  /** Returns the effect of a key that only this game has, or null. */
  ownKey?(event: KeyboardEvent): (() => void) | null;
  /** Called with the number of a card that was typed. */
  onDigit(index: number): void;
  /** Clears the selection of cards. */
  clear(): void;
  /** Texts that a screen reader reads aloud, by command. */
  read: Record<ReadCommand, () => string>;
}

/** Delay before an action is shown as pending, in milliseconds. Most answers come earlier. */
const NOTICED = 250;

export class PlayController {
  /** Whether an answer is late. */
  slow = $state(false);
  readonly #props: () => PlayProps;
  readonly #game: PlayedGame;
  #keepsFocus = false;
  /** Whether the player has pressed a key. Without one, a ring round a card would look like a choice. */
  #hasKeys = false;

  constructor(props: () => PlayProps, game: PlayedGame) {
    this.#props = props;
    this.#game = game;
    const table = $derived(props().table);
    $effect(() => {
      this.slow = false;
      if (table.pending === null) {
        // The focused card is gone.
        if (this.#keepsFocus && document.activeElement === document.body) game.hand()?.refocus();
        this.#keepsFocus = false;
        return;
      }
      const clock = setTimeout(() => (this.slow = true), NOTICED);
      return () => clearTimeout(clock);
    });
    $effect(() => {
      const { refusal } = table;
      if (refusal === null) return;
      untrack(() => {
        table.session.stage.shake(game.cardOf(refusal.action) ?? "");
        announcer.say(table.refusalText ?? "");
        if (refusal.refused.reason === "choice") game.choose?.(refusal.refused.params?.card ?? "");
      });
    });
    const version = $derived(table.snapshot.version);
    $effect(() => {
      void version;
      untrack(() => game.onSnapshot());
    });
  }

  play(action: string): boolean {
    const held = this.#game.hand()?.holdsFocus() ?? false;
    if (!this.#props().table.session.play(action)) return false;
    this.#keepsFocus = held;
    return true;
  }

  /**
   * Focuses the hand after a scoring, when the focus is nowhere, for players with a keyboard. It waits for
   * the table to be drawn; otherwise the longest task would include another layout.
   */
  focusHand(): void {
    requestAnimationFrame(() => document.activeElement === document.body && this.#game.hand()?.focusCard(0, this.#hasKeys ? undefined : { focusVisible: false }));
  }

  readonly onkeydown = (event: KeyboardEvent): void => {
    this.#hasKeys = true;
    const { table, covered, onHelp, onCommand } = this.#props();
    if (covered || event.repeat) return;
    const own = this.#game.ownKey?.(event) ?? null;
    const command = own === null ? keyCommandOf(event) : null;
    if (own === null && command === null) return;
    table.session.flush();
    event.preventDefault();
    if (command === null) own?.();
    else if (command.command === "card") this.#game.onDigit(command.index);
    else if (command.command === "help") onHelp();
    else if (command.command === "commandLine") onCommand();
    else if (command.command === "clear") this.#game.clear();
    else announcer.say(this.#game.read[command.command]());
  };

  readonly onpointerdowncapture = (event: PointerEvent): void => {
    this.#props().table.session.flush();
    // A tap on empty space clears the selection.
    if (!(event.target as Element).closest("button, a, input, [data-keeps-choice]")) this.#game.clear();
  };
}
