// The places of builds: one row, fanned so that the corner of every card is visible.

export interface BuildRow { card: number; step: number; gap: number; places: { x: number; width: number }[] }

/**
 * Returns the places of builds with these numbers of cards, centred in a row, with cards at most `largest`
 * wide.
 */
export function buildRow(sizes: readonly number[], width: number, height: number, largest: number): BuildRow {
  const least = 14;
  // Space for the badge under the cards.
  const highest = ((height - 26) * 5) / 7;
  // The single pip of a small face is in the middle and should be visible too.
  const shown = (card: number) => card * (card < 72 ? 0.55 : 0.4);
  const total = (card: number) => sizes.reduce((sum, size) => sum + card + (size - 1) * shown(card) + least, -least);
  let card = Math.max(16, Math.floor(Math.min(largest, highest)));
  while (card > 16 && total(card) > width) card -= 1;
  // Spare space goes between the builds, whose badges name the controllers.
  const spare = Math.max(0, width - total(card));
  const gap = least + Math.min(50, spare / Math.max(1, sizes.length));
  let x = Math.max(0, (spare - (gap - least) * (sizes.length - 1)) / 2);
  const places = sizes.map((size) => {
    const place = { x, width: card + (size - 1) * shown(card) };
    x += place.width + gap;
    return place;
  });
  return { card, step: shown(card), gap, places };
}
