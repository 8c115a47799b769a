// The rule book lying over whatever is on the page: which game it is open at, played how, and at which rule.
import { DECKS, type Manner } from "./shelf";

export interface Ruleset extends Manner { game: string }

class RuleBook {
  /** The game that is on the page: a book opened from there shows its options. */
  at: Ruleset | null = $state(null);
  open: { ruleset: Ruleset; rule: string | null } | null = $state(null);

  show(rule: string | null = null, ruleset: Ruleset | null = this.at): void {
    // The rules of decks are in no game's book.
    const there = rule?.startsWith("DK-") === true ? { game: DECKS, preset: "", seats: 0, changes: {} } : ruleset;
    if (there !== null) this.open = { ruleset: there, rule };
  }
  close(): void {
    this.open = null;
  }
}

export const ruleBook = new RuleBook();
