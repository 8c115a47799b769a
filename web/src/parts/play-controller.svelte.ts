// What every table that is played at does, whatever the game: keys, reading aloud, waiting for an answer, saying no, and
// keeping whoever plays by keyboard in the hand.
import { untrack } from "svelte";
import { announcer } from "../kit/announcer.svelte";
import { keyCommandOf, type ReadCommand } from "../kit/keyboard";
import type { SessionView } from "../table/session-view.svelte";

export interface PlayProps {
  table: SessionView;
  /** Whether something lies over the table and takes the keys. */
  covered: boolean;
  onHelp: () => void;
  onCommand: () => void;
}

/** A hand that has been drawn. */
export interface DrawnHand {
  focusCard(index: number): string | null;
  holdsFocus(): boolean;
  refocus(): void;
}

export interface PlayedGame {
  /** The card an action plays: it is shaken when the action is refused. */
  cardOf(action: string): string | null;
  /** Chooses a card that was typed and can be played in several ways; why it was not played stays to be read. */
  choose?(card: string): void;
  hand(): DrawnHand | undefined;
  /** A new frame is here; the same one again, after a reconnect, is none. */
  onFrame(): void;
  /** What a key of this game alone does; null when it is none. */
  ownKey?(event: KeyboardEvent): (() => void) | null;
  /** The n-th card is asked for. */
  onDigit(index: number): void;
  /** Takes back what was chosen. */
  clear(): void;
  /** What is read aloud. */
  read: Record<ReadCommand, () => string>;
}

/** The answer is usually here before anybody notices; only one that takes longer is shown as pending. */
const NOTICED = 250;

export class PlayController {
  /** Whether an answer is late. */
  slow = $state(false);
  readonly #props: () => PlayProps;
  readonly #game: PlayedGame;
  #keepsFocus = false;

  constructor(props: () => PlayProps, game: PlayedGame) {
    this.#props = props;
    this.#game = game;
    const table = $derived(props().table);
    $effect(() => {
      this.slow = false;
      if (table.pending === null) {
        // The card that had the focus is gone.
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
    const version = $derived(table.frame.version);
    $effect(() => {
      void version;
      untrack(() => game.onFrame());
    });
  }

  play(action: string): boolean {
    const held = this.#game.hand()?.holdsFocus() ?? false;
    if (!this.#props().table.session.play(action)) return false;
    this.#keepsFocus = held;
    return true;
  }

  /**
   * After a counting the focus is nowhere: whoever plays by keyboard wants it on the hand. Not before the table is drawn:
   * the browser would have to lay it out once more, in the longest task there is.
   */
  focusHand(): void {
    requestAnimationFrame(() => document.activeElement === document.body && this.#game.hand()?.focusCard(0));
  }

  readonly onkeydown = (event: KeyboardEvent): void => {
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
    // A tap beside everything takes a choice back.
    if (!(event.target as Element).closest("button, a, input, [data-keeps-choice]")) this.#game.clear();
  };
}
