// Motion of cards. A plan is made from the events and from the places of the cards before and after. The
// browser plays it.
import type { Holding, Seat } from "../backend/wire";
import type { Motion } from "../kit/settings.svelte";

export interface Box { x: number; y: number; width: number; height: number }
/** Place of a card at a time, in ms from the start of the plan. */
export interface Stop { at: number; box: Box; opacity?: number }
/** Path of one card. `card` is null for a face-down card. A temporary card is drawn only while it moves. */
export interface FlightPath { card: string | null; temporary: boolean; stops: Stop[] }
export interface Plan { paths: FlightPath[]; length: number; sweep: { at: number; seat: Seat } | null }

/** Places of cards by code, and named places: "stock", "hand-2", "pile-0", "middle". */
export interface Places { cards: Map<string, Box>; named: Map<string, Box> }

export interface Pace {
  own: number;
  other: number;
  /** Time that a capture is shown before it is gathered. */
  look: number;
  gather: number;
  /** Delay between two cards of a deal. */
  stagger: number;
  deal: number;
  sweep: number;
  /** Pause after a card was played, so that quick opponents can be followed. */
  breath: number;
}

export const PACES: Record<Exclude<Motion, "none">, Pace> = {
  fast: { own: 90, other: 90, look: 240, gather: 90, stagger: 20, deal: 90, sweep: 90, breath: 120 },
  normal: { own: 140, other: 200, look: 600, gather: 260, stagger: 50, deal: 180, sweep: 320, breath: 260 },
  slow: { own: 400, other: 400, look: 1000, gather: 400, stagger: 90, deal: 400, sweep: 500, breath: 400 },
};

/**
 * Motion of cards for an event, for any game. Each game converts its events to flights. Seats have the places
 * `hand-2` and `pile-2`, and sides `side-0`. `stock` and `middle` always exist; a game may name others.
 */
export type Flight =
  | { flight: "deal"; seat: Seat; hand: Holding }
  | { flight: "layOut"; cards: readonly string[] }
  /** A card played to the table. It moves to its place afterwards, or to `to` if it is gathered at once. */
  | { flight: "lay"; seat: Seat; card: string; to?: string }
  | { flight: "capture"; seat: Seat; card: string; taken: readonly string[]; sweep: boolean }
  | { flight: "gather"; side: number | null; cards: readonly string[] }
  /**
   * A card moves from one named place to another; null is face down. The card's own place afterwards has
   * priority.
   */
  | { flight: "carry"; seat: Seat; card: string | null; from: string; to: string };

/** Returns the plan for `flights`, one after another. */
export function plan(flights: readonly Flight[], before: Places, after: Places, you: Seat | null, pace: Pace): Plan {
  const paths: FlightPath[] = [];
  const told = new Set<string>();
  let now = 0;
  let sweep: Plan["sweep"] = null;
  // When the last captured cards leave the table. Until then the cards around them keep their places.
  let left = 0;
  const locate = (name: string) => after.named.get(name) ?? before.named.get(name);
  // Places of the cards at this point of the plan.
  const lying = new Map(before.cards);
  // Paths of the cards that are gathered from the table at once.
  const came = new Map<string, Stop[]>();
  const wayFrom = (card: string, seat: Seat) => lying.get(card) ?? inside(locate(`hand-${seat}`));
  const reach = (seat: Seat) => (seat === you ? pace.own : pace.other);

  for (const flight of flights) {
    if (flight.flight === "lay") {
      const from = wayFrom(flight.card, flight.seat);
      const to = after.cards.get(flight.card) ?? locate(flight.to ?? "middle");
      told.add(flight.card);
      if (from === undefined || to === undefined) continue;
      const until = now + reach(flight.seat);
      const way = [{ at: now, box: from }, { at: until, box: to }];
      // The last card, if gathered with the rest, is drawn by the path that gathers it.
      if (after.cards.has(flight.card)) paths.push({ card: flight.card, temporary: false, stops: way });
      else {
        lying.set(flight.card, to);
        came.set(flight.card, way);
      }
      now = until + pace.breath;
    } else if (flight.flight === "capture") {
      const taken = flight.taken.map((card) => ({ card, box: lying.get(card) ?? locate("middle") }));
      const from = wayFrom(flight.card, flight.seat);
      const pile = locate(`pile-${flight.seat}`);
      if (from === undefined || pile === undefined) continue;
      const beside = besideTaken(taken.flatMap(({ box }) => (box === undefined ? [] : [box])), from, locate("middle"));
      const arrived = now + reach(flight.seat);
      const gathered = arrived + pace.look;
      const gone = gathered + pace.gather;
      left = gathered;
      for (const { card, box } of taken) {
        if (box === undefined) continue;
        told.add(card);
        paths.push({ card, temporary: true, stops: [{ at: now, box }, { at: gathered, box }, { at: gone, box: pile, opacity: 0.6 }] });
      }
      told.add(flight.card);
      paths.push({
        card: flight.card,
        temporary: true,
        stops: [{ at: now, box: from }, { at: arrived, box: beside }, { at: gathered, box: beside }, { at: gone, box: pile, opacity: 0.6 }],
      });
      if (flight.sweep) {
        sweep = { at: arrived, seat: flight.seat };
        now = gone + pace.sweep;
      } else now = gone;
    } else if (flight.flight === "deal") {
      const from = locate("stock") ?? locate("middle");
      if (from === undefined) continue;
      if ("open" in flight.hand) {
        flight.hand.open.forEach((card, index) => {
          const to = after.cards.get(card);
          if (to === undefined) return;
          told.add(card);
          paths.push(dealing(card, from, to, now + index * pace.stagger, pace.deal, false));
        });
      } else {
        const to = inside(locate(`hand-${flight.seat}`));
        if (to !== undefined) {
          for (let index = 0; index < Math.min(flight.hand.closed, 3); index += 1) {
            paths.push(dealing(null, from, to, now + index * pace.stagger, pace.deal, true));
          }
        }
      }
      now += pace.stagger;
    } else if (flight.flight === "layOut") {
      const from = locate("stock") ?? locate("middle");
      if (from === undefined) continue;
      flight.cards.forEach((card, index) => {
        const to = after.cards.get(card);
        if (to === undefined) return;
        told.add(card);
        paths.push(dealing(card, from, to, now + index * pace.stagger, pace.deal, false));
      });
      now += flight.cards.length * pace.stagger + pace.deal;
    } else if (flight.flight === "carry") {
      const start = locate(flight.from);
      const end = locate(flight.to);
      const from = flight.card === null ? inside(start) : (lying.get(flight.card) ?? inside(start));
      const to = flight.card === null ? inside(end) : (after.cards.get(flight.card) ?? inside(end));
      if (from === undefined || to === undefined) continue;
      const until = now + reach(flight.seat);
      const stays = flight.card !== null && after.cards.has(flight.card);
      if (flight.card !== null) {
        told.add(flight.card);
        lying.set(flight.card, to);
      }
      paths.push({ card: flight.card, temporary: !stays, stops: [{ at: now, box: from }, { at: until, box: to }] });
      now = until;
    } else if (flight.flight === "gather") {
      const pile = flight.side === null ? undefined : locate(`side-${flight.side}`);
      const gathered = now + pace.look / 2;
      for (const card of flight.cards) {
        const box = lying.get(card) ?? locate("middle");
        if (box === undefined) continue;
        told.add(card);
        const end: Stop = { at: gathered + pace.gather, box: pile ?? box, opacity: pile === undefined ? 0 : 0.6 };
        paths.push({ card, temporary: true, stops: [...(came.get(card) ?? [{ at: 0, box }]), { at: gathered, box }, end] });
      }
      now = gathered + pace.gather;
    }
  }

  // Other cards that changed their place move in parallel, at once or when captured cards leave.
  for (const [card, to] of after.cards) {
    const from = before.cards.get(card);
    if (from === undefined || told.has(card)) continue;
    if (Math.hypot(from.x - to.x, from.y - to.y) >= 1 || Math.abs(from.width - to.width) >= 1) {
      paths.push({ card, temporary: false, stops: [{ at: 0, box: from }, ...(left > 0 ? [{ at: left, box: from }] : []), { at: left + pace.own, box: to }] });
    }
  }
  const length = paths.reduce((longest, { stops }) => Math.max(longest, stops.at(-1)!.at), now);
  return { paths, length, sweep };
}

function dealing(card: string | null, from: Box, to: Box, at: number, time: number, temporary: boolean): FlightPath {
  const stops: Stop[] = [{ at, box: from, opacity: 1 }, { at: at + time, box: to, opacity: 1 }];
  // Until its turn comes, a card is invisible in the stock.
  if (at > 0) stops.unshift({ at: 0, box: from, opacity: 0 }, { at: at - 0.5, box: from, opacity: 0 });
  return { card, temporary, stops };
}

/** Returns the place of one card in the middle of a face-down hand. */
function inside(hand: Box | undefined): Box | undefined {
  if (hand === undefined) return undefined;
  const width = Math.min(hand.width, (hand.height * 5) / 7);
  return { ...hand, width, height: (width * 7) / 5, x: hand.x + (hand.width - width) / 2 };
}

/** Returns a place over the lower right of the captured cards, so that they stay legible. */
function besideTaken(taken: Box[], from: Box, middle: Box | undefined): Box {
  const first = taken[0];
  if (first === undefined) return middle ?? from;
  if (taken.length === 1) return { ...first, x: first.x + first.width * 0.34, y: first.y + first.height * 0.3 };
  const x = taken.reduce((sum, box) => sum + box.x, 0) / taken.length;
  const y = taken.reduce((sum, box) => sum + box.y, 0) / taken.length;
  return { ...first, x, y: y + first.height * 0.36 };
}

/** Returns the keyframes of a path for an element at `home`. */
export function keyframes(path: FlightPath, home: Box, length: number): Keyframe[] {
  const whole = Math.max(1, length);
  return path.stops.map(({ at, box, opacity }) => ({
    offset: Math.min(1, at / whole),
    transform: `translate(${round(box.x - home.x)}px, ${round(box.y - home.y)}px) scale(${round(box.width / home.width)})`,
    opacity: opacity ?? 1,
    easing: "cubic-bezier(0.3, 0, 0.2, 1)",
  }));
}

const round = (value: number) => Math.round(value * 1000) / 1000;
