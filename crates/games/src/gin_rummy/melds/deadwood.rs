//! Deadwood values, and the least deadwood of a hand.

use cards::{Card, CardSet, Suit};

/// Rules that determine the deadwood of a hand.
///
/// ```
/// use cards::CardSet;
/// use games::gin_rummy::melds::Deadwood;
/// let hand: CardSet = cards::parse_cards("7c 7d 7s 5h 6h 8h Kc Kd 2s As")?.into_iter().collect();
/// let deadwood = Deadwood { corner: false, ace: 1 };
/// assert_eq!(deadwood.sum(hand), 63);
/// assert_eq!(deadwood.min(hand), 42, "the sevens are a set");
/// # Ok::<(), cards::ParseCardError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Deadwood {
    /// Whether an ace follows a king in a run. (GR-R14)
    pub corner: bool,
    /// Deadwood value of an ace. (GR-O15)
    pub ace: u8,
}

/// Mask with the lowest bit of every rank.
const LOW: u64 = CardSet::of_suit(Suit::Clubs).bits();
/// Number of bits per rank in a mask of cards.
const RANK: u32 = 4;
/// Mask of all cards.
const FULL: u64 = CardSet::FULL.bits();
const DECK: u32 = Card::COUNT as u32;

/// Moves every card down by `ranks` ranks. With `CORNER` the ranks wrap around.
///
/// The index of a card is four times its rank plus its suit, so one shift moves all suits.
#[inline]
const fn next<const CORNER: bool>(cards: u64, ranks: u32) -> u64 {
    let indices = ranks * RANK;
    if CORNER { (cards >> indices | cards << (DECK - indices)) & FULL } else { cards >> indices }
}

/// Returns the cards that are part of a run of three or more.
#[inline]
const fn in_runs<const CORNER: bool>(cards: u64) -> u64 {
    let begins = cards & next::<CORNER>(cards, 1) & next::<CORNER>(cards, 2);
    if CORNER {
        begins | next::<true>(begins, 12) | next::<true>(begins, 11)
    } else {
        begins | begins << RANK | begins << (2 * RANK)
    }
}

/// Returns the lowest bit of every rank with three or four cards.
#[inline]
const fn tripled(cards: u64) -> u64 {
    let (both, any) = (cards & cards >> 1, cards | cards >> 1);
    (both & any >> 2 | any & both >> 2) & LOW
}

/// Returns the cards of `hand` that are part of a set of three or four.
#[inline]
pub(super) fn in_sets(hand: CardSet) -> CardSet {
    hand & CardSet::from_bits(tripled(hand.bits()) * 0b1111)
}

impl Deadwood {
    /// Returns the deadwood value of a card: ten for face cards, otherwise the number. The options
    /// set the value of an ace. (GR-R3)
    #[inline]
    #[must_use]
    pub const fn of(self, card: Card) -> u8 {
        match card.rank() as u8 {
            0 => self.ace,
            rank if rank < 10 => rank + 1,
            _ => 10,
        }
    }

    /// Returns the highest deadwood value of a card.
    #[inline]
    #[must_use]
    pub const fn max(self) -> u8 {
        if self.ace > 10 { self.ace } else { 10 }
    }

    /// Returns the total deadwood value of `hand`, without melds.
    #[inline]
    #[must_use]
    pub const fn sum(self, hand: CardSet) -> u8 {
        self.pips(hand.bits())
    }

    /// Returns the total deadwood value of `cards`.
    ///
    /// The cards of each rank are counted in a nibble, and alternate ranks are spread over bytes.
    /// One product multiplies each count by its value and leaves the sum in the highest byte. No
    /// lower byte overflows, because a hand has at most a dozen cards.
    #[inline]
    const fn pips(self, cards: u64) -> u8 {
        const NIBBLES: u64 = 0x0f0f_0f0f_0f0f_0f0f;
        // The odd row holds A 3 5 7 9 J K, the even row 2 4 6 8 T Q.
        let odd = (self.ace as u64) << 56 | 0x0003_0507_090a_0a00;
        let even = 0x0204_0608_0a0a_0000;
        let pairs = cards - (cards >> 1 & 0x5555_5555_5555_5555);
        let counts = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
        let sums =
            (counts & NIBBLES).wrapping_mul(odd).wrapping_add((counts >> 4 & NIBBLES).wrapping_mul(even));
        (sums >> 56) as u8
    }

    /// Returns the least deadwood of `hand` over all arrangements.
    #[inline]
    #[must_use]
    pub fn min(self, hand: CardSet) -> u8 {
        if self.corner { self.melded::<true>(hand.bits()) } else { self.melded::<false>(hand.bits()) }
    }

    /// Returns the least deadwood of `hand`, reduced by the expected saving of a future draw.
    ///
    /// The savings of the best seven `live` cards are added, divided by the number of `live` cards
    /// and multiplied by `future`. (Ahmed and others, “A heuristic evaluation function for hand
    /// strength estimation in gin rummy”, AAAI-21)
    pub(in super::super) fn less_draws(self, hand: CardSet, live: CardSet, future: f32) -> f32 {
        const BEST: usize = 7;
        let now = self.min(hand);
        let mut saved = [0; Card::COUNT as usize];
        for (drawn, saved) in live.iter().zip(&mut saved) {
            let with = hand | CardSet::only(drawn);
            let least = with.iter().map(|card| self.min(with - CardSet::only(card))).min();
            *saved = now.saturating_sub(least.unwrap_or(now));
        }
        saved.sort_unstable_by(|a, b| b.cmp(a));
        let best: u32 = saved[..BEST].iter().map(|saved| u32::from(*saved)).sum();
        f32::from(now) - future * best as f32 / f32::from(live.len().max(1))
    }

    /// Returns a lower bound of [`min`](Self::min), which is faster: the value of the cards that
    /// are in no meld.
    #[inline]
    #[must_use]
    pub fn at_least(self, hand: CardSet) -> u8 {
        self.sum(hand - self.in_runs(hand) - in_sets(hand))
    }

    /// Returns the cards of `hand` that are part of a run of three or more.
    #[inline]
    pub(super) const fn in_runs(self, hand: CardSet) -> CardSet {
        let hand = hand.bits();
        CardSet::from_bits(if self.corner { in_runs::<true>(hand) } else { in_runs::<false>(hand) })
    }

    /// Returns the least deadwood of `hand`.
    ///
    /// Runs of one suit never conflict, so without sets every card in a run is melded. Sets are
    /// rare enough to be tried one by one.
    #[inline]
    fn melded<const CORNER: bool>(self, hand: u64) -> u8 {
        let sets = tripled(hand);
        let runs = in_runs::<CORNER>(hand);
        if sets == 0 { self.pips(hand & !runs) } else { self.with_sets::<CORNER>(hand, runs, sets) }
    }

    /// Returns the least deadwood of `hand` if the ranks of `sets` may be melded as sets. `runs`
    /// are the cards in runs.
    fn with_sets<const CORNER: bool>(self, hand: u64, runs: u64, sets: u64) -> u8 {
        let lowest = sets & sets.wrapping_neg();
        let others = sets - lowest;
        let rank = hand & (lowest * 0b1111);
        let wanted = rank & runs;
        let rest = |hand: u64| {
            if others == 0 {
                self.pips(hand & !in_runs::<CORNER>(hand))
            } else {
                self.with_sets::<CORNER>(hand, in_runs::<CORNER>(hand), others)
            }
        };
        let alone = wanted & wanted.wrapping_sub(1) == 0;
        let four = rank == lowest * 0b1111;
        if wanted == 0 {
            // No run needs a card of this rank, so the set costs nothing.
            return rest(hand & !rank);
        }
        if four && alone && others == 0 {
            // Three cards make the set and the fourth stays in its run, which no other set can
            // break.
            return rest(hand & !(rank & !wanted));
        }
        let mut min = rest(hand).min(rest(hand & !rank));
        if four {
            let mut left = wanted;
            while left != 0 {
                let card = left & left.wrapping_neg();
                left -= card;
                min = min.min(rest(hand & !(rank & !card)));
            }
        }
        min
    }
}
