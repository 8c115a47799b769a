// A hint on the table, as a style sheet.
import type { Advice } from "../games/advice";

const within = (selectors: readonly string[]) => selectors.map((selector) => `.play ${selector}`).join(", ");

/** Returns the style sheet that lifts the cards of a hint in the hand, and rings all it concerns. */
export function drawn({ cards, others = [] }: Pick<Advice, "cards" | "others">): string {
  const ringed = [...cards.map((card) => `[data-card="${card}"]`), ...others];
  if (ringed.length === 0) return "";
  const lifted = cards.map((card) => `[data-hand-card="${card}"]`);
  return `${within(ringed)} { outline: 4px solid var(--gold); outline-offset: 1px; } ${lifted.length === 0 ? "" : `${within(lifted)} { translate: 0 -12px; }`}`;
}
