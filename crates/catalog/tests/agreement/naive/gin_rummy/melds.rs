//! Melds, and the arrangements of a hand.

use crate::naive::card::{Card, full_deck, write_cards};

/// Options for melds and deadwood.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Melding {
    /// Whether king and ace are neighbours. (GR-R14)
    pub(crate) corner: bool,
    /// Deadwood of an ace.
    pub(crate) ace: i64,
}

impl Melding {
    /// Returns the deadwood of a card. (GR-R3)
    pub(crate) fn deadwood_of(self, card: Card) -> i64 {
        match card.rank {
            0 => self.ace,
            1..=9 => card.rank as i64 + 1,
            _ => 10,
        }
    }

    /// Returns the deadwood of `hand` without `melds`.
    pub(crate) fn deadwood(self, hand: &[Card], melds: &[Vec<Card>]) -> i64 {
        let unmelded = hand.iter().filter(|card| !melds.iter().any(|meld| meld.contains(card)));
        unmelded.map(|card| self.deadwood_of(*card)).sum()
    }

    /// Returns whether different cards are a meld. (GR-R2, GR-S19)
    pub(crate) fn is_meld(self, cards: &[Card]) -> bool {
        self.is_set(cards) || self.run_from_its_low_card(cards).is_some()
    }

    fn is_set(self, cards: &[Card]) -> bool {
        cards.len() >= 3 && cards.iter().all(|card| card.rank == cards[0].rank)
    }

    fn run_from_its_low_card(self, cards: &[Card]) -> Option<Vec<Card>> {
        if cards.len() < 3 || cards.iter().any(|card| card.suit() != cards[0].suit()) {
            return None;
        }
        (0..13).find_map(|low| {
            let ranks = low..low + cards.len();
            if ranks.end > 13 && !self.corner {
                return None;
            }
            ranks.map(|rank| cards.iter().copied().find(|card| card.rank == rank % 13)).collect()
        })
    }

    /// Returns the cards of a meld in canonical order.
    pub(crate) fn in_order(self, meld: &[Card]) -> Vec<Card> {
        self.run_from_its_low_card(meld).unwrap_or_else(|| {
            let mut set = meld.to_vec();
            set.sort();
            set
        })
    }

    pub(crate) fn written(self, meld: &[Card]) -> String {
        write_cards(&self.in_order(meld))
    }

    /// Writes the melds of an arrangement, ordered by their first cards.
    pub(crate) fn arrangement_written(self, melds: &[Vec<Card>]) -> String {
        let mut melds: Vec<Vec<Card>> = melds.iter().map(|meld| self.in_order(meld)).collect();
        melds.sort_by_key(|meld| meld[0]);
        melds.iter().map(|meld| write_cards(meld)).collect::<Vec<_>>().join(" / ")
    }

    /// Returns all melds in `hand`, long and short.
    fn melds_in(self, hand: &[Card]) -> Vec<Vec<Card>> {
        let mut melds = Vec::new();
        for rank in 0..13 {
            let of_rank: Vec<Card> = hand.iter().filter(|card| card.rank == rank).copied().collect();
            if of_rank.len() == 4 {
                for left_out in 0..4 {
                    let mut three = of_rank.clone();
                    three.remove(left_out);
                    melds.push(three);
                }
            }
            if of_rank.len() >= 3 {
                melds.push(of_rank);
            }
        }
        for suit in ["c", "d", "h", "s"] {
            for low in 0..13 {
                for length in 3..=13 {
                    if low + length > 13 && (!self.corner || (length == 13 && low > 0)) {
                        continue;
                    }
                    let held = |rank: usize| {
                        hand.iter().copied().find(|card| card.suit() == suit && card.rank == rank % 13)
                    };
                    melds.extend((low..low + length).map(held).collect::<Option<Vec<Card>>>());
                }
            }
        }
        melds
    }

    /// Returns all sets of disjoint melds of `hand`, including the empty one.
    pub(crate) fn arrangements(self, hand: &[Card]) -> Vec<Vec<Vec<Card>>> {
        let mut all: Vec<Vec<Vec<Card>>> = vec![Vec::new()];
        for meld in self.melds_in(hand) {
            let disjoint =
                |others: &&Vec<Vec<Card>>| !others.iter().flatten().any(|card| meld.contains(card));
            let with: Vec<_> = all
                .iter()
                .filter(disjoint)
                .map(|others| [others.as_slice(), std::slice::from_ref(&meld)].concat())
                .collect();
            all.extend(with);
        }
        all
    }

    /// Returns the least deadwood over all arrangements, without storing them.
    pub(crate) fn min_deadwood(self, hand: &[Card]) -> i64 {
        let worth = |meld: &Vec<Card>| meld.iter().map(|card| self.deadwood_of(*card)).sum::<i64>();
        let melds: Vec<(Vec<Card>, i64)> =
            self.melds_in(hand).into_iter().map(|meld| (meld.clone(), worth(&meld))).collect();
        self.deadwood(hand, &[]) - max_melded(&melds, &mut Vec::new())
    }

    /// Returns the default arrangement of the `kept` cards of a player who had `eleven`. (GR-S4)
    pub(crate) fn proposal(self, kept: &[Card], eleven: &[Card]) -> Vec<Vec<Card>> {
        let rating = |melds: &Vec<Vec<Card>>| {
            let deadwood = self.deadwood(kept, melds);
            let fits = self.fitting(melds, eleven);
            (deadwood, fits, melds.len(), self.arrangement_written(melds))
        };
        let min = self.min_deadwood(kept);
        let mut best = self.arrangements(kept);
        best.retain(|melds| self.deadwood(kept, melds) == min);
        best.into_iter().min_by_key(rating).expect("there is an empty arrangement")
    }

    /// Returns the number of other cards that can be laid off on the melds.
    pub(crate) fn fitting(self, melds: &[Vec<Card>], eleven: &[Card]) -> usize {
        let fits = |card: &Card| melds.iter().any(|meld| self.is_meld(&[meld.as_slice(), &[*card]].concat()));
        let others =
            full_deck().into_iter().map(|card| Card::read(&card)).filter(|card| !eleven.contains(card));
        others.filter(fits).count()
    }
}

/// Returns the maximum value of disjoint melds that contain no card of `used`.
fn max_melded(melds: &[(Vec<Card>, i64)], used: &mut Vec<Card>) -> i64 {
    let Some(((meld, worth), others)) = melds.split_first() else { return 0 };
    let without = max_melded(others, used);
    if meld.iter().any(|card| used.contains(card)) {
        return without;
    }
    used.extend(meld);
    let with = worth + max_melded(others, used);
    used.truncate(used.len() - meld.len());
    without.max(with)
}
