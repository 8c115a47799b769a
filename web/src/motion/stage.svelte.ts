// The stage measures the places of cards, plays a plan with the Web Animations API, and can skip to its end.
import { tick } from "svelte";
import { keyframes, PACES, plan, type Box, type Flight, type Pace, type Places, type Plan } from "./flights";
import { settings } from "../kit/settings.svelte";
import type { Seat } from "../backend/wire";

export interface FlyingCard { serial: number; card: string | null; box: Box }

export class Stage {
  /** The element that contains all measured cards. */
  root: HTMLElement | null = null;
  /** Cards drawn only while they move, by FlyingCards.svelte. */
  flyingCards: FlyingCard[] = $state([]);
  /** The seat whose sweep is being shown. */
  sweep: Seat | null = $state(null);
  #running: Animation[] = [];
  #clocks: ReturnType<typeof setTimeout>[] = [];
  #serial = 0;

  /** Attachment of the element that contains all measured cards. */
  readonly hold = (element: HTMLElement): (() => void) => {
    this.root = element;
    return () => (this.root = null);
  };

  measure(): Places {
    const cards = new Map<string, Box>();
    const named = new Map<string, Box>();
    if (this.root === null) return { cards, named };
    const origin = this.root.getBoundingClientRect();
    for (const element of this.root.querySelectorAll<HTMLElement>("[data-card]")) {
      cards.set(element.dataset.card!, boxOf(element, origin));
    }
    for (const element of this.root.querySelectorAll<HTMLElement>("[data-location]")) {
      for (const name of element.dataset.location!.split(" ")) named.set(name, boxOf(element, origin));
    }
    return { cards, named };
  }

  /** Applies a change and animates the cards. Resolves to the length of the motion. */
  async change(flights: readonly Flight[], you: Seat | null, apply: () => void, pace?: Pace): Promise<number> {
    this.cut();
    const quiet = settings.motion === "none" || document.hidden;
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const first = this.root === null;
    const before = this.measure();
    apply();
    await tick();
    // A table drawn for the first time measures itself before it draws its cards.
    if (first) await tick();
    if (quiet || this.root === null || (first && flights.length === 0)) return 0;
    const after = this.measure();
    if (still) {
      this.#fadeIn(before, after);
      return flights.length > 0 ? 350 : 0;
    }
    const { motion } = settings;
    if (motion === "none") return 0;
    const made = plan(flights, before, after, you, pace ?? PACES[motion]);
    await this.#play(made, after);
    return made.length;
  }

  async #play(made: Plan, after: Places): Promise<void> {
    const flyingCards = made.paths
      .filter((path) => path.temporary)
      .map((path) => {
        this.#serial += 1;
        const widest = path.stops.reduce((best, { box }) => (box.width > best.width ? box : best), path.stops[0]!.box);
        return { path, serial: this.#serial, card: path.card, box: { ...path.stops[0]!.box, width: widest.width, height: widest.height } };
      });
    this.flyingCards = flyingCards.map(({ serial, card, box }) => ({ serial, card, box }));
    if (flyingCards.length > 0) await tick();
    if (this.root === null) return;
    for (const path of made.paths) {
      if (path.temporary || path.card === null) continue;
      const element = this.root.querySelector<HTMLElement>(`[data-card="${path.card}"]`);
      const home = after.cards.get(path.card);
      if (element !== null && home !== undefined) this.#fly(element, keyframes(path, home, made.length), made.length);
    }
    for (const { path, serial, box } of flyingCards) {
      const element = this.root.querySelector<HTMLElement>(`[data-flying="${serial}"]`);
      if (element !== null) this.#fly(element, keyframes(path, box, made.length), made.length);
    }
    if (made.sweep !== null) {
      const { at, seat } = made.sweep;
      this.#clocks.push(setTimeout(() => (this.sweep = seat), at));
    }
    this.#clocks.push(setTimeout(() => this.cut(), made.length));
  }

  #fly(element: HTMLElement, frames: Keyframe[], length: number): void {
    const last = frames.at(-1)!;
    if ((last.offset ?? 1) < 1) frames.push({ ...last, offset: 1 });
    const first = frames[0]!;
    if ((first.offset ?? 0) > 0) frames.unshift({ ...first, offset: 0 });
    element.style.zIndex = "8";
    const animation = element.animate(frames, { duration: Math.max(1, length), fill: "both" });
    this.#running.push(animation);
  }

  #fadeIn(before: Places, after: Places): void {
    for (const card of after.cards.keys()) {
      if (before.cards.has(card)) continue;
      const element = this.root?.querySelector<HTMLElement>(`[data-card="${card}"]`);
      if (element) this.#running.push(element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 100 }));
    }
  }

  /** Ends all motion. Each card is at its final place. */
  cut(): void {
    for (const clock of this.#clocks.splice(0)) clearTimeout(clock);
    for (const animation of this.#running.splice(0)) {
      const { target } = animation.effect as KeyframeEffect;
      if (target instanceof HTMLElement) target.style.zIndex = "";
      animation.cancel();
    }
    if (this.flyingCards.length > 0) this.flyingCards = [];
    this.sweep = null;
  }

  /** Shakes a card briefly, to show a refusal. */
  shake(card: string): void {
    const element = this.root?.querySelector<HTMLElement>(`[data-card="${card}"]`);
    if (!element || settings.motion === "none") return;
    const frames = matchMedia("(prefers-reduced-motion: reduce)").matches
      ? [{ opacity: 0.4 }, { opacity: 1 }]
      : [0, -6, 6, -4, 0].map((x) => ({ transform: `translateX(${x}px)` }));
    element.animate(frames, { duration: 120 });
  }
}

function boxOf(element: HTMLElement, origin: DOMRect): Box {
  const { x, y, width, height } = element.getBoundingClientRect();
  return { x: x - origin.x, y: y - origin.y, width, height };
}
