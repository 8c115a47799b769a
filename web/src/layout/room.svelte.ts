// The space of a table on the page, measured by one observer, and the layout computed for it.
import { settings, type CardSize } from "../kit/settings.svelte";
import { solve, type Layout, type Room } from "./solve";
import type { Arrangement } from "./zones";

const SCALE: Record<CardSize, number> = { small: 0.75, normal: 1, large: 1.25, huge: 1.6 };

export class TableRoom {
  #width = $state(0);
  #height = $state(0);
  readonly #arrangements: () => readonly Arrangement[];
  readonly #clocked: () => boolean;
  readonly #finger = matchMedia("(pointer: coarse)").matches;

  constructor(arrangements: () => readonly Arrangement[], clocked: () => boolean) {
    this.#clocked = clocked;
    this.#arrangements = arrangements;
  }

  /** Attachment of the element that the table fills. */
  readonly hold = (element: HTMLElement): (() => void) => {
    const look = () => {
      this.#width = element.clientWidth;
      this.#height = element.clientHeight;
    };
    const observer = new ResizeObserver(look);
    observer.observe(element);
    look();
    return () => observer.disconnect();
  };

  readonly #room: Room = $derived.by(() => ({
    width: this.#width,
    height: this.#height,
    root: parseFloat(getComputedStyle(document.documentElement).fontSize) || 16,
    scale: SCALE[settings.cardSize],
    touch: this.#finger,
    clocked: this.#clocked(),
    rtl: document.documentElement.dir === "rtl",
  }));

  /** Null until the space is measured. */
  readonly layout: Layout | null = $derived.by(() => (this.#width === 0 || this.#height === 0 ? null : solve(this.#arrangements(), this.#room)));
}
