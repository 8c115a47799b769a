// Dragging a card of the hand, from the press to the drop, and its offset meanwhile.

interface Dragged { card: string; id: number; x: number; y: number; dx: number; dy: number; moving: boolean }

/** Callbacks of a card drag. */
export interface Meaning {
  /** Called when the card is over a new target, or with null when the drag has ended. */
  hover(event: PointerEvent | null, card: string): void;
  /**
   * Called when the drag ends, with the distance from its start. Returns whether the card was thrown and now
   * waits there for the answer.
   */
  drop(event: PointerEvent, card: string, dx: number): boolean;
}

/** A smaller movement is a tap, in px. */
const THRESHOLD = 3;

export class CardDrag {
  #meaning: Meaning;
  #drag: Dragged | null = $state(null);
  #thrown: { card: string; dx: number; dy: number } | null = $state(null);
  #dragged = false;

  /** A thrown card stays where it is while its action is pending, and moves on from there. */
  constructor(meaning: Meaning, pending: () => string | null) {
    this.#meaning = meaning;
    $effect(() => {
      if (pending() === null) this.#thrown = null;
    });
  }

  /** Returns the offset of a card from its resting position. */
  way(card: string): { dx: number; dy: number } | null {
    if (this.#drag?.card === card && this.#drag.moving) return this.#drag;
    return this.#thrown?.card === card ? this.#thrown : null;
  }

  press(event: PointerEvent, card: string): void {
    if (event.button !== 0 || this.#drag !== null) return;
    this.#dragged = false;
    this.#drag = { card, id: event.pointerId, x: event.clientX, y: event.clientY, dx: 0, dy: 0, moving: false };
    // Captured from the start, because a quick throw leaves the card before the first move event.
    (event.currentTarget as HTMLElement).setPointerCapture(event.pointerId);
  }

  readonly move = (event: PointerEvent): void => {
    const drag = this.#drag;
    if (drag === null || event.pointerId !== drag.id) return;
    drag.dx = event.clientX - drag.x;
    drag.dy = event.clientY - drag.y;
    if (Math.hypot(drag.dx, drag.dy) > THRESHOLD) drag.moving = true;
    if (drag.moving) this.#meaning.hover(event, drag.card);
  };

  readonly release = (event: PointerEvent): void => {
    if (this.#drag === null || event.pointerId !== this.#drag.id) return;
    const { card, moving, dx, dy } = this.#drag;
    this.#drag = null;
    this.#meaning.hover(null, card);
    if (!moving) return;
    this.#dragged = true;
    if (this.#meaning.drop(event, card, dx)) this.#thrown = { card, dx, dy };
  };

  readonly cancel = (): void => {
    if (this.#drag !== null) this.#meaning.hover(null, this.#drag.card);
    this.#drag = null;
  };

  /** Whether a click is a tap. After a drag it is the end of the drag. */
  isTap(): boolean {
    const tap = !this.#dragged;
    this.#dragged = false;
    return tap;
  }
}

/** Returns the drop target under the pointer. */
export function under(event: PointerEvent): string | null {
  const found = document.elementsFromPoint(event.clientX, event.clientY);
  return found.map((element) => element.closest<HTMLElement>("[data-table-card]")?.dataset.tableCard).find((name) => name !== undefined) ?? null;
}
