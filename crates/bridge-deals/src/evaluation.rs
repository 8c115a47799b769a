//! Evaluation of a hand.

use cards::{CardSet, Rank, Suit};

/// Suits in the order of hand diagrams.
pub(crate) const SUITS: [Suit; 4] = [Suit::Spades, Suit::Hearts, Suit::Diamonds, Suit::Clubs];

/// Points, suit lengths, losers and controls of a hand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Evaluation {
    /// Lengths of spades, hearts, diamonds and clubs.
    pub lengths: [u8; 4],
    /// High-card points: ace 4, king 3, queen 2, jack 1.
    pub points: u8,
    /// Losers of the losing-trick count: of the three highest places of each suit, those without ace, king (in two cards or
    /// more) and queen (in three or more).
    pub losers: u8,
    /// Controls: ace 2, king 1.
    pub controls: u8,
    /// Number of aces.
    pub aces: u8,
}

impl Evaluation {
    /// Evaluates a hand.
    ///
    /// ```
    /// use bridge_deals::Evaluation;
    /// let hand = cards::parse_cards("As Ks 5s  Qh Jh  Td  Kc Qc 7c 6c 4c 3c 2c")?.into_iter().collect();
    /// let found = Evaluation::of(hand);
    /// assert_eq!((found.lengths, found.points, found.losers), ([3, 2, 1, 7], 15, 5));
    /// assert_eq!((found.controls, found.aces), (4, 1));
    /// # Ok::<(), cards::ParseCardError>(())
    /// ```
    #[must_use]
    pub fn of(hand: CardSet) -> Self {
        SUITS.into_iter().enumerate().map(|(index, suit)| Self::of_suit(hand, index, suit)).sum()
    }

    /// Evaluates the cards of one suit, whose place in `lengths` is `index`.
    pub(crate) fn of_suit(hand: CardSet, index: usize, suit: Suit) -> Self {
        let held = hand & CardSet::of_suit(suit);
        let count = |rank| (held & CardSet::of_rank(rank)).len();
        let (aces, kings, queens) = (count(Rank::Ace), count(Rank::King), count(Rank::Queen));
        let length = held.len();
        let winners = aces + kings * u8::from(length > 1) + queens * u8::from(length > 2);
        let mut lengths = [0; 4];
        lengths[index] = length;
        Self {
            lengths,
            points: 4 * aces + 3 * kings + 2 * queens + count(Rank::Jack),
            losers: length.min(3) - winners.min(length),
            controls: 2 * aces + kings,
            aces,
        }
    }

    /// Returns whether the suits are 4-3-3-3, 4-4-3-2 or 5-3-3-2.
    #[must_use]
    pub fn is_balanced(&self) -> bool {
        matches!(self.sorted(), [4, 3, 3, 3] | [4, 4, 3, 2] | [5, 3, 3, 2])
    }

    /// Returns the lengths, longest first.
    pub(crate) fn sorted(&self) -> [u8; 4] {
        let mut lengths = self.lengths;
        lengths.sort_by(|a, b| b.cmp(a));
        lengths
    }
}

impl std::ops::Add for Evaluation {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            lengths: std::array::from_fn(|suit| self.lengths[suit] + other.lengths[suit]),
            points: self.points + other.points,
            losers: self.losers + other.losers,
            controls: self.controls + other.controls,
            aces: self.aces + other.aces,
        }
    }
}

impl std::iter::Sum for Evaluation {
    fn sum<I: Iterator<Item = Self>>(parts: I) -> Self {
        parts.fold(Self::default(), std::ops::Add::add)
    }
}
