//! A line of the system card: a call, the hands it is made with, and so what it means.

use super::hand::Hand;
use super::meaning::{Forcing, Kind, MAX_POINTS, Meaning, Span};
use crate::bridge::{Bid, Call};
use cards::Suit;
use dds::Strain;

/// How the points of a rule are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Measure {
    /// High cards alone.
    HighCards,
    /// And long suits.
    Length,
    /// And short suits, with these trumps.
    Support(Suit),
}

/// What else a hand must have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Feature {
    /// No singleton, at most one doubleton.
    Balanced,
    /// A singleton, a void, or two doubletons.
    Unbalanced,
    /// A stopper in the suit.
    Stops(Suit),
    /// At least so many of ace, king and queen in the suit.
    Tops(Suit, u8),
    /// At least so many of the five honours in the suit.
    Honors(Suit, u8),
    /// At least as many cards of the first suit as of the second, and so many more.
    Longer(Suit, Suit, i8),
    /// High cards and the two longest suits come to at least this.
    RuleOf(u8),
    /// High cards and the cards of this suit come to at least this.
    WithLength(Suit, u8),
    /// At most so many high-card points, whatever the shape is worth.
    HighCardsAtMost(u8),
    /// At least so many high-card points, whatever the shape is worth.
    HighCardsAtLeast(u8),
    /// So many aces, or so many.
    Aces(u8, u8),
    /// So many aces and kings of these trumps, or so many.
    KeyCards(Suit, u8, u8),
    /// Whether it has the queen of the suit.
    Queen(Suit, bool),
    /// The ace or the king of the suit, or a card at most.
    Controls(Suit),
    /// So many kings, or so many.
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

/// The most features a rule has.
const MAX_FEATURES: usize = 6;

/// A line of the system card.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Rule {
    /// `None`: there is no such call, because its level is too high.
    call: Option<Call>,
    kind: Kind,
    forcing: Forcing,
    measure: Measure,
    points: Span,
    lengths: [Span; 4],
    features: [Option<Feature>; MAX_FEATURES],
    /// Made when nothing else fits: it says nothing.
    is_last_resort: bool,
}

/// A rule for a bid, to be narrowed down.
pub(super) fn bid(level: u8, strain: impl Into<Strain>) -> Rule {
    Rule::new(Bid::new(level, strain.into()).map(Call::Bid))
}

/// A rule for a pass.
pub(super) fn pass() -> Rule {
    Rule::new(Some(Call::Pass)).kind(Kind::Nothing)
}

/// A rule for a double.
pub(super) fn double() -> Rule {
    Rule::new(Some(Call::Double))
}

/// A rule for a redouble.
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

    /// High-card points alone.
    pub(super) fn high_cards(self, min: u8, max: u8) -> Self {
        Self { measure: Measure::HighCards, points: Span::new(min, max), ..self }
    }

    /// High-card points, and one for each card beyond four of a suit.
    pub(super) fn points(self, min: u8, max: u8) -> Self {
        Self { measure: Measure::Length, points: Span::new(min, max), ..self }
    }

    /// Points with these trumps.
    pub(super) fn support(self, trumps: Suit, min: u8, max: u8) -> Self {
        Self { measure: Measure::Support(trumps), points: Span::new(min, max), ..self }
    }

    /// Cards of a suit.
    pub(super) fn length(mut self, suit: Suit, min: u8, max: u8) -> Self {
        self.lengths[suit as usize] = Span::new(min, max);
        self
    }

    /// At least so many cards of a suit.
    pub(super) fn at_min(mut self, suit: Suit, min: u8) -> Self {
        self.lengths[suit as usize].min = min;
        self
    }

    /// At most so many cards of a suit.
    pub(super) fn at_max(mut self, suit: Suit, max: u8) -> Self {
        self.lengths[suit as usize].max = max;
        self
    }

    /// Something else that the hand must have.
    pub(super) fn with(mut self, feature: Feature) -> Self {
        match self.features.iter_mut().find(|slot| slot.is_none()) {
            Some(slot) => *slot = Some(feature),
            None => debug_assert!(false, "a rule of more than {MAX_FEATURES} features"),
        }
        self
    }

    /// Balanced, and so two to five cards of each suit.
    pub(super) fn balanced(mut self) -> Self {
        for length in &mut self.lengths {
            *length = Span::new(length.min.max(2), length.max.min(5));
        }
        self.with(Feature::Balanced)
    }

    /// Stoppers in these suits.
    pub(super) fn stopping(self, suits: impl IntoIterator<Item = Suit>) -> Self {
        suits.into_iter().fold(self, |rule, suit| rule.with(Feature::Stops(suit)))
    }

    /// What kind of call it is.
    pub(super) fn kind(self, kind: Kind) -> Self {
        Self { kind, ..self }
    }

    /// Whether partner may pass.
    pub(super) fn forcing(self, forcing: Forcing) -> Self {
        Self { forcing, ..self }
    }

    /// Made only when nothing else fits; it says nothing of the hand.
    pub(super) fn last_resort(self) -> Self {
        Self { is_last_resort: true, ..self }
    }

    pub(super) const fn is_last_resort(&self) -> bool {
        self.is_last_resort
    }

    /// Whether some hand may fit it: what is counted from partner's side may leave nothing.
    pub(super) fn is_possible(&self) -> bool {
        let is_empty = |span: &Span| span.min > span.max;
        !is_empty(&self.points) && !self.lengths.iter().any(is_empty)
    }

    /// The call, if there is one.
    pub(super) const fn call(&self) -> Option<Call> {
        self.call
    }

    /// Whether this hand makes this call, unless a rule before it is for another.
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

    /// What it tells partner, and everybody.
    pub(super) fn meaning(&self) -> Meaning {
        Meaning { kind: self.kind, forcing: self.forcing, points: self.points, lengths: self.lengths }
    }
}
