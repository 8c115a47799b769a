//! Points, the end of the deal, the end of the match.

use super::options::{EndMode, Spade};
use super::{Options, State};
use crate::fishing::{self, Scoring, SideSequence, max};
use cards::{BySeat, BySide, Card, CardSet, Rank, Seat, SeatSet, Side, Suit};
use engine::{Outcome, ScoreLine, Settlement};
use serde::Serialize;

/// Score of the match between deals.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Standing {
    /// Dealer of the next deal, or of the deal in progress.
    pub dealer: Seat,
    /// Points of each seat in the match; partners have the same.
    pub totals: BySeat<i32>,
}

/// Figures of a finished deal, for records; partners have the same.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Detail {
    /// Number of cards each seat captured.
    pub cards: BySeat<u8>,
    /// Number of spades each seat captured.
    pub spades: BySeat<u8>,
    /// Number of aces each seat captured.
    pub aces: BySeat<u8>,
    /// Whether the ten of diamonds was captured.
    pub big_cassino: BySeat<bool>,
    /// Whether the two of spades was captured.
    pub little_cassino: BySeat<bool>,
    /// Number of sweeps each seat made.
    pub sweeps: BySeat<u8>,
}

/// Scoring categories, in scoring order. (CA-R16, CA-S5)
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Category {
    Cards,
    Spades,
    BigCassino,
    LittleCassino,
    Aces,
    Sweeps,
}

impl Category {
    /// All categories in scoring order.
    const ALL: [Self; 6] =
        [Self::Cards, Self::Spades, Self::BigCassino, Self::LittleCassino, Self::Aces, Self::Sweeps];

    const fn name(self) -> &'static str {
        match self {
            Self::Cards => "cards",
            Self::Spades => "spades",
            Self::BigCassino => "bigCassino",
            Self::LittleCassino => "littleCassino",
            Self::Aces => "aces",
            Self::Sweeps => "sweeps",
        }
    }

    const fn rules(self) -> &'static [&'static str] {
        match self {
            Self::Sweeps => &["CA-R8", "CA-O10"],
            Self::Spades => &["CA-R16", "CA-O12"],
            Self::Cards | Self::BigCassino | Self::LittleCassino | Self::Aces => &["CA-R16"],
        }
    }
}

pub(super) const BIG_CASSINO: Card = Card::new(Rank::Ten, Suit::Diamonds);
pub(super) const LITTLE_CASSINO: Card = Card::new(Rank::Two, Suit::Spades);
pub(super) const SPADES: CardSet = CardSet::of_suit(Suit::Spades);
pub(super) const ACES: CardSet = CardSet::of_rank(Rank::Ace);
/// Scoring order of the aces. (CA-S5)
const ACES_IN_ORDER: [Suit; 4] = [Suit::Spades, Suit::Clubs, Suit::Hearts, Suit::Diamonds];

/// Points for most cards. (CA-R16)
pub(super) const MAX_CARDS: i32 = 3;

/// Lead in one deal that a search treats as maximal.
pub(super) const DECISIVE_LEAD: f32 = 8.0;

impl Options {
    /// Returns the side of `seat`: seats of equal parity, if they are partners. (CA-S1)
    #[inline]
    #[must_use]
    pub fn side(&self, seat: Seat) -> Side {
        if self.teams { Side::new(seat.index() as u8 % 2) } else { Side::of(seat) }
    }

    /// Returns the number of sides.
    #[must_use]
    pub const fn sides(&self) -> u8 {
        if self.teams { 2 } else { self.seats }
    }
}

/// Returns the points of a spade by itself. (CA-O12)
pub(super) fn points_for_spade(card: Card) -> i32 {
    if card.rank() == Rank::Jack { 2 } else { 1 }
}

/// Scoring input of a deal, from the piles or from players at a real table. Arrays are indexed by
/// side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tally {
    /// Number of cards each side captured.
    pub cards: BySide<u8>,
    /// Number of spades each side captured.
    pub spades: BySide<u8>,
    /// Owner of each spade, from the ace up, if every spade scores. The order decides which side
    /// reaches the target first.
    pub each_spade: [Option<Side>; 13],
    /// Side with the ten of diamonds.
    pub big_cassino: Option<Side>,
    /// Side with the two of spades.
    pub little_cassino: Option<Side>,
    /// Sides with the aces in scoring order: spades, clubs, hearts, diamonds. (CA-S5)
    pub aces: [Option<Side>; 4],
    /// Sides that made the sweeps, in order.
    pub sweeps: SideSequence,
}

impl Tally {
    fn new(state: &State) -> Self {
        Self::of(&state.options, &state.piles, state.sweeping_sides().collect())
    }

    #[inline]
    fn of(options: &Options, piles: &BySide<CardSet>, sweeps: SideSequence) -> Self {
        let owner = |card| Side::all(options.sides()).find(|side| piles[*side].contains(card));
        let of_each = |cards: CardSet| piles.map(|_, pile| (pile & cards).len());
        Self {
            cards: of_each(CardSet::FULL),
            spades: of_each(SPADES),
            each_spade: match options.spade {
                Spade::Off => [None; 13],
                Spade::EachSpade => Rank::ALL.map(|rank| owner(Card::new(rank, Suit::Spades))),
            },
            big_cassino: owner(BIG_CASSINO),
            little_cassino: owner(LITTLE_CASSINO),
            aces: ACES_IN_ORDER.map(|suit| owner(Card::new(Rank::Ace, suit))),
            sweeps,
        }
    }

    /// Passes all points to `add` in scoring order. (CA-R16)
    #[inline]
    fn count(&self, options: &Options, mut add: impl FnMut(Category, Option<Side>, i32)) {
        add(Category::Cards, max(&self.cards), MAX_CARDS);
        match options.spade {
            Spade::Off => add(Category::Spades, max(&self.spades), 1),
            Spade::EachSpade => {
                for (rank, owner) in Rank::ALL.into_iter().zip(self.each_spade) {
                    let points = points_for_spade(Card::new(rank, Suit::Spades));
                    add(Category::Spades, owner, points);
                }
            }
        }
        add(Category::BigCassino, self.big_cassino, 2);
        add(Category::LittleCassino, self.little_cassino, 1);
        self.aces.iter().for_each(|owner| add(Category::Aces, *owner, 1));
        if options.sweeps > 0 {
            let sweeps = self.sweeps.as_slice().iter();
            sweeps.for_each(|side| add(Category::Sweeps, Some(*side), options.sweeps));
        }
    }

    /// Returns the points that count. (CA-O9)
    fn score(&self, options: &Options, standing: &Standing) -> Scoring<Category> {
        let mut scoring = Scoring::new(options.sides());
        self.count(options, |category, side, points| scoring.add(category, side, points));
        match options.end_mode {
            EndMode::Total => scoring,
            EndMode::CountOut => scoring.stopped(&before(options, standing), options.target),
        }
    }

    /// Returns the amounts and points of each side in scoring order.
    #[must_use]
    pub fn score_lines(&self, options: &Options, standing: &Standing) -> Vec<ScoreLine> {
        let scoring = self.score(options, standing);
        let amount = |category, side| match category {
            Category::Cards => self.cards[side],
            Category::Spades => self.spades[side],
            Category::BigCassino => u8::from(self.big_cassino == Some(side)),
            Category::LittleCassino => u8::from(self.little_cassino == Some(side)),
            Category::Aces => self.aces.iter().filter(|owner| **owner == Some(side)).count() as u8,
            Category::Sweeps => self.sweeps.count(side),
        };
        let line = |category: Category| {
            ScoreLine::new(category.name(), category.rules(), scoring.points_for(category))
                .with_amounts(|side| Some(amount(category, side)))
        };
        Category::ALL.map(line).to_vec()
    }

    /// Returns the next step of the match after a deal with this tally: another deal, or the end of the
    /// match.
    #[must_use]
    pub fn settle(&self, options: &Options, standing: &Standing) -> Settlement<Standing> {
        let scoring = self.score(options, standing);
        let points = scoring.points();
        let totals = standing.totals.map(|seat, total| total + points[options.side(seat)]);
        let after = Standing { dealer: standing.dealer.next(options.seats), totals }; // CA-S2
        let end = match options.end_mode {
            EndMode::Total => fishing::EndMode::Total,
            EndMode::CountOut => fishing::EndMode::OrderedStop,
        };
        match scoring.winner(&before(options, standing), options.target, end) {
            None => Settlement::NextDeal(after),
            Some(winner) => {
                let wins = |seat: &Seat| options.side(*seat) == winner;
                Settlement::MatchOver(after, Seat::all(options.seats).filter(wins).collect::<SeatSet>())
            }
        }
    }
}

/// Returns the totals of each side.
fn before(options: &Options, standing: &Standing) -> BySide<i32> {
    // The first seats belong to different sides.
    BySide::new(options.sides(), |side| standing.totals.as_slice()[side.index()])
}

/// Returns the points of a finished deal.
fn score(state: &State) -> Scoring<Category> {
    Tally::new(state).score(&state.options, &state.standing)
}

#[inline]
pub(super) fn outcome(state: &State) -> Option<Outcome> {
    if state.turn.is_some() {
        return None;
    }
    let by_side = score(state).points();
    let points = state.standing.totals.map(|seat, _| by_side[state.side(seat)]);
    Some(Outcome::from_points(points, DECISIVE_LEAD))
}

/// Returns the value of a finished deal of two from its piles. It equals [`outcome`] if all points
/// count.
#[inline]
pub(super) fn returns(options: &Options, piles: &BySide<CardSet>, sweeps: &BySide<u8>) -> BySeat<f32> {
    let mut points = sweeps.map(|_, sweeps| i32::from(sweeps) * options.sweeps);
    // The order of the sweeps is irrelevant here, so they are not scored one by one.
    Tally::of(options, piles, SideSequence::default()).count(options, |_, side, more| {
        if let Some(side) = side {
            points[side] += more;
        }
    });
    let points = BySeat::new(options.seats, |seat| points[options.side(seat)]);
    Outcome::from_points(points, DECISIVE_LEAD).returns
}

pub(super) fn settle(state: &State) -> Settlement<Standing> {
    Tally::new(state).settle(&state.options, &state.standing)
}

pub(super) fn detail(state: &State) -> Detail {
    let pile = |seat| state.piles[state.side(seat)];
    let seats = state.options.seats;
    let count = |cards: CardSet| BySeat::new(seats, |seat| (pile(seat) & cards).len());
    let holds = |card| BySeat::new(seats, |seat| pile(seat).contains(card));
    let swept: CardSet = state.sweeps.as_slice().iter().copied().collect();
    Detail {
        cards: count(CardSet::FULL),
        spades: count(SPADES),
        aces: count(ACES),
        big_cassino: holds(BIG_CASSINO),
        little_cassino: holds(LITTLE_CASSINO),
        sweeps: count(swept),
    }
}

pub(super) fn score_breakdown(state: &State) -> Vec<ScoreLine> {
    let swept: CardSet = state.sweeps.as_slice().iter().copied().collect();
    let shown = |(category, line): (Category, ScoreLine)| match category {
        Category::Aces => line.with_cards(|side| state.piles[side] & ACES),
        Category::Sweeps => line.with_cards(|side| state.piles[side] & swept),
        _ => line,
    };
    let lines = Tally::new(state).score_lines(&state.options, &state.standing);
    Category::ALL.into_iter().zip(lines).map(shown).collect()
}
