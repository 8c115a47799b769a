//! Melds, and sets of melds in one hand.

use cards::{Card, CardSet, Rank, Suit, parse_cards};
use engine::ParseActionError;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// Three or four cards of a rank, or at least three cards of a suit in sequence. (GR-R2)
///
/// ```
/// use games::gin_rummy::melds::Meld;
/// let cards = |text| cards::parse_cards(text).map(|cards| cards.into_iter().collect());
/// assert!(Meld::of(cards("7c 7d 7s")?).is_some());
/// assert!(Meld::of(cards("5h 6h 7h 8h")?).is_some());
/// assert!(Meld::of(cards("5h 6h 7s")?).is_none());
/// # Ok::<(), cards::ParseCardError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Meld {
    /// Cards of one rank.
    Set {
        /// Rank of all cards.
        rank: Rank,
        /// The missing suit, if there are three cards.
        without: Option<Suit>,
    },
    /// Cards of one suit in sequence.
    Run {
        /// Suit of all cards.
        suit: Suit,
        /// The lowest rank.
        low: Rank,
        /// Number of cards. The ace follows the king; the rules decide whether a run may do that.
        len: u8,
    },
}

/// Number of ranks.
const RANKS: u8 = Rank::ALL.len() as u8;

/// Returns the rank `indices` ranks above `rank`. The ace follows the king.
const fn above(rank: Rank, indices: u8) -> Rank {
    Rank::ALL[((rank as u8 + indices) % RANKS) as usize]
}

impl Meld {
    /// Minimum number of cards in a meld.
    pub const MIN: u8 = 3;

    /// Returns the meld that `cards` form, or `None`. It accepts runs that turn the corner.
    #[must_use]
    pub fn of(cards: CardSet) -> Option<Self> {
        let first = cards.first().filter(|_| cards.len() >= Self::MIN)?;
        if CardSet::of_rank_of(first).contains_all(cards) {
            let missing = CardSet::of_rank_of(first) - cards;
            return Some(Self::Set { rank: first.rank(), without: missing.first().map(Card::suit) });
        }
        let suit = first.suit();
        let holds = |rank| cards.contains(Card::new(rank, suit));
        // A run begins where the rank below is missing. A full circle begins with its ace.
        let begins = |rank: &Rank| holds(*rank) && !holds(above(*rank, RANKS - 1));
        let low = Rank::ALL.into_iter().find(begins).unwrap_or(Rank::Ace);
        let run = Self::Run { suit, low, len: cards.len() };
        (run.cards() == cards).then_some(run)
    }

    /// Returns the cards.
    #[must_use]
    pub fn cards(self) -> CardSet {
        match self {
            Self::Set { rank, without } => {
                let all = CardSet::of_rank(rank);
                all - without.map_or(CardSet::EMPTY, |suit| CardSet::only(Card::new(rank, suit)))
            }
            Self::Run { .. } => self.iter().collect(),
        }
    }

    /// Iterates over the cards in text order: a set by suit, a run from its lowest card.
    pub fn iter(self) -> impl Iterator<Item = Card> {
        (0..self.max()).filter_map(move |index| match self {
            Self::Set { rank, without } => {
                let suit = Suit::ALL[usize::from(index)];
                (Some(suit) != without).then(|| Card::new(rank, suit))
            }
            Self::Run { suit, low, .. } => Some(Card::new(above(low, index), suit)),
        })
    }

    const fn max(self) -> u8 {
        match self {
            Self::Set { .. } => Suit::ALL.len() as u8,
            Self::Run { len, .. } => len,
        }
    }

    /// Returns the first card in text order.
    #[must_use]
    pub fn first(self) -> Card {
        match self {
            Self::Set { rank, without: Some(Suit::Clubs) } => Card::new(rank, Suit::Diamonds),
            Self::Set { rank, .. } => Card::new(rank, Suit::Clubs),
            Self::Run { suit, low, .. } => Card::new(low, suit),
        }
    }

    /// Whether the meld is a run in which the ace follows the king. (GR-R14)
    #[must_use]
    pub const fn turns_the_corner(self) -> bool {
        match self {
            Self::Set { .. } => false,
            Self::Run { low, len, .. } => low as u8 + len > RANKS,
        }
    }

    /// Returns the cards that extend the meld on their own.
    #[must_use]
    pub fn fitting(self, corner: bool) -> CardSet {
        match self {
            Self::Set { rank, without } => {
                without.map_or(CardSet::EMPTY, |suit| CardSet::only(Card::new(rank, suit)))
            }
            Self::Run { len: RANKS, .. } => CardSet::EMPTY, // GR-S19
            Self::Run { suit, low, len } => {
                let fits = |index, open| {
                    if open { CardSet::only(Card::new(above(low, index), suit)) } else { CardSet::EMPTY }
                };
                let below = fits(RANKS - 1, corner || low != Rank::Ace);
                below | fits(len, corner || low as u8 + len < RANKS)
            }
        }
    }
}

impl fmt::Display for Meld {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, card) in self.iter().enumerate() {
            if index > 0 {
                f.write_str(" ")?;
            }
            write!(f, "{card}")?;
        }
        Ok(())
    }
}

impl FromStr for Meld {
    type Err = ParseActionError;

    fn from_str(text: &str) -> Result<Self, ParseActionError> {
        let listed = parse_cards(text)?;
        let cards: CardSet = listed.iter().copied().collect();
        let no_meld = || {
            let shown: String = text.chars().take(60).collect();
            ParseActionError(format!(
                "“{shown}” is not a meld; use three or four cards of a rank, or three or more of a suit in sequence"
            ))
        };
        Self::of(cards).filter(|_| listed.len() == usize::from(cards.len())).ok_or_else(no_meld)
    }
}

#[cfg(feature = "wire")]
cards::typescript_as!(Meld, Vec<cards::Card>);

impl Serialize for Meld {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for Meld {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let listed = Vec::<Card>::deserialize(deserializer)?;
        let meld = Self::of(listed.iter().copied().collect());
        let meld = meld.filter(|meld| usize::from(meld.cards().len()) == listed.len());
        meld.ok_or_else(|| serde::de::Error::custom("these cards are not a meld"))
    }
}

/// Melds of one hand: at most three, in the order of their first cards.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Melds([Option<Meld>; Melds::MAX]);

impl Melds {
    /// Maximum number of melds. Eleven cards form at most three.
    pub const MAX: usize = 3;
    /// A hand without melds.
    pub const EMPTY: Self = Self([None; Self::MAX]);

    /// Inserts a meld in order.
    ///
    /// # Panics
    ///
    /// Panics if there are already three melds.
    pub fn insert(&mut self, meld: Meld) {
        let index = self.iter().take_while(|other| other.first() < meld.first()).count();
        assert!(self.len() < Self::MAX, "a hand forms at most three melds");
        self.0[index..].rotate_right(1);
        self.0[index] = Some(meld);
    }

    /// Replaces `old` by `new` and keeps the order.
    pub(crate) fn replace(&mut self, old: Meld, new: Meld) {
        let mut others = Self::EMPTY;
        self.iter().filter(|meld| *meld != old).for_each(|meld| others.insert(meld));
        others.insert(new);
        *self = others;
    }

    /// Returns the number of melds.
    #[must_use]
    pub fn len(&self) -> usize {
        self.iter().count()
    }

    /// Whether there are no melds.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Iterates over the melds in the order of their first cards.
    pub fn iter(&self) -> impl Iterator<Item = Meld> + Clone {
        self.0.into_iter().flatten()
    }

    /// Returns the cards of all melds.
    #[must_use]
    pub fn cards(&self) -> CardSet {
        self.iter().fold(CardSet::EMPTY, |cards, meld| cards | meld.cards())
    }

    /// Returns the cards that extend one of the melds on their own.
    #[must_use]
    pub fn fitting(&self, corner: bool) -> CardSet {
        self.iter().fold(CardSet::EMPTY, |cards, meld| cards | meld.fitting(corner))
    }

    /// Compares the texts of two lists of melds without formatting them.
    pub(super) fn cmp_text(&self, other: &Self) -> std::cmp::Ordering {
        self.letters().cmp(other.letters())
    }

    fn letters(&self) -> impl Iterator<Item = char> {
        self.iter().enumerate().flat_map(|(index, meld)| {
            let before = if index > 0 { " / " } else { "" };
            let card = |(index, card): (usize, Card)| {
                let blank = (index > 0).then_some(' ');
                blank.into_iter().chain([card.rank().letter(), card.suit().letter()])
            };
            before.chars().chain(meld.iter().enumerate().flat_map(card))
        })
    }
}

impl fmt::Display for Melds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, meld) in self.iter().enumerate() {
            if index > 0 {
                f.write_str(" / ")?;
            }
            write!(f, "{meld}")?;
        }
        Ok(())
    }
}

impl FromStr for Melds {
    type Err = ParseActionError;

    fn from_str(text: &str) -> Result<Self, ParseActionError> {
        let mut melds = Self::EMPTY;
        for part in text.split('/') {
            let meld: Meld = part.trim().parse()?;
            let twice = melds.cards() & meld.cards();
            if let Some(card) = twice.first() {
                return Err(ParseActionError(format!("{card} is in two melds")));
            }
            if melds.len() == Self::MAX {
                return Err(ParseActionError("ten cards form at most three melds".to_owned()));
            }
            melds.insert(meld);
        }
        Ok(melds)
    }
}

#[cfg(feature = "wire")]
cards::typescript_as!(Melds, Vec<Meld>);

impl Serialize for Melds {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for Melds {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let listed = Vec::<Meld>::deserialize(deserializer)?;
        if listed.len() > Self::MAX {
            return Err(serde::de::Error::custom("a hand forms at most three melds"));
        }
        let mut melds = Self::EMPTY;
        listed.into_iter().for_each(|meld| melds.insert(meld));
        Ok(melds)
    }
}
