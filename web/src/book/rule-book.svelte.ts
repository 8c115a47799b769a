// The rule book lying over whatever is on the page: which game it is open at, played how, and at which rule.
import { DECKS, type Manner } from "./shelf";

export interface Place extends Manner { game: string }

class RuleBook {
  /** The game that is on the page: a book opened from there shows its options. */
  at: Place | null = $state(null);
  open: { place: Place; rule: string | null } | null = $state(null);

  show(rule: string | null = null, place: Place | null = this.at): void {
    // The rules of decks are in no game's book.
    const there = rule?.startsWith("DK-") === true ? { game: DECKS, preset: "", seats: 0, changes: {} } : place;
    if (there !== null) this.open = { place: there, rule };
  }
  close(): void {
    this.open = null;
  }
}

export const ruleBook = new RuleBook();
