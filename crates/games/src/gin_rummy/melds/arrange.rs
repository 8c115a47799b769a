//! Arrangements of a hand: all maximal ones, and the default one.

use super::deadwood::{Deadwood, in_sets};
use super::{Meld, Melds};
use cards::{Card, CardSet, Rank};
use std::cmp::Ordering;

/// Division of a hand into melds and deadwood.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Arrangement {
    /// Melds of the hand.
    pub melds: Melds,
    /// Cards of the hand that belong to no meld.
    pub unmelded: CardSet,
}

/// All melds that the cards of a hand can form.
struct Candidates {
    melds: [(Meld, CardSet); Candidates::MAX],
    len: usize,
}

impl Candidates {
    /// Upper bound on the number of candidates. A run of eleven cards contains 45 runs, the most of
    /// any hand.
    const MAX: usize = 48;

    fn new(hand: CardSet, deadwood: Deadwood) -> Self {
        let filler = Meld::Set { rank: Rank::Ace, without: None };
        let mut found = Self { melds: [(filler, CardSet::EMPTY); Self::MAX], len: 0 };
        // Most cards are in no set, so only ranks with a set are visited.
        let mut sets = in_sets(hand);
        while let Some(card) = sets.first() {
            let held = CardSet::of_rank_of(card) & hand;
            sets = sets - held;
            found.add(held);
            if held.len() > Meld::MIN {
                held.iter().for_each(|card| found.add(held - CardSet::only(card)));
            }
        }
        for low in deadwood.in_runs(hand) {
            let mut run = CardSet::only(low);
            let ranks = Rank::ALL.into_iter().cycle().skip(low.rank() as usize + 1);
            let ranks = ranks.take(if deadwood.corner { 12 } else { 12 - low.rank() as usize });
            for card in ranks.map(|rank| Card::new(rank, low.suit())) {
                if !hand.contains(card) {
                    break;
                }
                run.insert(card);
                if run.len() >= Meld::MIN {
                    found.add(run);
                }
            }
        }
        found
    }

    fn add(&mut self, cards: CardSet) {
        if let Some(meld) = Meld::of(cards) {
            self.melds[self.len] = (meld, cards);
            self.len += 1;
        }
    }

    fn as_slice(&self) -> &[(Meld, CardSet)] {
        &self.melds[..self.len]
    }

    /// Calls `found` with every selection of disjoint melds, including the empty one.
    fn each_choice(&self, hand: CardSet, found: &mut impl FnMut(Melds, CardSet)) {
        let all = self.as_slice();
        found(Melds::EMPTY, hand);
        for (index, (first, cards)) in all.iter().enumerate() {
            let rest = hand - *cards;
            let mut one = Melds::EMPTY;
            one.insert(*first);
            found(one, rest);
            for (next, (second, cards)) in all.iter().enumerate().skip(index + 1) {
                if !rest.contains_all(*cards) {
                    continue;
                }
                let rest = rest - *cards;
                let mut two = one;
                two.insert(*second);
                found(two, rest);
                for (third, cards) in all.iter().skip(next + 1) {
                    if rest.contains_all(*cards) {
                        let mut three = two;
                        three.insert(*third);
                        found(three, rest - *cards);
                    }
                }
            }
        }
    }
}

/// Calls `found` with every maximal arrangement of `hand`.
///
/// An arrangement is maximal if its deadwood contains no meld and no card that fits on one of its
/// melds.
pub fn maximal(hand: CardSet, deadwood: Deadwood, found: &mut impl FnMut(Arrangement)) {
    let candidates = Candidates::new(hand, deadwood);
    candidates.each_choice(hand, &mut |melds, unmelded| {
        let more = candidates.as_slice().iter().any(|(_, cards)| unmelded.contains_all(*cards));
        if !more && (melds.fitting(deadwood.corner) & unmelded).is_empty() {
            found(Arrangement { melds, unmelded });
        }
    });
}

/// Returns the default arrangement of `hand`. (GR-S4)
///
/// The order of preference is: least deadwood, fewest fitting cards outside `own`, fewest melds,
/// first in text order. The hand `own` is excluded so that the choice reveals nothing about the
/// opponent's hand.
///
/// ```
/// use cards::CardSet;
/// use games::gin_rummy::melds::{Deadwood, best};
/// let hand: CardSet = cards::parse_cards("7c 7d 7s 4h 5h 6h Kc Kd 2s As")?.into_iter().collect();
/// let arranged = best(hand, hand, Deadwood { corner: false, ace: 1 });
/// assert_eq!(arranged.melds.len(), 2);
/// assert_eq!(arranged.unmelded.to_string(), "As 2s Kc Kd");
/// # Ok::<(), cards::ParseCardError>(())
/// ```
#[must_use]
pub fn best(hand: CardSet, own: CardSet, deadwood: Deadwood) -> Arrangement {
    let min = deadwood.min(hand);
    if min == deadwood.sum(hand) {
        // The least deadwood equals the sum, so the hand has no meld. Most hands of random play end
        // here.
        return Arrangement { melds: Melds::EMPTY, unmelded: hand };
    }
    let candidates = Candidates::new(hand, deadwood);
    let mut best: Option<(u8, Arrangement)> = None;
    candidates.each_choice(hand, &mut |melds, unmelded| {
        if deadwood.sum(unmelded) != min {
            return;
        }
        let open = (melds.fitting(deadwood.corner) - own).len();
        let better = best.is_none_or(|(fewest, old)| {
            let order = open.cmp(&fewest).then(melds.len().cmp(&old.melds.len()));
            order.then_with(|| melds.cmp_text(&old.melds)) == Ordering::Less
        });
        if better {
            best = Some((open, Arrangement { melds, unmelded }));
        }
    });
    best.map_or(Arrangement { melds: Melds::EMPTY, unmelded: hand }, |(_, arrangement)| arrangement)
}
