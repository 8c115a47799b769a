//! Every way to lay a hand down, and the one that is proposed.

use super::deadwood::{Deadwood, in_sets};
use super::{Meld, Melds};
use cards::{Card, CardSet, Rank};
use std::cmp::Ordering;

/// A way to lay a hand down.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Arrangement {
    /// What is melded.
    pub melds: Melds,
    /// What is left.
    pub unmelded: CardSet,
}

/// Every meld the cards of a hand can make.
struct Candidates {
    melds: [(Meld, CardSet); Candidates::MAX],
    len: usize,
}

impl Candidates {
    /// A run of eleven holds 45 shorter ones, and nothing makes more.
    const MAX: usize = 48;

    fn new(hand: CardSet, deadwood: Deadwood) -> Self {
        let filler = Meld::Set { rank: Rank::Ace, without: None };
        let mut found = Self { melds: [(filler, CardSet::EMPTY); Self::MAX], len: 0 };
        // Most cards lie in no meld, and nothing is looked for with them.
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

    /// Calls `found` with every choice of melds that share no card, the empty one too.
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

/// Calls `found` with every arrangement of `hand` that cannot be improved by adding to it: no meld can be made of what
/// is left, and no card that is left fits on a meld.
pub fn maximal(hand: CardSet, deadwood: Deadwood, found: &mut impl FnMut(Arrangement)) {
    let candidates = Candidates::new(hand, deadwood);
    candidates.each_choice(hand, &mut |melds, unmelded| {
        let more = candidates.as_slice().iter().any(|(_, cards)| unmelded.contains_all(*cards));
        if !more && (melds.fitting(deadwood.corner) & unmelded).is_empty() {
            found(Arrangement { melds, unmelded });
        }
    });
}

/// The arrangement of `hand` that is proposed: the least deadwood; then the fewest cards that would fit on its melds,
/// of those that are not `own`, so that nothing is said of the other hand; then the fewest melds; then the first in
/// the order of texts. (GR-S4)
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
        // Every card counts something, so there is no meld. Most hands of random play end here.
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
