//! Rule of the system card: a call, and the hands that make it.

use super::hand::Hand;
use super::meaning::{Forcing, Kind, MAX_POINTS, Meaning, Span};
use crate::{Bid, Call};
use cards::Suit;
use dds::Strain;

/// Measure of the points of a rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Measure {
    /// Points for high cards only.
    HighCards,
    /// Points for high cards and long suits.
    Length,
    /// Points for high cards and short suits, with these trumps.
    Support(Suit),
}

/// Requirement of a bidding rule besides points and suit lengths.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Feature {
    /// The hand has no singleton and at most one doubleton.
    Balanced,
    /// The hand has a singleton, a void, or two doubletons.
    Unbalanced,
    /// The hand has a stopper in the suit.
    Stops(Suit),
    /// The hand has at least this number of ace, king and queen in the suit.
    Tops(Suit, u8),
    /// The hand has at least this number of the five honors in the suit.
    Honors(Suit, u8),
    /// The first suit is longer than the second by at least this number.
    Longer(Suit, Suit, i8),
    /// High-card points plus the lengths of the two longest suits are at least this number.
    RuleOf(u8),
    /// High-card points plus the length of this suit are at least this number.
    WithLength(Suit, u8),
    /// The hand has at most this number of high-card points.
    HighCardsAtMost(u8),
    /// The hand has at least this number of high-card points.
    HighCardsAtLeast(u8),
    /// The hand has one of two numbers of aces.
    Aces(u8, u8),
    /// The hand has one of two numbers of key cards with these trumps.
    KeyCards(Suit, u8, u8),
    /// Whether the hand has the queen of the suit.
    Queen(Suit, bool),
    /// The hand has the ace or king of the suit, a singleton or a void.
    Controls(Suit),
    /// The hand has one of two numbers of kings.
    Kings(u8, u8),
}

impl Feature {
    fn holds(self, hand: &Hand) -> bool {
        match self {
            Self::Balanced => hand.is_balanced(),
            Self::Unbalanced => !hand.is_balanced(),
            Self::Stops(suit) => hand.stops(suit),
            Self::Tops(suit, min) => hand.tops(suit) >= min,
            Self::Honors(suit, min) => hand.honors(suit) >= min,
            Self::Longer(suit, other, more) => {
                i16::from(hand.length(suit)) >= i16::from(hand.length(other)) + i16::from(more)
            }
            Self::RuleOf(min) => hand.high_cards() + hand.two_longest() >= min,
            Self::WithLength(suit, min) => hand.high_cards() + hand.length(suit) >= min,
            Self::HighCardsAtMost(max) => hand.high_cards() <= max,
            Self::HighCardsAtLeast(min) => hand.high_cards() >= min,
            Self::Aces(some, or) => hand.aces() == some || hand.aces() == or,
            Self::KeyCards(trumps, some, or) => [some, or].contains(&hand.key_cards(trumps)),
            Self::Queen(suit, has) => hand.has_queen(suit) == has,
            Self::Controls(suit) => hand.controls(suit),
            Self::Kings(some, or) => hand.kings() == some || hand.kings() == or,
        }
    }
}

/// Maximum number of features of a rule.
const MAX_FEATURES: usize = 6;

/// Rule of the system card.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Rule {
    /// The call. `None` if its level is too high.
    call: Option<Call>,
    kind: Kind,
    forcing: Forcing,
    measure: Measure,
    points: Span,
    lengths: [Span; 4],
    features: [Option<Feature>; MAX_FEATURES],
    /// Whether the call is made only if no other rule fits, so that it carries no information.
    is_last_resort: bool,
}

/// Returns a rule for a bid, without requirements.
pub(super) fn bid(level: u8, strain: impl Into<Strain>) -> Rule {
    Rule::new(Bid::new(level, strain.into()).map(Call::Bid))
}

/// Returns a rule for a pass.
pub(super) fn pass() -> Rule {
    Rule::new(Some(Call::Pass)).kind(Kind::Nothing)
}

/// Returns a rule for a double.
pub(super) fn double() -> Rule {
    Rule::new(Some(Call::Double))
}

/// Returns a rule for a redouble.
pub(super) fn redouble() -> Rule {
    Rule::new(Some(Call::Redouble)).kind(Kind::Values)
}

impl Rule {
    fn new(call: Option<Call>) -> Self {
        Self {
            call,
            kind: Kind::Natural,
            forcing: Forcing::No,
            measure: Measure::Length,
            points: Span::new(0, MAX_POINTS),
            lengths: [Span::new(0, 13); 4],
            features: [None; MAX_FEATURES],
            is_last_resort: false,
        }
    }

    /// Requires this range of high-card points.
    pub(super) fn high_cards(self, min: u8, max: u8) -> Self {
        Self { measure: Measure::HighCards, points: Span::new(min, max), ..self }
    }

    /// Requires this range of points: high cards, plus one for each card of a suit beyond four.
    pub(super) fn points(self, min: u8, max: u8) -> Self {
        Self { measure: Measure::Length, points: Span::new(min, max), ..self }
    }

    /// Requires this range of points with these trumps.
    pub(super) fn support(self, trumps: Suit, min: u8, max: u8) -> Self {
        Self { measure: Measure::Support(trumps), points: Span::new(min, max), ..self }
    }

    /// Requires this range of cards in a suit.
    pub(super) fn length(mut self, suit: Suit, min: u8, max: u8) -> Self {
        self.lengths[suit as usize] = Span::new(min, max);
        self
    }

    /// Requires at least `min` cards in a suit.
    pub(super) fn at_min(mut self, suit: Suit, min: u8) -> Self {
        self.lengths[suit as usize].min = min;
        self
    }

    /// Requires at most `max` cards in a suit.
    pub(super) fn at_max(mut self, suit: Suit, max: u8) -> Self {
        self.lengths[suit as usize].max = max;
        self
    }

    /// Adds a feature that the hand must have.
    pub(super) fn with(mut self, feature: Feature) -> Self {
        match self.features.iter_mut().find(|slot| slot.is_none()) {
            Some(slot) => *slot = Some(feature),
            None => debug_assert!(false, "a rule of more than {MAX_FEATURES} features"),
        }
        self
    }

    /// Requires a balanced hand, and so two to five cards in each suit.
    pub(super) fn balanced(mut self) -> Self {
        for length in &mut self.lengths {
            *length = Span::new(length.min.max(2), length.max.min(5));
        }
        self.with(Feature::Balanced)
    }

    /// Requires stoppers in these suits.
    pub(super) fn stopping(self, suits: impl IntoIterator<Item = Suit>) -> Self {
        suits.into_iter().fold(self, |rule, suit| rule.with(Feature::Stops(suit)))
    }

    /// Sets the kind of the call.
    pub(super) fn kind(self, kind: Kind) -> Self {
        Self { kind, ..self }
    }

    /// Sets the degree to which the call forces partner.
    pub(super) fn forcing(self, forcing: Forcing) -> Self {
        Self { forcing, ..self }
    }

    /// Marks the rule as a last resort, which carries no information.
    pub(super) fn last_resort(self) -> Self {
        Self { is_last_resort: true, ..self }
    }

    pub(super) const fn is_last_resort(&self) -> bool {
        self.is_last_resort
    }

    /// Whether some hand may fit. Ranges that depend on partner's points can be empty.
    pub(super) fn is_possible(&self) -> bool {
        let is_empty = |span: &Span| span.min > span.max;
        !is_empty(&self.points) && !self.lengths.iter().any(is_empty)
    }

    /// Returns the call, if there is one.
    pub(super) const fn call(&self) -> Option<Call> {
        self.call
    }

    /// Whether the hand fits the rule. An earlier rule may still apply first.
    pub(super) fn fits(&self, hand: &Hand) -> bool {
        let points = match self.measure {
            Measure::HighCards => hand.high_cards(),
            Measure::Length => hand.points(),
            Measure::Support(trumps) => hand.support(trumps),
        };
        self.points.contains(points)
            && Suit::ALL.into_iter().all(|suit| self.lengths[suit as usize].contains(hand.length(suit)))
            && self.features.iter().flatten().all(|feature| feature.holds(hand))
    }

    /// Returns the meaning of the call by this rule.
    pub(super) fn meaning(&self) -> Meaning {
        Meaning { kind: self.kind, forcing: self.forcing, points: self.points, lengths: self.lengths }
    }
}
