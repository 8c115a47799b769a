// How large cards are on this screen.
import type { CardSize } from "../kit/settings.svelte";

const FACTOR: Record<CardSize, number> = { small: 0.85, normal: 1, large: 1.15 };

/** Widths of a card in the hand and on the table; both are shrunk further where they do not fit. */
export function cardSizes(width: number, height: number, size: CardSize): { hand: number; table: number } {
  const [hand, table] = width < 700 ? [64, 60] : width < 1100 ? [88, 84] : [104, 96];
  // The hand stays in the bottom 35 %, with the row of choices above it.
  const highest = ((height * 0.35 - 60) * 5) / 7;
  const fit = (card: number) => Math.round(Math.max(40, Math.min(card * FACTOR[size], highest)));
  return { hand: fit(hand), table: fit(table) };
}
