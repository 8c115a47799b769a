//! Best lay-offs after a knock.

use super::{Deadwood, Meld, Melds};
use cards::{Card, CardSet};

/// Lay-offs on the knocker's melds, and the deadwood that remains.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Answer {
    /// Cards to lay off on the first, second and third meld.
    pub laid_off: [CardSet; Melds::MAX],
    /// Least deadwood of the cards that are not laid off.
    pub deadwood: u8,
}

/// Returns the lay-offs on `melds` that leave `hand` with the least deadwood. Of equal answers it
/// lays off the fewest cards.
///
/// Lay-offs may form chains and may break melds of the hand. (GR-R6, GR-S5)
#[must_use]
pub fn best_answer(hand: CardSet, melds: &Melds, deadwood: Deadwood) -> Answer {
    let mut search = Search {
        melds: [None; Melds::MAX],
        deadwood,
        laid_off: [CardSet::EMPTY; Melds::MAX],
        best: Answer { laid_off: [CardSet::EMPTY; Melds::MAX], deadwood: deadwood.min(hand) },
    };
    melds.iter().zip(&mut search.melds).for_each(|(meld, index)| *index = Some(meld));
    search.meld(hand, 0);
    search.best
}

struct Search {
    melds: [Option<Meld>; Melds::MAX],
    deadwood: Deadwood,
    laid_off: [CardSet; Melds::MAX],
    best: Answer,
}

impl Search {
    /// Tries every lay-off of `hand` on the melds from `index` on.
    fn meld(&mut self, hand: CardSet, index: usize) {
        let Some(meld) = self.melds.get(index).copied().flatten() else {
            let left = self.deadwood.min(hand);
            let fewer = |other: &Answer| cards(&self.laid_off) < cards(&other.laid_off);
            if left < self.best.deadwood || left == self.best.deadwood && fewer(&self.best) {
                self.best = Answer { laid_off: self.laid_off, deadwood: left };
            }
            return;
        };
        self.grow(hand, index, meld, true);
        self.laid_off[index] = CardSet::EMPTY;
    }

    /// Tries to leave `meld` as it is, or to add a card above or below. All cards below come first,
    /// so that no set of cards is tried twice.
    fn grow(&mut self, hand: CardSet, index: usize, meld: Meld, below: bool) {
        let so_far = self.laid_off[index];
        self.meld(hand, index + 1);
        self.laid_off[index] = so_far;
        for card in meld.fitting(self.deadwood.corner) & hand {
            let grown = with(meld, card);
            let low = grown.first() != meld.first();
            if low && !below {
                continue;
            }
            self.laid_off[index] = so_far | CardSet::only(card);
            self.grow(hand - CardSet::only(card), index, grown, low);
            self.laid_off[index] = so_far;
        }
    }
}

fn cards(laid_off: &[CardSet]) -> u8 {
    laid_off.iter().map(|cards| cards.len()).sum()
}

fn with(meld: Meld, card: Card) -> Meld {
    Meld::of(meld.cards() | CardSet::only(card)).expect("a card that fits makes a meld")
}
