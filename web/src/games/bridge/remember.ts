// The suit lengths of a hand when it was first seen. A hand that only loses cards keeps its space, so that
// nothing moves.
import { bySuit, type Suit } from "./order";

export interface SuitLength { suit: Suit; length: number }

export class SuitLengths {
  readonly #known = new Map<string, { trumps: Suit | null; count: number; suits: readonly SuitLength[] }>();

  /** Returns the suits from left to right. `hand` identifies the hand and changes with every deal. */
  of(hand: string, cards: readonly string[], trumps: Suit | null): readonly SuitLength[] {
    const known = this.#known.get(hand);
    if (known !== undefined && known.trumps === trumps && cards.length <= known.count) return known.suits;
    const suits = bySuit(cards, trumps).map((held) => ({ suit: held.suit, length: held.cards.length }));
    this.#known.set(hand, { trumps, count: cards.length, suits });
    return suits;
  }

  longest(hand: string, cards: readonly string[], trumps: Suit | null): number {
    return Math.max(1, ...this.of(hand, cards, trumps).map(({ length }) => length));
  }
}
