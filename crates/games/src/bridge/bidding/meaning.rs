//! What a call says of the hand behind it, and what is known of a hand from all its calls.

use cards::Suit;
use serde::{Deserialize, Serialize};

/// From the least to the most, both included.
///
/// ```
/// use games::bridge::bidding::Span;
/// let strong = Span::new(15, 17);
/// assert!(strong.contains(16) && !strong.contains(18));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct Span {
    /// At least so many.
    #[serde(rename = "least")]
    pub min: u8,
    /// At most so many.
    #[serde(rename = "most")]
    pub max: u8,
}

impl Span {
    /// From `min` to `max`.
    #[must_use]
    pub const fn new(min: u8, max: u8) -> Self {
        Self { min, max }
    }

    /// Whether it holds this number.
    #[must_use]
    pub const fn contains(self, number: u8) -> bool {
        self.min <= number && number <= self.max
    }

    /// What both allow; `other` alone, when they exclude each other.
    #[must_use]
    fn narrowed(self, other: Self) -> Self {
        let both = Self { min: self.min.max(other.min), max: self.max.min(other.max) };
        if both.min <= both.max { both } else { other }
    }

    /// What either allows.
    #[must_use]
    fn widened(self, other: Self) -> Self {
        Self { min: self.min.min(other.min), max: self.max.max(other.max) }
    }
}

/// Whether partner may pass.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum Forcing {
    /// Partner may pass.
    #[default]
    No,
    /// Partner bids game with more than the least.
    Invites,
    /// Partner must call once more.
    Round,
    /// Neither passes below game.
    Game,
}

/// What kind of call it is: the key of its name in words.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// It means what it says.
    #[default]
    Natural,
    /// A pass, or nothing in particular.
    Nothing,
    /// The strong opening of two clubs.
    StrongTwoClubs,
    /// Two diamonds over it: waiting.
    Waiting,
    /// A long suit and few points.
    Preempt,
    /// A raise that leaves the choice to partner.
    LimitRaise,
    /// A raise on length alone.
    PreemptiveRaise,
    /// Two no trump as a raise of a major to game at least.
    Jacoby,
    /// A short suit, shown after that.
    Shortness,
    /// A strong raise of a minor at the two level.
    InvertedRaise,
    /// Two clubs over one no trump: have you a major?
    Stayman,
    /// The answer to it.
    StaymanAnswer,
    /// The suit below the one meant.
    Transfer,
    /// The suit that was meant.
    TransferAccepted,
    /// A long minor to be played there.
    MinorSignOff,
    /// Two no trump over their overcall: three clubs, please.
    Lebensohl,
    /// The fourth suit: tell me more.
    FourthSuit,
    /// A double that asks for the best of the other suits.
    Takeout,
    /// A double that shows the suits that were not bid, and values.
    Negative,
    /// A double to punish.
    Penalty,
    /// A redouble that shows values.
    Values,
    /// The opponents' suit: a good raise, or strength.
    CueBid,
    /// The opponents' suit: two suits of one's own.
    Michaels,
    /// Two no trump for the two lowest suits.
    Unusual,
    /// A suit in which the opponents cannot take two tricks, and the wish for more than game.
    ControlBid,
    /// Four no trump: how many aces?
    Blackwood,
    /// The answer to it.
    Aces,
    /// The answer to it where trumps are known: aces, and the king and queen of trumps.
    KeyCards,
    /// Five no trump: how many kings?
    KingAsk,
    /// The answer to it.
    Kings,
    /// No trump as an invitation to slam.
    Quantitative,
    /// To play.
    SignOff,
}

impl Kind {
    /// Whether it is a bid of a suit that nobody means to play there, and to which there is an answer.
    pub(super) const fn is_artificial(self) -> bool {
        use Kind::{InvertedRaise, Jacoby, Lebensohl, MinorSignOff, Stayman, Transfer, Waiting};
        matches!(self, Stayman | Transfer | MinorSignOff | Lebensohl | Waiting | Jacoby | InvertedRaise)
    }

    /// Whether partner has to answer by a convention, or to choose among suits.
    pub(in crate::bridge) const fn asks(self) -> bool {
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

    /// Whether it tells partner something by a convention: who says it has no choice.
    pub(in crate::bridge) const fn answers(self) -> bool {
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

/// What a call says.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS), ts(rename = "Said"))]
pub struct Meaning {
    /// What kind of call it is.
    #[cfg_attr(feature = "wire", ts(type = "string"))]
    pub kind: Kind,
    /// Whether partner may pass it.
    pub forcing: Forcing,
    /// Points, high cards and some for the shape.
    pub points: Span,
    /// Cards of each suit, clubs first.
    pub lengths: [Span; 4],
}

/// No hand has more points than this.
pub(super) const MAX_POINTS: u8 = 40;

impl Meaning {
    /// Nothing at all.
    pub(super) const NOTHING: Self = Self {
        kind: Kind::Nothing,
        forcing: Forcing::No,
        points: Span::new(0, MAX_POINTS),
        lengths: [Span::new(0, 13); 4],
    };

    /// What either says: two ways to come to the same call.
    #[must_use]
    pub(super) fn or(self, other: Self) -> Self {
        let mut lengths = self.lengths;
        for (length, other) in lengths.iter_mut().zip(other.lengths) {
            *length = length.widened(other);
        }
        Self { points: self.points.widened(other.points), lengths, ..self }
    }
}

/// What is known of a hand from what was said.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Known {
    /// Points.
    pub points: Span,
    /// Cards of each suit, clubs first.
    pub lengths: [Span; 4],
}

impl Known {
    /// Nothing.
    pub(super) const NOTHING: Self =
        Self { points: Span::new(0, MAX_POINTS), lengths: [Span::new(0, 13); 4] };

    /// Cards of one suit.
    #[must_use]
    pub const fn length(&self, suit: Suit) -> Span {
        self.lengths[suit as usize]
    }

    /// The points to reckon with: the middle of what was shown, if it is narrow; else the least, and one.
    #[must_use]
    pub(in crate::bridge) const fn likely(&self) -> u8 {
        match self.points.max - self.points.min {
            width @ 0..=4 => self.points.min + width / 2,
            _ => self.points.min + 1,
        }
    }

    /// Learns what one more call says.
    pub(super) fn learn(&mut self, meaning: &Meaning) {
        self.points = self.points.narrowed(meaning.points);
        for (length, shown) in self.lengths.iter_mut().zip(meaning.lengths) {
            *length = length.narrowed(shown);
        }
        // Thirteen cards: what three suits must have, the fourth cannot.
        let min: u8 = self.lengths.iter().map(|length| length.min).sum();
        if min <= 13 {
            for length in &mut self.lengths {
                length.max = length.max.min(13 - min + length.min);
            }
        }
    }
}
