//! Cards that fall into groups of one value: the heart of captures and of builds. (CA-R6, CA-R7)
//!
//! A group of value `v` is a single card that counts `v` by itself, or two or more cards that come to `v` when they
//! are added: a *sum*. What is listed are not groups but sets of cards that fall into groups, each set once, however
//! many ways there are to divide it.

use super::values::Values;
use cards::{Card, CardSet};

/// Two cards at least are a sum.
const MAX_SUMS: usize = 26;

/// So many sets that fall into sums are listed for one card, and no more: a table that everybody trails to grows
/// such sets without end, and who lists them all does nothing else. What is not listed may be played all the same.
/// A million positions of random play met a tenth of this at most.
const MAX_SETS: u32 = 16_384;

/// The sets of cards that fall into groups of one value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Groups<'a> {
    values: &'a Values,
    value: u8,
    /// The cards there are.
    loose: CardSet,
}

/// The sums chosen so far, in the order in which they were chosen.
struct Path {
    sums: [CardSet; MAX_SUMS],
    len: usize,
    /// How many more sets are listed.
    sets: u32,
}

impl<'a> Groups<'a> {
    #[inline]
    pub(super) fn new(values: &'a Values, value: u8, loose: CardSet) -> Self {
        Self { values, value, loose }
    }

    /// Calls `found` with every set that falls into sums, each once; not with the empty set.
    #[inline]
    pub(super) fn sums(&self, found: &mut impl FnMut(CardSet)) {
        let pool = self.loose & self.values.parts(self.value);
        let mut path = Path { sums: [CardSet::EMPTY; MAX_SUMS], len: 0, sets: MAX_SETS };
        self.more_sums(pool, CardSet::EMPTY, &mut path, self.value, found);
    }

    /// Calls `found` with every set of cards that falls into sums together with `card`, which is not among them.
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

    /// Adds sums from `pool` to those of the path, each with a lowest card above that of the one before: so every
    /// way to divide a set is found once. A set that can be divided in several ways is told in the first of them only;
    /// and what goes on from another way goes on from the first as well.
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

    /// Whether no sum of the path but the last could be a lower one with the same lowest card. The first sum of the
    /// path counts `first`: less than the value, if a card from the hand completes it.
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

    /// Whether `cards` can be divided with a lower first sum than `sum`, one that counts as much.
    fn has_lower_division(&self, cards: CardSet, sum: CardSet, counts: u8) -> bool {
        let mut lower = false;
        sums(self.values, cards, counts, CardSet::EMPTY, &mut |other| {
            let may_be = counts < self.value || other.first() == sum.first();
            lower |= may_be && other < sum && self.falls_into_sums(cards - other);
        });
        lower
    }

    /// Whether `cards` fall into sums.
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

    /// Whether `cards` fall into groups, single cards among them.
    pub(super) fn falls_into_groups(&self, cards: CardSet) -> bool {
        let singles = cards & self.values.singles(self.value);
        // Only an ace that counts 14 by itself and 1 with others has the choice; and which ace adds, does not matter.
        let mut adding = CardSet::EMPTY;
        let falls = self.falls_into_sums(cards - singles);
        falls
            || singles.iter().any(|card| {
                adding.insert(card);
                self.falls_into_sums((cards - singles) | adding)
            })
    }

    /// Calls `found` with every set of cards that falls into groups, single cards among them; first with the empty
    /// set.
    #[inline]
    pub(super) fn groups(&self, found: &mut impl FnMut(CardSet)) {
        self.with_singles(CardSet::EMPTY, found);
        self.sums(&mut |sums| self.with_singles(sums, found));
    }

    /// Calls `found` with every set of cards that falls into groups together with `card`, which is not among them;
    /// with the empty set if `card` is a group by itself.
    #[inline]
    pub(super) fn groups_with(&self, card: Card, found: &mut impl FnMut(CardSet)) {
        if self.values.alone(card) == self.value {
            self.with_singles(CardSet::EMPTY, found);
            let aces = self.values.singles(self.value);
            self.sums(&mut |sums| {
                // Which of two aces adds does not matter: the one from the hand comes before any other.
                if (sums & aces).is_empty() {
                    self.with_singles(sums, found);
                }
            });
        }
        self.sums_with(card, &mut |sums| self.with_singles(sums, found));
    }

    /// Calls `found` with `sums` and each choice of single cards. An ace that may be either is in the sums if it is
    /// a lower one, so that every set is found once.
    #[inline]
    fn with_singles(&self, sums: CardSet, found: &mut impl FnMut(CardSet)) {
        subsets(self.singles_beside(sums), |singles| {
            if in_order(sums & self.values.singles(self.value), singles) {
                found(sums | singles);
            }
        });
    }

    /// The single cards that are left beside `sums`.
    #[inline]
    pub(super) fn singles_beside(&self, sums: CardSet) -> CardSet {
        (self.loose & self.values.singles(self.value)) - sums
    }

    /// Whether `sums` with every single card beside them is how these cards are divided first.
    #[inline]
    pub(super) fn is_first_with_all_singles(&self, sums: CardSet) -> bool {
        in_order(sums & self.values.singles(self.value), self.singles_beside(sums))
    }
}

/// Whether every card of `lower` comes before every card of `higher`.
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

/// Finds every set of cards from `pool` that comes to `rest`, each with `taken` added, and each once: its lowest card
/// first. All but the last card of a sum count at most half of what is left, and ranks count upward; so what is lower
/// in canonical order counts no more, and no card that is too big is ever tried.
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

/// The recursion of [`sums`], out of line.
fn smaller_sums(values: &Values, pool: CardSet, rest: u8, taken: CardSet, found: &mut impl FnMut(CardSet)) {
    sums(values, pool, rest, taken, found);
}
