// The rule book over the page: its game, options and rule.
import { DECKS, type Manner } from "./shelf";

export interface Ruleset extends Manner { game: string }

class RuleBook {
  /** The game on the page. A book opened there shows its options. */
  at: Ruleset | null = $state(null);
  open: { ruleset: Ruleset; rule: string | null } | null = $state(null);

  show(rule: string | null = null, ruleset: Ruleset | null = this.at): void {
    // The rules of decks have a book of their own.
    const there = rule?.startsWith("DK-") === true ? { game: DECKS, preset: "", seats: 0, changes: {} } : ruleset;
    if (there !== null) this.open = { ruleset: there, rule };
  }
  close(): void {
    this.open = null;
  }
}

export const ruleBook = new RuleBook();
