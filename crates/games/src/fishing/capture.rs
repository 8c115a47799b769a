//! Captures: the sets of table cards that a card can take.

use super::play::Reason;
use super::rules::{Matching, Sums};
use cards::{Card, CardSet, Rank};

const FIFTEEN: u8 = 15;

/// Captures available among the cards on a table.
#[derive(Clone, Copy, Debug)]
pub struct Captures<'a> {
    matching: &'a Matching,
    table: CardSet,
    /// Bit `n` is set if some cards of the table add up to `n`. It avoids most searches, since most
    /// cards have no sum; measured a fifth more deals per second.
    sums: u64,
}

impl<'a> Captures<'a> {
    /// Prepares the captures among the table cards `table` under these rules.
    #[inline]
    #[must_use]
    pub fn new(matching: &'a Matching, table: CardSet) -> Self {
        Self { matching, table, sums: matching.values.sums(table) }
    }

    /// Calls `found` once for each set of table cards that `card` can take. The empty set means
    /// that the owner takes an ace on an empty table.
    #[inline]
    pub fn of(&self, card: Card, found: &mut impl FnMut(CardSet)) {
        let Self { matching, table, .. } = *self;
        if let Some(ace) = matching.ace
            && card.rank() == Rank::Ace
        {
            let aces = table & CardSet::of_rank(Rank::Ace);
            if table.is_empty() {
                if ace.captured_on_empty {
                    found(CardSet::EMPTY);
                }
            } else if aces.is_empty() || !ace.only_an_ace {
                found(table);
            } else {
                equal_ranks(matching, aces, found);
            }
            return;
        }
        let value = matching.values.of(card);
        if matching.sums == Sums::Fifteen {
            return self.find_sums(table, FIFTEEN - value, CardSet::EMPTY, found);
        }
        let equal = table & CardSet::of_rank_of(card);
        if !equal.is_empty() {
            return equal_ranks(matching, equal, found);
        }
        if matching.sums != Sums::HandPlusTable {
            self.find_sums(table, value, CardSet::EMPTY, found);
        }
        if matching.sums != Sums::TableSum {
            for target in table - matching.values.up_to(value) {
                let rest = matching.values.of(target) - value;
                self.find_sums(table - CardSet::only(target), rest, CardSet::only(target), found);
            }
        }
    }

    /// Returns whether `card` can take anything.
    #[inline]
    pub(super) fn any(&self, card: Card) -> bool {
        let mut any = false;
        self.of(card, &mut |_| any = true);
        any
    }

    #[inline]
    fn find_sums(&self, pool: CardSet, rest: u8, taken: CardSet, found: &mut impl FnMut(CardSet)) {
        if self.sums >> rest & 1 == 1 {
            sums(self.matching, pool, rest, taken, found);
        }
    }
}

fn equal_ranks(matching: &Matching, equal: CardSet, found: &mut impl FnMut(CardSet)) {
    if matching.all_of_rank {
        found(equal);
    } else {
        equal.iter().for_each(|card| found(CardSet::only(card)));
    }
}

/// Finds each set of cards from `pool` that adds up to `rest` once, with `taken` added.
///
/// The lowest card of a set is chosen first. Any card but the last has at most half of the
/// remaining value, and up to there the values of every deck increase with the rank. So canonical
/// order is value order, and no card that is too large is tried.
#[inline]
fn sums(matching: &Matching, pool: CardSet, rest: u8, taken: CardSet, found: &mut impl FnMut(CardSet)) {
    for card in pool & matching.values.exactly(rest) {
        found(taken | CardSet::only(card));
    }
    let mut lower = pool & matching.values.up_to(rest / 2);
    let mut higher = pool;
    while let Some(card) = lower.first() {
        lower = lower - CardSet::only(card);
        higher = higher - CardSet::up_to(card);
        let rest = rest - matching.values.of(card);
        if !(higher & matching.values.up_to(rest)).is_empty() {
            more_sums(matching, higher, rest, taken | CardSet::only(card), found);
        }
    }
}

/// Recursion of [`sums`], not inlined.
fn more_sums(matching: &Matching, pool: CardSet, rest: u8, taken: CardSet, found: &mut impl FnMut(CardSet)) {
    sums(matching, pool, rest, taken, found);
}

/// Checks whether `card` may take exactly `taken`, which is on the table.
///
/// It checks the rules one by one, independently of [`Captures`]; the laws compare the two.
pub(super) fn check_capture(
    matching: &Matching,
    table: CardSet,
    card: Card,
    taken: CardSet,
) -> Result<(), Reason> {
    if let Some(ace) = matching.ace
        && card.rank() == Rank::Ace
    {
        let aces = table & CardSet::of_rank(Rank::Ace);
        if ace.only_an_ace && !aces.is_empty() {
            return check_equal_rank(matching, aces, card, taken);
        }
        if taken != table {
            return Err(Reason::AceTakesAll { card });
        }
        return if table.is_empty() && !ace.captured_on_empty {
            Err(Reason::NothingTaken { card })
        } else {
            Ok(())
        };
    }
    if taken.is_empty() {
        return Err(Reason::NothingTaken { card });
    }
    let sum = matching.values.sum(taken);
    let value = u32::from(matching.values.of(card));
    let wrong_sum = Reason::WrongSum { card, taken };
    if matching.sums == Sums::Fifteen {
        return if sum + value == u32::from(FIFTEEN) { Ok(()) } else { Err(wrong_sum) };
    }
    let equal = table & CardSet::of_rank_of(card);
    if !equal.is_empty() {
        return check_equal_rank(matching, equal, card, taken);
    }
    let by_table_sum = matching.sums != Sums::HandPlusTable && taken.len() >= 2 && sum == value;
    let completes = |target: Card| {
        let target = u32::from(matching.values.of(target));
        sum - target + value == target
    };
    let by_hand_sum = matching.sums != Sums::TableSum && taken.len() >= 2 && taken.iter().any(completes);
    if by_table_sum || by_hand_sum { Ok(()) } else { Err(wrong_sum) }
}

fn check_equal_rank(matching: &Matching, equal: CardSet, card: Card, taken: CardSet) -> Result<(), Reason> {
    if !equal.contains_all(taken) || taken.is_empty() {
        return Err(Reason::RankFirst { card, equal });
    }
    match matching.all_of_rank {
        true if taken != equal => Err(Reason::AllOfRank { card, equal }),
        false if taken.len() > 1 => Err(Reason::OneOfRank { card }),
        _ => Ok(()),
    }
}
