// The zones of a capturing game's table: the other players around it, the table cards, any builds, and the
// player's hand.
import { chairsAround, type Chair } from "../../parts/places";
import { LEDGE, type Arrangement, type Level, type Tree, type Zone } from "../../layout/zones";

export interface CaptureTable {
  seats: number;
  bottom: number;
  counterClockwise: boolean;
  /** Maximum number of cards in a hand, and on the table, in this deal. */
  held: number;
  lying: number;
  /** Whether the game has builds. Their row stays free while there are none, so that nothing jumps. */
  builds: boolean;
  /** Whether the other hands are open. */
  open: boolean;
  /** Whether the player can act; false in a replay. */
  acts: boolean;
  /** Whether this is a spectator, who has no hand. */
  watches: boolean;
}

export function arrangements({ seats, bottom, counterClockwise, held, lying, builds, open, acts, watches }: CaptureTable): Arrangement[] {
  const chairs = chairsAround(seats, bottom, counterClockwise);
  const alone = chairs.length === 1 && acts;
  const inStrip = [...chairs].sort((a, b) => a.strip - b.strip);
  const plate = ({ seat }: Chair, level: Level, narrow = false): Zone => ({
    id: `seat-${seat}`, kind: "plate", ems: level > 1 || narrow ? 4.4 : 7.5, lines: level > 1 || narrow ? 2 : 1.2, grow: 1, beside: false,
    cards: open ? held : level > 1 || narrow ? 0 : Math.min(held, level > 0 ? 3 : seats > 3 ? 5 : 10), strip: open ? (level > 0 ? 0.5 : 1.05) : 0.42,
    pile: level < 3, size: { ratio: open ? 0.5 : 0.4, least: open ? 24 : 17, most: 90 },
  });
  const stock: Zone = { id: "stock", kind: "piles", count: 1, size: { ratio: 0.5, least: 24 }, align: 0.5 };
  const cards = (ratio: number, wide = Math.ceil(Math.max(8, lying) / 2)): Zone => ({ id: "table", kind: "grid", most: Math.max(8, lying), columns: 4, wide, size: { ratio, least: 40 }, grow: 1 });
  const table = (ratio: number, wide?: number): Tree => (builds ? { down: [cards(ratio, wide), { id: "builds", kind: "fan", most: 6, strip: 0.55, size: { ratio: ratio * 0.85, least: 40 }, frame: 24 }], grow: 1 } : cards(ratio, wide));
  const said = (ems: number, lines = 2): Zone => ({ id: "said", kind: "text", ems, lines, around: 8 });
  // The text about a build is longer, and beside the hand there is enough height.
  const aside = builds ? said(9, 3.2) : said(8);
  const actions: Zone[] = acts ? [{ id: "actions", kind: "buttons", sets: [[16]] }] : [];
  // With few lines, the last play makes space for a second row of buttons.
  const both: Zone[] = acts ? [{ id: "actions", kind: "text", ems: 14, lines: 1, around: builds && alone ? 44 : 72 }] : [];
  const me: Zone = { id: "me", kind: "plate", ems: 5, lines: 1.2, cards: 0, strip: 0, pile: true, beside: false, size: { ratio: 0.4, least: 20, most: 90 } };
  const hand = (rows: 1 | 2): Zone => (watches ? { id: "hand", kind: "text", ems: 14, lines: 2, grow: 1 } : { id: "hand", kind: "hand", most: held, rows, lift: 14, grow: 1 });
  const side = (of: Chair["side"], level: Level): Zone[] => chairs.filter((chair) => chair.side === of).sort((a, b) => a.rank - b.rank).map((chair) => plate(chair, level));
  // On a phone the stock stands beside the plates if it fits, so that the table cards are centred, and no
  // card is at the edge.
  const blank = (id: string, ems: number): Zone => ({ id, kind: "text", ems, lines: 1, around: 8 });
  const edge = (id: string, around: number): Zone => ({ id, kind: "text", ems: 0, lines: 0, around });
  const top = (level: Level): Tree => ({ across: [{ ...stock, ...(chairs.length === 1 ? { along: 1 } : {}) } as Zone, ...inStrip.map((chair) => plate(chair, level)), ...(chairs.length === 1 ? [edge("edge-top", 8)] : [])], even: chairs.length === 1, hug: chairs.length === 1 });
  const middle: Tree = { across: [edge("edge-left", 4), table(0.95), edge("edge-right", 4)], grow: 1 };
  const beside: Tree[] = [{ ...me, beside: true } as Zone, ...(acts ? [{ ...said(8), grow: 1 } as Zone] : [])];
  // The last play of the one opponent stands beside their pile, and our own beside ours.
  const far = (ems: number, lines = 2): Zone => ({ id: "far", kind: "text", ems, lines, around: 8, along: 0 });
  const opposite = (level: Level, ems: number, said: number): Tree => ({ across: [{ ...stock, along: 1 } as Zone, ...inStrip.map((chair): Zone => ({ ...plate(chair, level), ems: level > 1 ? 4.4 : ems }) as Zone), far(said, 3.4)], even: true, hug: true });
  const facing = (level: Level): Tree => {
    const [chair] = chairs;
    return chair === undefined || !alone
      ? { across: inStrip.map((one) => plate(one, level)) }
      : { across: [{ ...stock, size: { ratio: 0.4, least: 24 }, along: 1 } as Zone, { ...plate(chair, level), ems: 10, beside: true } as Zone, far(11, builds ? 3.2 : 2)], even: true, hug: true };
  };
  const row: Tree = { across: [{ ...stock, along: 1 } as Zone, table(0.95, 7), blank("beside", 1)], even: true, hug: true, grow: 1 };
  const rail: Tree = { across: [{ ...me, along: 1 } as Zone, hand(1), { ...aside, along: 0 } as Zone], even: true, hug: true };
  return [
    // On a phone the last play of the opponent stands beside their pile, our own above the prompt, and our
    // plate on the axis, above the hand.
    // On a tablet the last play has the name. On a phone it is the verb and the card.
    ...[11, 5.2].map((ems): Arrangement => ({ name: ems > 9 ? "facing-named" : "facing", favour: 1.2, tree: (level) => (!alone ? null : { down: [opposite(level, 9, ems), middle, ...both, { across: [{ ...me, beside: true } as Zone] }, { across: [edge("edge-hand-left", 4), hand(1), edge("edge-hand-right", 4)] }, edge("edge-bottom", 1)] }) })),
    // On a low phone our own last play stands beside our plate.
    { name: "facing-low", favour: 1.06, tree: (level) => (!alone ? null : { down: [opposite(level, 7.5, 4.8), middle, ...actions, { across: beside }, { across: [edge("edge-hand-left", 4), hand(1), edge("edge-hand-right", 4)] }] }) },
    { name: "centred", favour: 1.06, tree: (level) => ({ down: [top(level), middle, ...both, { across: [{ ...me, along: 1 } as Zone, hand(1), edge("edge-hand", 8)], even: true, hug: true }] }) },
    { name: "centred-tall", favour: 1.03, tree: (level) => ({ down: [top(level), middle, ...actions, { across: beside }, { across: [edge("edge-hand-left", 4), hand(2), edge("edge-hand-right", 4)] }] }) },
    { name: "stacked", favour: 0.93, tree: (level) => ({ down: [{ across: inStrip.map((chair) => plate(chair, level)) }, { across: [stock, table(0.95)], grow: 1 }, ...both, { across: [me, hand(1)] }] }) },
    { name: "tall", favour: 0.97, tree: (level) => ({ down: [{ across: inStrip.map((chair) => plate(chair, level)) }, { across: [stock, table(0.95)], grow: 1 }, ...actions, { across: beside }, hand(2)] }) },
    {
      name: "wide", favour: alone ? 1.2 : 1.1, tree: (level) => (level > 1 ? null : { down: [facing(level), alone ? { across: [edge("edge-left", 4), table(0.95, 7), edge("edge-right", 4)], grow: 1 } : row, ...actions, LEDGE, rail] }),
    },
    {
      name: "around", favour: 1.12, tree: (level) => (level > 1 || seats < 3 ? null : {
        down: [
          { across: [{ down: side("left", level) }, { down: [...(side("top", level).length > 0 ? [{ across: side("top", level) }] : []), row], grow: 1 }, { down: side("right", level) }], even: true, grow: 1 },
          ...actions, LEDGE, rail,
        ],
      }),
    },
    {
      // Two rows of players, for many players in little space.
      name: "crowd", favour: 0.9, tree: (level) => (seats < 5 ? null : {
        down: [
          { across: inStrip.slice(0, Math.ceil(inStrip.length / 2)).map((chair) => plate(chair, level)) }, { across: inStrip.slice(Math.ceil(inStrip.length / 2)).map((chair) => plate(chair, level)) },
          { across: [stock, table(0.95)], grow: 1 }, ...both, { across: [me, hand(1)] },
        ],
      }),
    },
    {
      // The same on the axis: the stock stands in the second row of players, and our plate above the hand.
      name: "crowd-centred", favour: 1, tree: (level) => (seats < 5 ? null : {
        down: [
          { across: inStrip.slice(0, Math.ceil(inStrip.length / 2)).map((chair) => plate(chair, level)) }, { across: [...inStrip.slice(Math.ceil(inStrip.length / 2)).map((chair) => plate(chair, level)), stock] },
          middle, ...actions, { across: beside }, { across: [edge("edge-hand-left", 4), hand(1), edge("edge-hand-right", 4)] },
        ],
      }),
    },
    {
      // Low and wide: the players at the left, the builds beside the cards.
      name: "low", favour: 0.85, tree: (level) => {
        const half = Math.ceil(inStrip.length / 2);
        const column = (from: readonly Chair[]): Tree => ({ down: from.map((chair) => plate(chair, level, true)) });
        const lying: Tree[] = builds ? [cards(1), { id: "builds", kind: "fan", most: 5, strip: 0.55, size: { ratio: 0.9, least: 36 }, frame: 24 }] : [cards(1)];
        return { down: [{ across: [column(inStrip.slice(0, half)), ...(inStrip.length > 1 ? [column(inStrip.slice(half))] : []), stock, ...lying], grow: 1 }, { across: [me, hand(1), ...(acts ? [{ down: [said(7), ...actions], grow: 1 }] : [])] }] };
      },
    },
    {
      name: "flat", favour: 0.88, tree: (level) => {
        const half = Math.ceil(inStrip.length / 2);
        const column = (from: readonly Chair[]): Tree => ({ down: from.map((chair) => plate(chair, level, true)) });
        const others: Tree[] = inStrip.length > 2 ? [column(inStrip.slice(0, half)), column(inStrip.slice(half))] : [column(inStrip)];
        const acting: Tree[] = acts ? [{ down: [said(7), ...actions] }] : [];
        return { down: [{ across: [...others, stock, table(1), ...acting], grow: 1 }, { across: [me, hand(1)] }] };
      },
    },
  ];
}
