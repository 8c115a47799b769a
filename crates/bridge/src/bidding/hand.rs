//! Evaluation of a hand: high cards, lengths, shortness, stoppers and controls.

use cards::{CardSet, Rank, Suit};

/// Thirteen cards with their evaluation.
///
/// ```
/// use cards::{CardSet, Suit};
/// use bridge::bidding::Hand;
/// let cards: CardSet = cards::parse_cards("As Qs 5s Kh 8h 3h Ad Jd 7d 4d Qc 9c 6c")?.into_iter().collect();
/// let hand = Hand::new(cards);
/// assert_eq!((hand.high_cards(), hand.length(Suit::Diamonds), hand.is_balanced()), (16, 4, true));
/// # Ok::<(), cards::ParseCardError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hand {
    cards: CardSet,
    lengths: [u8; 4],
    high_cards: u8,
}

const fn count(cards: CardSet, ranks: CardSet) -> u8 {
    cards.intersection(ranks).len()
}

const ACES: CardSet = CardSet::of_rank(Rank::Ace);
const KINGS: CardSet = CardSet::of_rank(Rank::King);
const QUEENS: CardSet = CardSet::of_rank(Rank::Queen);
const JACKS: CardSet = CardSet::of_rank(Rank::Jack);
const TENS: CardSet = CardSet::of_rank(Rank::Ten);
const TOPS: CardSet = ACES.union(KINGS).union(QUEENS);
const HONORS: CardSet = TOPS.union(JACKS).union(TENS);

impl Hand {
    /// Returns the evaluation of these cards.
    #[must_use]
    pub fn new(cards: CardSet) -> Self {
        let high_cards =
            4 * count(cards, ACES) + 3 * count(cards, KINGS) + 2 * count(cards, QUEENS) + count(cards, JACKS);
        Self { cards, lengths: Suit::ALL.map(|suit| (cards & CardSet::of_suit(suit)).len()), high_cards }
    }

    /// Returns the cards of the hand.
    #[must_use]
    pub const fn cards(&self) -> CardSet {
        self.cards
    }

    const fn of_suit(&self, suit: Suit) -> CardSet {
        self.cards.intersection(CardSet::of_suit(suit))
    }

    /// Returns the number of cards of a suit.
    #[must_use]
    pub const fn length(&self, suit: Suit) -> u8 {
        self.lengths[suit as usize]
    }

    /// Returns the high-card points: 4, 3, 2, 1.
    #[must_use]
    pub const fn high_cards(&self) -> u8 {
        self.high_cards
    }

    /// Returns the high-card points, plus one for each card of a suit beyond four.
    #[must_use]
    pub fn points(&self) -> u8 {
        self.high_cards + self.lengths.iter().map(|length| length.saturating_sub(4)).sum::<u8>()
    }

    /// Returns the points with these trumps: high cards, plus the higher value of short suits or
    /// long suits.
    #[must_use]
    pub fn support(&self, trumps: Suit) -> u8 {
        let worth: [u8; 3] = match self.length(trumps) {
            0..=2 => [0, 0, 0],
            3 => [3, 2, 1],
            _ => [5, 3, 1],
        };
        let short = Suit::ALL.into_iter().filter(|suit| *suit != trumps).map(|suit| {
            let worth_of_length = usize::from(self.length(suit));
            worth.get(worth_of_length).copied().unwrap_or_default()
        });
        self.points().max(self.high_cards + short.sum::<u8>())
    }

    /// Whether the hand has no void, no singleton and at most one doubleton.
    #[must_use]
    pub fn is_balanced(&self) -> bool {
        let short = self.lengths.iter().filter(|length| **length <= 2).count();
        self.lengths.iter().all(|length| (2..=5).contains(length)) && short <= 1
    }

    /// Returns the number of cards in the two longest suits.
    #[must_use]
    pub fn two_longest(&self) -> u8 {
        let mut lengths = self.lengths;
        lengths.sort_unstable();
        lengths[2] + lengths[3]
    }

    /// Whether the hand has a stopper: the ace, a guarded king, a queen with two others, or a jack
    /// with three.
    #[must_use]
    pub const fn stops(&self, suit: Suit) -> bool {
        let cards = self.of_suit(suit);
        let length = cards.len();
        count(cards, ACES) > 0
            || count(cards, KINGS) > 0 && length >= 2
            || count(cards, QUEENS) > 0 && length >= 3
            || count(cards, JACKS) > 0 && length >= 4
    }

    /// Returns how many of ace, king and queen of a suit the hand has.
    #[must_use]
    pub const fn tops(&self, suit: Suit) -> u8 {
        count(self.of_suit(suit), TOPS)
    }

    /// Returns how many of the five honors of a suit the hand has.
    #[must_use]
    pub const fn honors(&self, suit: Suit) -> u8 {
        count(self.of_suit(suit), HONORS)
    }

    /// Returns the number of aces.
    #[must_use]
    pub const fn aces(&self) -> u8 {
        count(self.cards, ACES)
    }

    /// Returns the number of key cards: the aces and the king of trumps.
    #[must_use]
    pub fn key_cards(&self, trumps: Suit) -> u8 {
        self.aces() + count(self.of_suit(trumps), KINGS)
    }

    /// Whether the hand has the queen of a suit.
    #[must_use]
    pub const fn has_queen(&self, suit: Suit) -> bool {
        count(self.of_suit(suit), QUEENS) > 0
    }

    /// Whether the hand controls the first or second trick of a suit: with the ace, the king, a
    /// singleton or a void.
    #[must_use]
    pub const fn controls(&self, suit: Suit) -> bool {
        let cards = self.of_suit(suit);
        cards.len() <= 1 || count(cards, ACES.union(KINGS)) > 0
    }

    /// Returns the number of kings.
    #[must_use]
    pub const fn kings(&self) -> u8 {
        count(self.cards, KINGS)
    }
}
