//! Which cards of the table a card takes.

use super::play::Reason;
use super::rules::{Matching, Sums, of_rank};
use cards::{Card, CardSet, Rank};

const FIFTEEN: u8 = 15;

/// Calls `found` with every set of table cards that `card` can take, each set once. The empty set is found where an
/// ace on an empty table is taken by its owner.
#[inline]
pub fn captures(matching: &Matching, table: CardSet, card: Card, found: &mut impl FnMut(CardSet)) {
    let value = matching.values.of(card);
    if let Some(ace) = matching.ace
        && card.rank() == Rank::Ace
    {
        let aces = table & of_rank(Rank::Ace);
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
    if matching.sums == Sums::Fifteen {
        return sums(matching, table, FIFTEEN - value, CardSet::EMPTY, found);
    }
    let equal = table & of_rank(card.rank());
    if !equal.is_empty() {
        return equal_ranks(matching, equal, found);
    }
    if matching.sums != Sums::HandPlusTable {
        sums(matching, table, value, CardSet::EMPTY, found);
    }
    if matching.sums != Sums::TableSum {
        for target in table - matching.values.up_to(value) {
            let rest = matching.values.of(target) - value;
            sums(matching, table - CardSet::only(target), rest, CardSet::only(target), found);
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

/// Finds every set of cards from `pool` that counts `rest`, each with `taken` added.
fn sums(matching: &Matching, pool: CardSet, rest: u8, taken: CardSet, found: &mut impl FnMut(CardSet)) {
    let mut pool = pool & matching.values.up_to(rest.min(super::Values::MOST));
    while let Some(card) = pool.first() {
        pool = pool - CardSet::only(card);
        let value = matching.values.of(card);
        if value == rest {
            found(taken | CardSet::only(card));
        } else {
            sums(matching, pool, rest - value, taken | CardSet::only(card), found);
        }
    }
}

/// Whether `card` can take anything.
#[inline]
pub(super) fn can_capture(matching: &Matching, table: CardSet, card: Card) -> bool {
    let mut any = false;
    captures(matching, table, card, &mut |_| any = true);
    any
}

/// Says why `card` may not take exactly `taken`, which lies on the table, if it may not. It asks the rules one by
/// one and does not look at what [`captures`] lists: the laws compare the two.
pub(super) fn check_capture(
    matching: &Matching,
    table: CardSet,
    card: Card,
    taken: CardSet,
) -> Result<(), Reason> {
    if let Some(ace) = matching.ace
        && card.rank() == Rank::Ace
    {
        let aces = table & of_rank(Rank::Ace);
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
    let equal = table & of_rank(card.rank());
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
