//! Groups: sets of cards of a given value, the basis of captures and builds. (CA-R6, CA-R7)
//!
//! A group of value `v` is a single card that counts `v` by itself, or a *sum*: two or more cards
//! that add up to `v`. The functions list sets of cards that can be divided into groups, each set
//! once, regardless of the number of divisions.

use super::values::Values;
use cards::{Card, CardSet};

/// Maximum number of separate sums in a capture: each has at least two of the 52 cards.
const MAX_SUMS: usize = 26;

/// Maximum number of sets of sums listed for one card.
///
/// If all players trail, the number of sets grows exponentially, and listing them all would take
/// too long. Unlisted sets are legal all the same. In a million positions of random play the
/// maximum was a tenth of this limit.
const MAX_SETS: u32 = 16_384;

/// Sets of cards that can be divided into groups of one value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Groups<'a> {
    values: &'a Values,
    value: u8,
    /// Loose cards that may be used.
    loose: CardSet,
}

/// Sums chosen so far, in order.
struct Path {
    sums: [CardSet; MAX_SUMS],
    len: usize,
    /// Number of sets that may still be listed.
    sets: u32,
}

impl<'a> Groups<'a> {
    #[inline]
    pub(super) fn new(values: &'a Values, value: u8, loose: CardSet) -> Self {
        Self { values, value, loose }
    }

    /// Calls `found` once for each nonempty set that can be divided into sums.
    #[inline]
    pub(super) fn sums(&self, found: &mut impl FnMut(CardSet)) {
        let pool = self.loose & self.values.parts(self.value);
        let mut path = Path { sums: [CardSet::EMPTY; MAX_SUMS], len: 0, sets: MAX_SETS };
        self.more_sums(pool, CardSet::EMPTY, &mut path, self.value, found);
    }

    /// Calls `found` with each set of cards that can be divided into sums together with `card`,
    /// which is not in the set.
    #[inline]
    pub(super) fn sums_with(&self, card: Card, found: &mut impl FnMut(CardSet)) {
        let counts = self.values.added(card);
        if counts == 0 || counts >= self.value {
            return;
        }
        let pool = self.loose & self.values.parts(self.value);
        let first = self.value - counts;
        let mut path = Path { sums: [CardSet::EMPTY; MAX_SUMS], len: 1, sets: MAX_SETS };
        sums(self.values, pool, first, CardSet::EMPTY, &mut |sum| {
            found(sum);
            path.sums[0] = sum;
            self.more_sums(pool - sum, sum, &mut path, first, found);
        });
    }

    /// Adds sums from `pool` to those of the path, in order of their lowest cards, so that each
    /// division is found once.
    ///
    /// A set with several divisions is reported only for the first. All continuations of another
    /// division also continue the first.
    fn more_sums<F: FnMut(CardSet)>(
        &self,
        pool: CardSet,
        taken: CardSet,
        path: &mut Path,
        first: u8,
        found: &mut F,
    ) {
        sums(self.values, pool, self.value, CardSet::EMPTY, &mut |sum| {
            if path.sets == 0 {
                return;
            }
            let taken = taken | sum;
            path.sums[path.len] = sum;
            path.len += 1;
            if self.is_first_division(path, taken, first) {
                found(taken);
                path.sets -= 1;
                let left = pool - sum - sum.first().map_or(CardSet::EMPTY, CardSet::up_to);
                self.more_sums(left, taken, path, first, found);
            }
            path.len -= 1;
        });
    }

    /// Returns whether no sum of the path but the last can be replaced by a lower one with the same
    /// lowest card.
    ///
    /// The first sum counts `first`, which is less than the value if a card from the hand completes
    /// it.
    #[inline]
    fn is_first_division(&self, path: &Path, taken: CardSet, first: u8) -> bool {
        let mut left = taken;
        for (index, sum) in path.sums[..path.len].iter().enumerate().take(path.len - 1) {
            let counts = if index == 0 { first } else { self.value };
            if self.has_lower_division(left, *sum, counts) {
                return false;
            }
            left = left - *sum;
        }
        true
    }

    /// Returns whether `cards` can be divided with a lower first sum of the same value than `sum`.
    fn has_lower_division(&self, cards: CardSet, sum: CardSet, counts: u8) -> bool {
        let mut lower = false;
        sums(self.values, cards, counts, CardSet::EMPTY, &mut |other| {
            let may_be = counts < self.value || other.first() == sum.first();
            lower |= may_be && other < sum && self.falls_into_sums(cards - other);
        });
        lower
    }

    /// Returns whether `cards` can be divided into sums.
    pub(super) fn falls_into_sums(&self, cards: CardSet) -> bool {
        let Some(lowest) = cards.first() else { return true };
        let counts = self.values.added(lowest);
        if counts == 0 || counts >= self.value {
            return false;
        }
        let mut falls = false;
        let others = cards - CardSet::only(lowest);
        sums(self.values, others, self.value - counts, CardSet::EMPTY, &mut |sum| {
            falls = falls || self.falls_into_sums(others - sum);
        });
        falls
    }

    /// Returns whether `cards` can be divided into groups, including single cards.
    pub(super) fn falls_into_groups(&self, cards: CardSet) -> bool {
        let singles = cards & self.values.singles(self.value);
        // Only an ace that counts 14 by itself and 1 in sums has a choice; which of several aces is
        // in a sum does not matter.
        let mut adding = CardSet::EMPTY;
        let falls = self.falls_into_sums(cards - singles);
        falls
            || singles.iter().any(|card| {
                adding.insert(card);
                self.falls_into_sums((cards - singles) | adding)
            })
    }

    /// Calls `found` with each set of cards that can be divided into groups, including single
    /// cards; first with the empty set.
    #[inline]
    pub(super) fn groups(&self, found: &mut impl FnMut(CardSet)) {
        self.with_singles(CardSet::EMPTY, found);
        self.sums(&mut |sums| self.with_singles(sums, found));
    }

    /// Calls `found` with each set of cards that can be divided into groups together with `card`,
    /// which is not in the set. If `card` is a group by itself, this includes the empty set.
    #[inline]
    pub(super) fn groups_with(&self, card: Card, found: &mut impl FnMut(CardSet)) {
        if self.values.alone(card) == self.value {
            self.with_singles(CardSet::EMPTY, found);
            let aces = self.values.singles(self.value);
            self.sums(&mut |sums| {
                // Two aces are interchangeable in a sum: the one from the hand comes first.
                if (sums & aces).is_empty() {
                    self.with_singles(sums, found);
                }
            });
        }
        self.sums_with(card, &mut |sums| self.with_singles(sums, found));
    }

    /// Calls `found` with `sums` and each subset of single cards. Of aces that may be either, the
    /// lower ones are in the sums, so that each set is found once.
    #[inline]
    fn with_singles(&self, sums: CardSet, found: &mut impl FnMut(CardSet)) {
        subsets(self.singles_beside(sums), |singles| {
            if in_order(sums & self.values.singles(self.value), singles) {
                found(sums | singles);
            }
        });
    }

    /// Returns the single cards not in `sums`.
    #[inline]
    pub(super) fn singles_beside(&self, sums: CardSet) -> CardSet {
        (self.loose & self.values.singles(self.value)) - sums
    }

    /// Returns whether `sums` with all other single cards is the first division of these cards.
    #[inline]
    pub(super) fn is_first_with_all_singles(&self, sums: CardSet) -> bool {
        in_order(sums & self.values.singles(self.value), self.singles_beside(sums))
    }
}

/// Returns whether every card of `lower` comes before every card of `higher`.
#[inline]
fn in_order(lower: CardSet, higher: CardSet) -> bool {
    lower.is_empty() || higher.first().is_none_or(|first| (lower - CardSet::up_to(first)).is_empty())
}

/// Calls `found` with every subset of `cards`, the empty one first.
#[inline]
pub(super) fn subsets(cards: CardSet, mut found: impl FnMut(CardSet)) {
    let all = cards.bits();
    let mut bits = 0_u64;
    loop {
        found(CardSet::from_bits(bits));
        bits = bits.wrapping_sub(all) & all;
        if bits == 0 {
            break;
        }
    }
}

/// Finds each set of cards from `pool` that adds up to `rest` once, with `taken` added.
///
/// The lowest card of a set is chosen first. All but the last card of a sum have at most half of
/// the remaining value, and values increase with the rank. So canonical order is value order, and
/// no card that is too large is tried.
#[inline]
pub(super) fn sums(
    values: &Values,
    pool: CardSet,
    rest: u8,
    taken: CardSet,
    found: &mut impl FnMut(CardSet),
) {
    for card in pool & values.exactly(rest) {
        found(taken | CardSet::only(card));
    }
    let mut lower = pool & values.up_to(rest / 2);
    let mut higher = pool;
    while let Some(card) = lower.first() {
        lower = lower - CardSet::only(card);
        higher = higher - CardSet::up_to(card);
        let rest = rest - values.added(card);
        if !(higher & values.up_to(rest)).is_empty() {
            smaller_sums(values, higher, rest, taken | CardSet::only(card), found);
        }
    }
}

/// Recursion of [`sums`], not inlined.
fn smaller_sums(values: &Values, pool: CardSet, rest: u8, taken: CardSet, found: &mut impl FnMut(CardSet)) {
    sums(values, pool, rest, taken, found);
}
