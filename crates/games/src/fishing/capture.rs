//! Which cards of the table a card takes.

use super::play::Reason;
use super::rules::{Matching, Sums};
use cards::{Card, CardSet, Rank};

const FIFTEEN: u8 = 15;

/// The captures a table offers.
#[derive(Clone, Copy, Debug)]
pub struct Captures<'a> {
    matching: &'a Matching,
    table: CardSet,
    /// Bit `n`: some cards of the table count `n` together. It spares most searches, for most cards add up to
    /// nothing: measured a fifth more deals a second.
    sums: u64,
}

impl<'a> Captures<'a> {
    /// What `table` offers by these rules.
    #[inline]
    #[must_use]
    pub fn new(matching: &'a Matching, table: CardSet) -> Self {
        Self { matching, table, sums: matching.values.sums(table) }
    }

    /// Calls `found` with every set of table cards that `card` can take, each set once. The empty set is found where
    /// an ace on an empty table is taken by its owner.
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

    /// Whether `card` can take anything.
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

/// Finds every set of cards from `pool` that counts `rest`, each with `taken` added, and each once: its lowest card
/// first. Any but the last card of a sum counts at most half of what is left, and up to there every deck counts
/// upward by rank; so what is lower in canonical order is lower, and no card that is too big is ever tried.
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

/// The recursion of [`sums`], out of line.
fn more_sums(matching: &Matching, pool: CardSet, rest: u8, taken: CardSet, found: &mut impl FnMut(CardSet)) {
    sums(matching, pool, rest, taken, found);
}

/// Says why `card` may not take exactly `taken`, which lies on the table, if it may not. It asks the rules one by
/// one and does not look at what [`Captures`] lists: the laws compare the two.
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
