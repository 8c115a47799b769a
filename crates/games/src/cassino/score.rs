//! Points, the end of the deal, the end of the match.

use super::options::{EndMode, Spade};
use super::{Options, State};
use crate::fishing::{self, Counting, most, of_rank, of_suit};
use cards::{BySeat, Card, CardSet, Rank, Seat, SeatSet, Suit};
use engine::{CountLine, Half, Outcome, Settlement};
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

pub(super) const BIG_CASSINO: Card = Card::new(Rank::Ten, Suit::Diamonds);
pub(super) const LITTLE_CASSINO: Card = Card::new(Rank::Two, Suit::Spades);
pub(super) const SPADES: CardSet = of_suit(Suit::Spades);
const ACES: CardSet = of_rank(Rank::Ace);
/// The order in which aces are counted. (CA-S5)
const ACES_IN_ORDER: [Suit; 4] = [Suit::Spades, Suit::Clubs, Suit::Hearts, Suit::Diamonds];

/// CA-R16.
pub(super) const MOST_CARDS: i32 = 3;

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

/// Everything there is to count. (CA-R16)
fn counting(state: &State) -> Counting<Category> {
    let sides = state.options.sides();
    let mut counting = Counting::new(sides);
    let owner = |card| (0..sides).find(|side| state.pile(*side).contains(card));
    let most_of = |cards: CardSet| {
        let mut amounts = [0; 4];
        (0..sides).for_each(|side| amounts[usize::from(side)] = (state.pile(side) & cards).len());
        most(&amounts[..usize::from(sides)])
    };
    counting.add(Category::Cards, most_of(CardSet::FULL), MOST_CARDS);
    match state.options.spade {
        Spade::Off => counting.add(Category::Spades, most_of(SPADES), 1),
        Spade::EachSpade => {
            SPADES
                .iter()
                .for_each(|spade| counting.add(Category::Spades, owner(spade), points_for_spade(spade)));
        }
    }
    counting.add(Category::BigCassino, owner(BIG_CASSINO), 2);
    counting.add(Category::LittleCassino, owner(LITTLE_CASSINO), 1);
    for suit in ACES_IN_ORDER {
        counting.add(Category::Aces, owner(Card::new(Rank::Ace, suit)), 1);
    }
    if state.options.sweeps > 0 {
        let each = state.options.sweeps;
        state.sweeping_sides().for_each(|side| counting.add(Category::Sweeps, Some(side), each));
    }
    counting
}

/// The totals of each side before this deal.
fn before(state: &State) -> BySeat<i32> {
    BySeat::new(state.options.sides(), |side| state.standing.totals[side])
}

/// The points of a deal that is over, as far as they are counted. (CA-O9)
fn counted(state: &State) -> Counting<Category> {
    match state.options.end_mode {
        EndMode::Total => counting(state),
        EndMode::CountOut => counting(state).stopped(&before(state), state.options.target),
    }
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
    let State { options, standing, .. } = state;
    let counting = counted(state);
    let points = counting.points();
    let totals = standing.totals.map(|seat, total| total + points[state.side(seat)]);
    let standing = Standing { dealer: standing.dealer.next(options.seats), totals }; // CA-S2
    let end = match options.end_mode {
        EndMode::Total => fishing::EndMode::Total,
        EndMode::CountOut => fishing::EndMode::OrderedStop,
    };
    match counting.winner(&before(state), options.target, end) {
        None => Settlement::NextDeal(standing),
        Some(winner) => {
            let wins = |seat: &Seat| u8::from(state.side(*seat)) == winner;
            Settlement::MatchOver(standing, Seat::all(options.seats).filter(wins).collect::<SeatSet>())
        }
    }
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

pub(super) fn count(state: &State) -> Vec<CountLine> {
    let counting = counted(state);
    let sides = state.options.sides();
    let swept: CardSet = state.sweeps.as_slice().iter().copied().collect();
    let line = |category, name, cards: CardSet| CountLine {
        category: name,
        amounts: (0..sides)
            .map(|side| Some(Half::from(i32::from((state.pile(side) & cards).len()))))
            .collect(),
        points: counting.points_for(category),
        cards: None,
    };
    let shown = |line: CountLine, cards: CardSet| {
        let names = |side| (state.pile(side) & cards).iter().map(String::from).collect();
        CountLine { cards: Some((0..sides).map(names).collect()), ..line }
    };
    vec![
        line(Category::Cards, "cards", CardSet::FULL),
        line(Category::Spades, "spades", SPADES),
        line(Category::BigCassino, "bigCassino", CardSet::only(BIG_CASSINO)),
        line(Category::LittleCassino, "littleCassino", CardSet::only(LITTLE_CASSINO)),
        shown(line(Category::Aces, "aces", ACES), ACES),
        shown(line(Category::Sweeps, "sweeps", swept), swept),
    ]
}
