//! Meanings of calls, and the accumulated knowledge of a hand.

use cards::Suit;
use serde::{Deserialize, Serialize};

/// Range of numbers, both ends included.
///
/// ```
/// use bridge::bidding::Span;
/// let strong = Span::new(15, 17);
/// assert!(strong.contains(16) && !strong.contains(18));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct Span {
    /// Minimum of the range.
    #[serde(rename = "least")]
    pub min: u8,
    /// Maximum of the range.
    #[serde(rename = "most")]
    pub max: u8,
}

impl Span {
    /// Returns the range from `min` to `max`.
    #[must_use]
    pub const fn new(min: u8, max: u8) -> Self {
        Self { min, max }
    }

    /// Whether the range contains `number`.
    #[must_use]
    pub const fn contains(self, number: u8) -> bool {
        self.min <= number && number <= self.max
    }

    /// Returns the intersection, or `other` if it is empty.
    #[must_use]
    fn narrowed(self, other: Self) -> Self {
        let both = Self { min: self.min.max(other.min), max: self.max.min(other.max) };
        if both.min <= both.max { both } else { other }
    }

    /// Returns the smallest range that contains both.
    #[must_use]
    fn widened(self, other: Self) -> Self {
        Self { min: self.min.min(other.min), max: self.max.max(other.max) }
    }
}

/// Degree to which a call forces partner.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum Forcing {
    /// The call is not forcing: partner may pass.
    #[default]
    No,
    /// Partner bids game with more than a minimum.
    Invites,
    /// Partner must call once more.
    Round,
    /// Neither partner passes below a game contract.
    Game,
}

/// Kind of a call, also the key of its name in translations.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// A natural call.
    #[default]
    Natural,
    /// A pass, or no particular meaning.
    Nothing,
    /// The strong opening of two clubs.
    StrongTwoClubs,
    /// Two diamonds over two clubs: waiting.
    Waiting,
    /// A long suit and few points.
    Preempt,
    /// A raise that leaves the choice to partner.
    LimitRaise,
    /// A raise on length alone.
    PreemptiveRaise,
    /// Two notrump as a raise of a major, at least to game.
    Jacoby,
    /// A short suit, shown after Jacoby.
    Shortness,
    /// A strong raise of a minor at the two level.
    InvertedRaise,
    /// Two clubs over one notrump, asking for a major.
    Stayman,
    /// The answer to Stayman.
    StaymanAnswer,
    /// The suit below the one held.
    Transfer,
    /// The suit held by the transferring partner.
    TransferAccepted,
    /// A long minor to be played there.
    MinorSignOff,
    /// Two notrump over an overcall, asking for three clubs.
    Lebensohl,
    /// The fourth suit, asking for more information.
    FourthSuit,
    /// A double that asks for the best of the other suits.
    Takeout,
    /// A double that shows the unbid suits, and values.
    Negative,
    /// A penalty double.
    Penalty,
    /// A redouble that shows values.
    Values,
    /// The opponents' suit: a good raise, or strength.
    CueBid,
    /// The opponents' suit: two other suits.
    Michaels,
    /// Two notrump for the two lowest suits.
    Unusual,
    /// A suit in which the opponents cannot take two tricks, with interest in slam.
    ControlBid,
    /// Four notrump, asking for aces.
    Blackwood,
    /// The answer to Blackwood.
    Aces,
    /// The answer to Blackwood with agreed trumps: aces, and the king and queen of trumps.
    KeyCards,
    /// Five notrump, asking for kings.
    KingAsk,
    /// The answer to the king ask.
    Kings,
    /// Notrump as an invitation to slam.
    Quantitative,
    /// A call that ends the auction, because it names the final contract.
    SignOff,
}

impl Kind {
    /// Whether the call is a bid that is not meant to be played and has an answer.
    pub(super) const fn is_artificial(self) -> bool {
        use Kind::{InvertedRaise, Jacoby, Lebensohl, MinorSignOff, Stayman, Transfer, Waiting};
        matches!(self, Stayman | Transfer | MinorSignOff | Lebensohl | Waiting | Jacoby | InvertedRaise)
    }

    /// Whether partner has to answer by a convention, or to choose among suits.
    pub(crate) const fn asks(self) -> bool {
        use Kind::{
            Blackwood, ControlBid, CueBid, FourthSuit, KingAsk, Michaels, Negative, StrongTwoClubs, Takeout,
            Unusual,
        };
        self.is_artificial()
            || matches!(
                self,
                Blackwood
                    | ControlBid
                    | CueBid
                    | FourthSuit
                    | KingAsk
                    | Michaels
                    | Negative
                    | StrongTwoClubs
                    | Takeout
                    | Unusual
            )
    }

    /// Whether the call gives partner information by a convention, so that the caller has no
    /// choice.
    pub(crate) const fn answers(self) -> bool {
        use Kind::{
            Aces, CueBid, FourthSuit, KeyCards, KingAsk, Kings, Michaels, Negative, Shortness, StaymanAnswer,
            StrongTwoClubs, TransferAccepted, Unusual,
        };
        self.is_artificial()
            || matches!(
                self,
                Aces | CueBid
                    | FourthSuit
                    | KeyCards
                    | KingAsk
                    | Kings
                    | Michaels
                    | Negative
                    | Shortness
                    | StaymanAnswer
                    | StrongTwoClubs
                    | TransferAccepted
                    | Unusual
            )
    }
}

/// Meaning of a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS), ts(rename = "Said"))]
pub struct Meaning {
    /// Kind of the call.
    #[cfg_attr(feature = "wire", ts(type = "string"))]
    pub kind: Kind,
    /// Whether partner may pass.
    pub forcing: Forcing,
    /// Points: high cards plus some for shape.
    pub points: Span,
    /// Length of each suit, clubs first.
    pub lengths: [Span; 4],
}

/// Maximum points of a hand.
pub(super) const MAX_POINTS: u8 = 40;

impl Meaning {
    /// Meaning of a call that gives no information.
    pub(super) const NOTHING: Self = Self {
        kind: Kind::Nothing,
        forcing: Forcing::No,
        points: Span::new(0, MAX_POINTS),
        lengths: [Span::new(0, 13); 4],
    };

    /// Returns the union of two meanings of the same call.
    #[must_use]
    pub(super) fn or(self, other: Self) -> Self {
        let mut lengths = self.lengths;
        for (length, other) in lengths.iter_mut().zip(other.lengths) {
            *length = length.widened(other);
        }
        Self { points: self.points.widened(other.points), lengths, ..self }
    }
}

/// Accumulated knowledge of a hand from its calls.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HandKnowledge {
    /// Possible points of the hand.
    pub points: Span,
    /// Length of each suit, clubs first.
    pub lengths: [Span; 4],
}

impl HandKnowledge {
    /// Knowledge of a hand before any call.
    pub(super) const NOTHING: Self =
        Self { points: Span::new(0, MAX_POINTS), lengths: [Span::new(0, 13); 4] };

    /// Returns the length of a suit.
    #[must_use]
    pub const fn length(&self, suit: Suit) -> Span {
        self.lengths[suit as usize]
    }

    /// Returns the estimated points: the middle of a narrow range, otherwise the minimum plus one.
    #[must_use]
    pub(crate) const fn likely(&self) -> u8 {
        match self.points.max - self.points.min {
            width @ 0..=4 => self.points.min + width / 2,
            _ => self.points.min + 1,
        }
    }

    /// Adds the information of one more call.
    pub(super) fn learn(&mut self, meaning: &Meaning) {
        self.points = self.points.narrowed(meaning.points);
        for (length, shown) in self.lengths.iter_mut().zip(meaning.lengths) {
            *length = length.narrowed(shown);
        }
        // A hand has thirteen cards, so the minimum lengths of three suits limit the fourth.
        let min: u8 = self.lengths.iter().map(|length| length.min).sum();
        if min <= 13 {
            for length in &mut self.lengths {
                length.max = length.max.min(13 - min + length.min);
            }
        }
    }
}
