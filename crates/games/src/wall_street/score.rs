//! Points, the end of the deal, the end of the match.

use super::{Options, State, TiePlayers};
use crate::fishing::{Counting, EndMode, InOrder, max};
use cards::{BySeat, CardSet, Rank, Seat, SeatSet, Suit};
use engine::{Half, Outcome, ScoreLine, Settlement};
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
    pub(super) fn initial(options: &Options, dealer: Seat) -> Self {
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

impl Category {
    /// In counting order.
    const ALL: [Self; 4] = [Self::Investors, Self::Preferred, Self::Common, Self::Takeovers];

    const fn name(self) -> &'static str {
        match self {
            Self::Investors => "investors",
            Self::Preferred => "preferred",
            Self::Common => "common",
            Self::Takeovers => "takeovers",
        }
    }
}

/// A lead of so many points in one deal is as good as any: for the search.
const DECISIVE_LEAD: f32 = 3.0;

/// WS-R4.
pub(super) fn investors(pile: CardSet) -> CardSet {
    pile & CardSet::of_rank(Rank::King)
}

/// WS-R4.
pub(super) fn preferred(pile: CardSet) -> CardSet {
    (pile & CardSet::of_suit(Suit::Diamonds)) - CardSet::of_rank(Rank::King)
}

/// WS-R4.
pub(super) fn common(pile: CardSet) -> CardSet {
    pile - CardSet::of_suit(Suit::Diamonds) - CardSet::of_rank(Rank::King)
}

/// What everybody has to show for a deal, whoever counted it: the rules from their Funds, or people at a real table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tally {
    /// Kings captured.
    pub investors: BySeat<u8>,
    /// Diamonds captured, but for the king.
    pub preferred: BySeat<u8>,
    /// Other cards captured.
    pub common: BySeat<u8>,
    /// Who made the takeovers, in the order in which they were made.
    pub takeovers: InOrder,
}

impl Tally {
    fn new(state: &State) -> Self {
        let piles = &state.deal.piles;
        let mut takeovers = InOrder::default();
        state.deal.sweeping_sides().for_each(|side| takeovers.push(side));
        Self {
            investors: piles.map(|_, pile| investors(pile).len()),
            preferred: piles.map(|_, pile| preferred(pile).len()),
            common: piles.map(|_, pile| common(pile).len()),
            takeovers,
        }
    }

    fn counting(&self, options: &Options, standing: &Standing) -> Counting<Category> {
        let mut counting = Counting::new(options.seats);
        counting.add(Category::Investors, max(self.investors.as_slice()), 1);
        counting.add(Category::Preferred, max(self.preferred.as_slice()), 1);
        counting.add(Category::Common, max(self.common.as_slice()), 1);
        let takeovers = self.takeovers.as_slice().iter();
        takeovers.for_each(|side| counting.add(Category::Takeovers, Some(*side), 1));
        match options.end_mode {
            EndMode::OrderedStop => counting.stopped(&standing.totals, options.target),
            EndMode::Total | EndMode::TieOrdered => counting,
        }
    }

    /// What each gets, by the names of the categories, in counting order.
    #[must_use]
    pub fn points(&self, options: &Options, standing: &Standing) -> Vec<(&'static str, Vec<i32>)> {
        let counting = self.counting(options, standing);
        Category::ALL.map(|category| (category.name(), counting.points_for(category))).to_vec()
    }

    /// What follows a deal that came to this.
    #[must_use]
    pub fn settle(&self, options: &Options, standing: &Standing) -> Settlement<Standing> {
        let counting = self.counting(options, standing);
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
}

fn counting(state: &State) -> Counting<Category> {
    if state.deal.thrown_in {
        return Counting::new(state.options.seats);
    }
    Tally::new(state).counting(&state.options, &state.standing)
}

#[inline]
pub(super) fn outcome(state: &State) -> Option<Outcome> {
    if state.deal.turn.is_some() {
        return None;
    }
    Some(Outcome::from_points(counting(state).points(), DECISIVE_LEAD))
}

pub(super) fn settle(state: &State) -> Settlement<Standing> {
    if state.deal.thrown_in {
        return Settlement::NextDeal(state.standing); // WS-S2: the same dealer deals again
    }
    Tally::new(state).settle(&state.options, &state.standing)
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

pub(super) fn score_breakdown(state: &State) -> Vec<ScoreLine> {
    if state.deal.thrown_in {
        return Vec::new();
    }
    let counting = counting(state);
    let swept: CardSet = state.deal.sweeps.as_slice().iter().copied().collect();
    let line = |category: Category, cards_of: &dyn Fn(CardSet) -> CardSet, show: bool| {
        let piles = state.deal.piles.map(|_, pile| cards_of(pile));
        let piles = piles.as_slice().iter();
        ScoreLine {
            category: category.name(),
            amounts: piles.clone().map(|cards| Some(Half::from(i32::from(cards.len())))).collect(),
            points: counting.points_for(category),
            cards: show.then(|| piles.map(|cards| cards.iter().map(String::from).collect()).collect()),
        }
    };
    vec![
        line(Category::Investors, &investors, true),
        line(Category::Preferred, &preferred, true),
        line(Category::Common, &common, false),
        line(Category::Takeovers, &|pile| pile & swept, true),
    ]
}
