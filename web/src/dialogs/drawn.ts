// The marks of a hint or a review on the table, as a style sheet, because a table redraws its cards.
import { onDestroy } from "svelte";
import type { Advice } from "../games/advice";

/** The kind of a mark: a hint at the player's own table, or a play of a reviewed match in its replay. */
export type Marked = "hint" | "played" | "better";

const TABLE: Record<Marked, string> = { hint: ".play", played: ".replay", better: ".replay" };
const RING: Record<Marked, string> = { hint: "solid var(--gold)", played: "dashed var(--alt)", better: "solid var(--gold)" };

/** Returns the style sheet that rings all that an advice concerns. A hint also lifts its cards in the hand. */
export function drawn({ cards, others = [] }: Pick<Advice, "cards" | "others">, marked: Marked = "hint"): string {
  const within = (selectors: readonly string[]) => selectors.map((selector) => `${TABLE[marked]} ${selector}`).join(", ");
  const ringed = [...cards.map((card) => `[data-card="${card}"]`), ...others];
  if (ringed.length === 0) return "";
  const lifted = marked === "hint" ? cards.map((card) => `[data-hand-card="${card}"]`) : [];
  return `${within(ringed)} { outline: 4px ${RING[marked]}; outline-offset: 1px; } ${lifted.length === 0 ? "" : `${within(lifted)} { translate: 0 -12px; }`}`;
}

/** Returns a style sheet of the page that goes with the calling component. Call it while the component is made. */
export function ownSheet(): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  document.adoptedStyleSheets.push(sheet);
  onDestroy(() => (document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet)));
  return sheet;
}
