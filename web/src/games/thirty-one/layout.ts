// The zones of a table of Thirty-One for two to nine players: the others, the piles, the news, and the
// player's hand.
import type { Chair } from "../../parts/places";
import { chairsAround } from "../../parts/places";
import { LEDGE, type Arrangement, type Level, type Tree, type Zone } from "../../layout/zones";

/**
 * `open`: whether the hands are open. `knocked`: whether the text about a knock is shown. `own`: the content
 * of the bottom, a text for a spectator.
 */
export function arrangements(seats: number, bottom: number, open: boolean, buttons: readonly (readonly number[])[], own: "hand" | "words", knocked: boolean): Arrangement[] {
  const chairs = chairsAround(seats, bottom, false);
  const inStrip = [...chairs].sort((a, b) => a.strip - b.strip);
  // Every player has three cards, so their backs tell nothing that a crowded table needs.
  const plate = ({ seat }: Chair, level: Level, small = false, backs = !small): Zone => ({
    id: `seat-${seat}`, kind: "plate", ems: level > 1 || small ? 3.5 : 7, lines: level > 1 || small ? 2.5 : 1.7, grow: 1,
    cards: open || (level === 0 && backs) ? 3 : 0, strip: open ? (level > 0 ? 0.55 : 1.06) : 0.42, pile: false, beside: false, size: { ratio: open ? 0.5 : 0.4, least: open ? 24 : 18 },
  });
  const piles = (ratio: number, least: number): Zone => ({ id: "piles", kind: "piles", count: 2, size: { ratio, least }, grow: 1 });
  const news = (ems: number, lines: number): Zone => ({ id: "news", kind: "text", ems, lines: lines + (knocked ? 1 : 0) });
  // A replay has no actions. On the smallest tables the news says what to do.
  const task = (ems: number, lines: number, level: Level): Zone[] => (buttons.length === 0 || level > 1 ? [] : [{ id: "task", kind: "text", ems, lines }]);
  const actions: Zone[] = buttons.length === 0 ? [] : [{ id: "actions", kind: "buttons", sets: buttons }];
  const me: Zone = { id: "me", kind: "plate", ems: 9.8, lines: 1.7, cards: 0, strip: 0, pile: false, beside: false, size: { ratio: 0, least: 0 } };
  const value: Zone = { id: "value", kind: "text", ems: 5.4, lines: 1.4, around: 10 };
  const hand: Zone = own === "hand" ? { id: "hand", kind: "hand", most: 4, rows: 1, lift: 14 } : { id: "hand", kind: "text", ems: 18, lines: 2 };
  // For two, there is space for piles that are larger than the cards of the hand.
  const strips = [...new Set([2, 4, 8].map((most) => Math.min(most, seats - 1)))].flatMap((perRow) => (seats > 2 ? [1] : [1.3, 1]).map((large): Arrangement => ({
    // Two rows of four are read at once, even if the cards of the hand are then a little smaller.
    name: `strip${perRow}`, favour: (perRow > 2 ? 0.98 : 0.9) + 0.1 * large,
    tree: (level) => {
      const rows: Tree[] = [];
      const backs = inStrip.length <= 3 * perRow;
      for (let first = 0; first < inStrip.length; first += perRow) rows.push({ across: inStrip.slice(first, first + perRow).map((chair) => plate(chair, level, false, backs)) });
      return { down: [...rows, { ...piles(large, 40), align: 0.6 } as Zone, news(18, level > 1 ? 1.6 : 2), ...task(15, 1.4, level), ...actions, LEDGE, { across: [me, value], hug: true }, hand] };
    },
  })));
  // The narrow plates of many players have what a knock says below the lives.
  const side = (of: Chair["side"], level: Level): Tree[] => chairs.filter((chair) => chair.side === of).sort((a, b) => a.rank - b.rank).map((chair): Zone => (seats > 7 && of !== "top" ? { ...plate(chair, level), lines: 2.6 } as Zone : plate(chair, level)));
  return [
    ...strips,
    {
      // Players around the table, with the player's plate beside the hand.
      name: "around", favour: 1.15, tree: (level) => {
        if (level > 1) return null;
        const top: Tree = { across: side("top", level) };
        const middle: Tree = { down: [...(side("top", level).length > 0 ? [top] : []), piles(1, 40), news(20, 2)], grow: 1 };
        const ring: Tree = seats === 2 ? { down: [top, piles(1, 40), news(20, 2)], grow: 1 } : { across: [{ down: side("left", level) }, middle, { down: side("right", level) }], even: true, grow: 1 };
        return { down: [ring, ...task(15, 1.6, level), ...actions, LEDGE, { across: [{ ...me, along: 1 } as Zone, hand, { ...value, along: 0 } as Zone], even: true, hug: true }] };
      },
    },
    {
      // Low and wide: the other players at both sides, the buttons beside the piles.
      name: "flat", favour: 0.9, tree: (level) => {
        const half = Math.ceil(inStrip.length / 2);
        const column = (from: Chair[]): Tree => (from.length > 2 ? { down: [{ across: from.slice(0, 2).map((chair) => plate(chair, level, true)) }, { across: from.slice(2).map((chair) => plate(chair, level, true)) }] } : { down: from.map((chair) => plate(chair, level, true)) });
        return {
          down: [
            { across: [column(inStrip.slice(0, half)), { ...piles(1, 40), grow: 0 } as Zone, ...(half < inStrip.length ? [column(inStrip.slice(half))] : []), { down: [news(11, knocked ? 3 : 2), ...task(11, 2.6, level), ...actions], grow: 1 }], grow: 1 },
            // Beside a review on a low screen there is no space to centre the hand.
            open && level > 1 ? { across: [{ ...me, ems: 6 } as Zone, hand, value], hug: true } : { across: [{ ...me, along: 1 } as Zone, hand, { ...value, along: 0 } as Zone], even: true, hug: true },
          ],
        };
      },
    },
  ];
}
