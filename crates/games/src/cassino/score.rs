//! Points, the end of the deal, the end of the match.

use super::options::{EndMode, Spade};
use super::{Options, State};
use crate::fishing::{self, Counting, InOrder, max};
use cards::{BySeat, Card, CardSet, Rank, Seat, SeatSet, Suit};
use engine::{Half, Outcome, ScoreLine, Settlement};
use serde::Serialize;

/// The score between deals.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Standing {
    /// Who deals next, or dealt the deal in progress.
    pub dealer: Seat,
    /// The totals; partners have the same.
    pub totals: BySeat<i32>,
}

/// The figures of a finished deal, as records show them; partners have the same.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Detail {
    /// Cards captured.
    pub cards: BySeat<u8>,
    /// Spades captured.
    pub spades: BySeat<u8>,
    /// Aces captured.
    pub aces: BySeat<u8>,
    /// Whether the ten of diamonds was captured.
    pub big_cassino: BySeat<bool>,
    /// Whether the two of spades was captured.
    pub little_cassino: BySeat<bool>,
    /// Sweeps made.
    pub sweeps: BySeat<u8>,
}

/// What is counted, in counting order. (CA-R16, CA-S5)
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
    /// In counting order.
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
}

pub(super) const BIG_CASSINO: Card = Card::new(Rank::Ten, Suit::Diamonds);
pub(super) const LITTLE_CASSINO: Card = Card::new(Rank::Two, Suit::Spades);
pub(super) const SPADES: CardSet = CardSet::of_suit(Suit::Spades);
const ACES: CardSet = CardSet::of_rank(Rank::Ace);
/// The order in which aces are counted. (CA-S5)
const ACES_IN_ORDER: [Suit; 4] = [Suit::Spades, Suit::Clubs, Suit::Hearts, Suit::Diamonds];

/// CA-R16.
pub(super) const MAX_CARDS: i32 = 3;

/// A lead of so many points in one deal is as good as any: for the search.
const DECISIVE_LEAD: f32 = 8.0;

impl Options {
    /// The side that scores for `seat`: seats of equal parity, if they are partners. (CA-S1)
    #[inline]
    #[must_use]
    pub fn side(&self, seat: Seat) -> Seat {
        if self.teams { Seat::new(seat.index() as u8 % 2) } else { seat }
    }

    /// How many sides there are.
    #[must_use]
    pub const fn sides(&self) -> u8 {
        if self.teams { 2 } else { self.seats }
    }
}

/// What a spade scores by itself. (CA-O12)
pub(super) fn points_for_spade(card: Card) -> i32 {
    if card.rank() == Rank::Jack { 2 } else { 1 }
}

/// What the sides have to show for a deal, whoever counted it: the rules from their piles, or people at a real table.
/// Figures stand for the sides in order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tally {
    /// Cards captured.
    pub cards: BySeat<u8>,
    /// Spades captured.
    pub spades: BySeat<u8>,
    /// Where every spade scores: who has each, from the ace up, for who reaches the target first.
    pub each_spade: [Option<u8>; 13],
    /// Who has the ten of diamonds.
    pub big_cassino: Option<u8>,
    /// Who has the two of spades.
    pub little_cassino: Option<u8>,
    /// Who has the aces, in the order in which they are counted: spades, clubs, hearts, diamonds. (CA-S5)
    pub aces: [Option<u8>; 4],
    /// Who made the sweeps, in the order in which they were made.
    pub sweeps: InOrder,
}

impl Tally {
    fn new(state: &State) -> Self {
        let sides = state.options.sides();
        let owner = |card| (0..sides).find(|side| state.pile(*side).contains(card));
        let of_each = |cards: CardSet| BySeat::new(sides, |side| (state.pile(side.into()) & cards).len());
        let mut sweeps = InOrder::default();
        state.sweeping_sides().for_each(|side| sweeps.push(side));
        Self {
            cards: of_each(CardSet::FULL),
            spades: of_each(SPADES),
            each_spade: match state.options.spade {
                Spade::Off => [None; 13],
                Spade::EachSpade => Rank::ALL.map(|rank| owner(Card::new(rank, Suit::Spades))),
            },
            big_cassino: owner(BIG_CASSINO),
            little_cassino: owner(LITTLE_CASSINO),
            aces: ACES_IN_ORDER.map(|suit| owner(Card::new(Rank::Ace, suit))),
            sweeps,
        }
    }

    /// Everything there is to count. (CA-R16)
    fn counting(&self, options: &Options) -> Counting<Category> {
        let mut counting = Counting::new(options.sides());
        counting.add(Category::Cards, max(self.cards.as_slice()), MAX_CARDS);
        match options.spade {
            Spade::Off => counting.add(Category::Spades, max(self.spades.as_slice()), 1),
            Spade::EachSpade => {
                for (rank, owner) in Rank::ALL.into_iter().zip(self.each_spade) {
                    let points = points_for_spade(Card::new(rank, Suit::Spades));
                    counting.add(Category::Spades, owner, points);
                }
            }
        }
        counting.add(Category::BigCassino, self.big_cassino, 2);
        counting.add(Category::LittleCassino, self.little_cassino, 1);
        self.aces.iter().for_each(|owner| counting.add(Category::Aces, *owner, 1));
        if options.sweeps > 0 {
            let sweeps = self.sweeps.as_slice().iter();
            sweeps.for_each(|side| counting.add(Category::Sweeps, Some(*side), options.sweeps));
        }
        counting
    }

    /// The points as far as they are counted. (CA-O9)
    fn counted(&self, options: &Options, standing: &Standing) -> Counting<Category> {
        let counting = self.counting(options);
        match options.end_mode {
            EndMode::Total => counting,
            EndMode::CountOut => counting.stopped(&before(options, standing), options.target),
        }
    }

    /// What each side gets, by the names of the categories, in counting order.
    #[must_use]
    pub fn points(&self, options: &Options, standing: &Standing) -> Vec<(&'static str, Vec<i32>)> {
        let counting = self.counted(options, standing);
        Category::ALL.map(|category| (category.name(), counting.points_for(category))).to_vec()
    }

    /// What follows a deal that came to this.
    #[must_use]
    pub fn settle(&self, options: &Options, standing: &Standing) -> Settlement<Standing> {
        let counting = self.counted(options, standing);
        let points = counting.points();
        let totals = standing.totals.map(|seat, total| total + points[options.side(seat)]);
        let after = Standing { dealer: standing.dealer.next(options.seats), totals }; // CA-S2
        let end = match options.end_mode {
            EndMode::Total => fishing::EndMode::Total,
            EndMode::CountOut => fishing::EndMode::OrderedStop,
        };
        match counting.winner(&before(options, standing), options.target, end) {
            None => Settlement::NextDeal(after),
            Some(winner) => {
                let wins = |seat: &Seat| u8::from(options.side(*seat)) == winner;
                Settlement::MatchOver(after, Seat::all(options.seats).filter(wins).collect::<SeatSet>())
            }
        }
    }
}

/// The totals of each side.
fn before(options: &Options, standing: &Standing) -> BySeat<i32> {
    BySeat::new(options.sides(), |side| standing.totals[side])
}

/// The points of a deal that is over.
fn counted(state: &State) -> Counting<Category> {
    Tally::new(state).counted(&state.options, &state.standing)
}

#[inline]
pub(super) fn outcome(state: &State) -> Option<Outcome> {
    if state.turn.is_some() {
        return None;
    }
    let by_side = counted(state).points();
    let points = state.standing.totals.map(|seat, _| by_side[state.side(seat)]);
    Some(Outcome::from_points(points, DECISIVE_LEAD))
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
    let counting = counted(state);
    let sides = state.options.sides();
    let swept: CardSet = state.sweeps.as_slice().iter().copied().collect();
    let line = |category: Category, cards: CardSet| ScoreLine {
        category: category.name(),
        amounts: (0..sides)
            .map(|side| Some(Half::from(i32::from((state.pile(side) & cards).len()))))
            .collect(),
        points: counting.points_for(category),
        cards: None,
    };
    let shown = |line: ScoreLine, cards: CardSet| {
        let names = |side| (state.pile(side) & cards).iter().map(String::from).collect();
        ScoreLine { cards: Some((0..sides).map(names).collect()), ..line }
    };
    vec![
        line(Category::Cards, CardSet::FULL),
        line(Category::Spades, SPADES),
        line(Category::BigCassino, CardSet::only(BIG_CASSINO)),
        line(Category::LittleCassino, CardSet::only(LITTLE_CASSINO)),
        shown(line(Category::Aces, ACES), ACES),
        shown(line(Category::Sweeps, swept), swept),
    ]
}
