//! Points, the end of the deal, the end of the match.

use super::{Options, State, TiePlayers};
use crate::fishing::{Counting, EndMode, most, of_rank, of_suit};
use cards::{BySeat, CardSet, Rank, Seat, SeatSet, Suit};
use engine::{CountLine, Half, Outcome, Settlement};
use serde::Serialize;

/// The score between deals.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Standing {
    /// Who deals next, or dealt the deal in progress.
    pub dealer: Seat,
    /// Who plays the next deal, or the one in progress: everyone but in a play-off.
    pub playing: SeatSet,
    /// The totals.
    pub totals: BySeat<i32>,
}

impl Standing {
    /// The standing before the first deal.
    pub(super) fn open(options: &Options, dealer: Seat) -> Self {
        Self { dealer, playing: SeatSet::all(options.seats), totals: BySeat::filled(options.seats, 0) }
    }
}

/// The figures of a finished deal, as records show them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Detail {
    /// Kings captured.
    pub investors: BySeat<u8>,
    /// Diamonds captured, but for the king.
    pub preferred: BySeat<u8>,
    /// Other cards captured.
    pub common: BySeat<u8>,
    /// Takeovers made.
    pub takeovers: BySeat<u8>,
}

/// What is counted, in counting order. (WS-R15, WS-R16)
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Category {
    Investors,
    Preferred,
    Common,
    Takeovers,
}

/// A lead of so many points in one deal is as good as any: for the search.
const DECISIVE_LEAD: f32 = 3.0;

/// WS-R4.
pub(super) fn investors(pile: CardSet) -> CardSet {
    pile & of_rank(Rank::King)
}

/// WS-R4.
pub(super) fn preferred(pile: CardSet) -> CardSet {
    (pile & of_suit(Suit::Diamonds)) - of_rank(Rank::King)
}

/// WS-R4.
pub(super) fn common(pile: CardSet) -> CardSet {
    pile - of_suit(Suit::Diamonds) - of_rank(Rank::King)
}

fn counting(state: &State) -> Counting<Category> {
    let seats = state.options.seats;
    let mut counting = Counting::new(seats);
    if state.deal.thrown_in {
        return counting;
    }
    let most_of = |class: fn(CardSet) -> CardSet| {
        let amounts = state.deal.piles.map(|_, pile| class(pile).len());
        most(amounts.as_slice())
    };
    counting.add(Category::Investors, most_of(investors), 1);
    counting.add(Category::Preferred, most_of(preferred), 1);
    counting.add(Category::Common, most_of(common), 1);
    state.deal.sweeping_sides().for_each(|side| counting.add(Category::Takeovers, Some(side), 1));
    match state.options.end_mode {
        EndMode::OrderedStop => counting.stopped(&state.standing.totals, state.options.target),
        EndMode::Total | EndMode::TieOrdered => counting,
    }
}

#[inline]
pub(super) fn outcome(state: &State) -> Option<Outcome> {
    if state.deal.turn.is_some() {
        return None;
    }
    Some(Outcome::from_points(counting(state).points(), DECISIVE_LEAD))
}

pub(super) fn settle(state: &State) -> Settlement<Standing> {
    let State { options, standing, deal } = state;
    if deal.thrown_in {
        return Settlement::NextDeal(*standing); // WS-S2: the same dealer deals again
    }
    let counting = counting(state);
    let points = counting.points();
    let totals = standing.totals.map(|seat, total| total + points[seat]);
    let playing = play_on(options, &totals);
    // WS-S1, WS-S6: the next seat among those who play
    let dealer = playing.next_after(standing.dealer, options.seats).unwrap_or(standing.dealer);
    let next = Standing { dealer, playing, totals };
    match counting.winner(&standing.totals, options.target, options.end_mode) {
        None => Settlement::NextDeal(next),
        Some(winner) => Settlement::MatchOver(next, SeatSet::only(Seat::new(winner))),
    }
}

/// Who plays the next deal: when the lead is shared at the end of a match, only those who share it. (WS-R18, WS-S4,
/// WS-S5)
fn play_on(options: &Options, totals: &BySeat<i32>) -> SeatSet {
    let best = totals.as_slice().iter().copied().max().unwrap_or(0);
    let leaders: SeatSet = totals.iter().filter(|(_, total)| *total == best).map(|(seat, _)| seat).collect();
    let play_off =
        options.tie_players == TiePlayers::LeadersOnly && best >= options.target && leaders.len() > 1;
    if play_off { leaders } else { SeatSet::all(options.seats) }
}

pub(super) fn detail(state: &State) -> Detail {
    let piles = &state.deal.piles;
    let takeovers = |seat| state.deal.sweeping_sides().filter(|side| *side == u8::from(seat)).count();
    Detail {
        investors: piles.map(|_, pile| investors(pile).len()),
        preferred: piles.map(|_, pile| preferred(pile).len()),
        common: piles.map(|_, pile| common(pile).len()),
        takeovers: piles.map(|seat, _| takeovers(seat) as u8),
    }
}

pub(super) fn count(state: &State) -> Vec<CountLine> {
    if state.deal.thrown_in {
        return Vec::new();
    }
    let counting = counting(state);
    let swept: CardSet = state.deal.sweeps.as_slice().iter().copied().collect();
    let line = |category, name, cards_of: &dyn Fn(CardSet) -> CardSet, show: bool| {
        let piles = state.deal.piles.map(|_, pile| cards_of(pile));
        let piles = piles.as_slice().iter();
        CountLine {
            category: name,
            amounts: piles.clone().map(|cards| Some(Half::from(i32::from(cards.len())))).collect(),
            points: counting.points_for(category),
            cards: show.then(|| piles.map(|cards| cards.iter().map(String::from).collect()).collect()),
        }
    };
    vec![
        line(Category::Investors, "investors", &investors, true),
        line(Category::Preferred, "preferred", &preferred, true),
        line(Category::Common, "common", &common, false),
        line(Category::Takeovers, "takeovers", &|pile| pile & swept, true),
    ]
}
