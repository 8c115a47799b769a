//! Points, the end of the deal, the end of the match.

use super::{Options, State, TiePlayers};
use crate::fishing::{EndMode, Rules, Scoring, SideSequence, max};
use cards::{BySeat, BySide, CardSet, Rank, Seat, SeatSet, Side, Suit};
use engine::{Outcome, ScoreLine, Settlement};
use serde::Serialize;

/// Score of the match between deals.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Standing {
    /// Dealer of the next deal, or of the deal in progress.
    pub dealer: Seat,
    /// Seats in the next deal, or in the one in progress: all except in a play-off.
    pub playing: SeatSet,
    /// Points of each seat.
    pub totals: BySeat<i32>,
}

impl Standing {
    /// Returns the standing before the first deal.
    pub(super) fn initial(options: &Options, dealer: Seat) -> Self {
        Self { dealer, playing: SeatSet::all(options.seats), totals: BySeat::filled(options.seats, 0) }
    }
}

/// Figures of a finished deal, for records.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Detail {
    /// Number of kings each side captured.
    pub investors: BySide<u8>,
    /// Diamonds captured, except the king.
    pub preferred: BySide<u8>,
    /// Number of other cards each side captured.
    pub common: BySide<u8>,
    /// Number of takeovers each side made.
    pub takeovers: BySide<u8>,
}

/// Scoring categories, in scoring order. (WS-R15, WS-R16)
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Category {
    Investors,
    Preferred,
    Common,
    Takeovers,
}

impl Category {
    /// All categories in scoring order.
    const ALL: [Self; 4] = [Self::Investors, Self::Preferred, Self::Common, Self::Takeovers];

    const fn name(self) -> &'static str {
        match self {
            Self::Investors => "investors",
            Self::Preferred => "preferred",
            Self::Common => "common",
            Self::Takeovers => "takeovers",
        }
    }

    const fn rules(self) -> &'static [&'static str] {
        match self {
            Self::Takeovers => &["WS-R15"],
            Self::Investors | Self::Preferred | Self::Common => &["WS-R4", "WS-R16"],
        }
    }
}

/// Lead in one deal that a search treats as maximal.
pub(super) const DECISIVE_LEAD: f32 = 3.0;

/// Returns the investors in a pile. (WS-R4)
pub(super) fn investors(pile: CardSet) -> CardSet {
    pile & CardSet::of_rank(Rank::King)
}

/// Returns the preferred stock in a pile. (WS-R4)
pub(super) fn preferred(pile: CardSet) -> CardSet {
    (pile & CardSet::of_suit(Suit::Diamonds)) - CardSet::of_rank(Rank::King)
}

/// Returns the common stock in a pile. (WS-R4)
pub(super) fn common(pile: CardSet) -> CardSet {
    pile - CardSet::of_suit(Suit::Diamonds) - CardSet::of_rank(Rank::King)
}

/// Scoring input of a deal, from the Funds or from players at a real table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tally {
    /// Number of kings each side captured.
    pub investors: BySide<u8>,
    /// Diamonds captured, except the king.
    pub preferred: BySide<u8>,
    /// Number of other cards each side captured.
    pub common: BySide<u8>,
    /// Sides that made the takeovers, in order.
    pub takeovers: SideSequence,
}

impl Tally {
    fn new(state: &State) -> Self {
        Self::of(&state.deal.piles, state.deal.sweeping_sides().collect())
    }

    #[inline]
    fn of(piles: &BySide<CardSet>, takeovers: SideSequence) -> Self {
        Self {
            investors: piles.map(|_, pile| investors(pile).len()),
            preferred: piles.map(|_, pile| preferred(pile).len()),
            common: piles.map(|_, pile| common(pile).len()),
            takeovers,
        }
    }

    /// Passes each point to `add` in scoring order.
    #[inline]
    fn count(&self, mut add: impl FnMut(Category, Option<Side>)) {
        add(Category::Investors, max(&self.investors));
        add(Category::Preferred, max(&self.preferred));
        add(Category::Common, max(&self.common));
        self.takeovers.as_slice().iter().for_each(|side| add(Category::Takeovers, Some(*side)));
    }

    fn scoring(&self, options: &Options, standing: &Standing) -> Scoring<Category> {
        let mut scoring = Scoring::new(options.seats);
        self.count(|category, side| scoring.add(category, side, 1));
        match options.end_mode {
            EndMode::OrderedStop => scoring.stopped(&standing.totals.into(), options.target),
            EndMode::Total | EndMode::TieOrdered => scoring,
        }
    }

    /// Returns the amounts and points of each side in scoring order.
    #[must_use]
    pub fn score_lines(&self, options: &Options, standing: &Standing) -> Vec<ScoreLine> {
        let scoring = self.scoring(options, standing);
        let amount = |category, side| match category {
            Category::Investors => self.investors[side],
            Category::Preferred => self.preferred[side],
            Category::Common => self.common[side],
            Category::Takeovers => self.takeovers.count(side),
        };
        let line = |category: Category| {
            ScoreLine::new(category.name(), category.rules(), scoring.points_for(category))
                .with_amounts(|side| Some(amount(category, side)))
        };
        Category::ALL.map(line).to_vec()
    }

    /// Returns what follows a deal with this tally.
    #[must_use]
    pub fn settle(&self, options: &Options, standing: &Standing) -> Settlement<Standing> {
        let scoring = self.scoring(options, standing);
        let points = scoring.points();
        let totals = standing.totals.map(|seat, total| total + points[Side::of(seat)]);
        let playing = play_on(options, &totals);
        // WS-S1, WS-S6: the next seat among those that play.
        let dealer = playing.next_after(standing.dealer, options.seats).unwrap_or(standing.dealer);
        let next = Standing { dealer, playing, totals };
        match scoring.winner(&standing.totals.into(), options.target, options.end_mode) {
            None => Settlement::NextDeal(next),
            Some(winner) => Settlement::MatchOver(next, options.fishing().seats_of(|side| side == winner)),
        }
    }
}

fn scoring(state: &State) -> Scoring<Category> {
    if state.deal.thrown_in {
        return Scoring::new(state.options.seats);
    }
    Tally::new(state).scoring(&state.options, &state.standing)
}

#[inline]
pub(super) fn outcome(state: &State) -> Option<Outcome> {
    if state.deal.turn.is_some() {
        return None;
    }
    let points = state.deal.rules.by_seat(&scoring(state).points());
    Some(Outcome::from_points(points, DECISIVE_LEAD))
}

/// Returns the value of a finished deal from its piles. It equals [`outcome`] if all points count.
#[inline]
pub(super) fn returns(rules: &Rules, piles: &BySide<CardSet>, takeovers: &BySide<u8>) -> BySeat<f32> {
    let mut points = takeovers.map(|_, takeovers| i32::from(takeovers));
    // The order of the takeovers is irrelevant here, so they are not scored one by one.
    Tally::of(piles, SideSequence::default()).count(|_, side| {
        if let Some(side) = side {
            points[side] += 1;
        }
    });
    Outcome::from_points(rules.by_seat(&points), DECISIVE_LEAD).returns
}

pub(super) fn settle(state: &State) -> Settlement<Standing> {
    if state.deal.thrown_in {
        return Settlement::NextDeal(state.standing); // WS-S2: the same dealer deals again
    }
    Tally::new(state).settle(&state.options, &state.standing)
}

/// Returns the seats of the next deal: only the leaders if they are tied at the end of a match.
/// (WS-R18, WS-S4, WS-S5)
fn play_on(options: &Options, totals: &BySeat<i32>) -> SeatSet {
    let best = totals.as_slice().iter().copied().max().unwrap_or(0);
    let leaders: SeatSet = totals.iter().filter(|(_, total)| *total == best).map(|(seat, _)| seat).collect();
    let play_off =
        options.tie_players == TiePlayers::LeadersOnly && best >= options.target && leaders.len() > 1;
    if play_off { leaders } else { SeatSet::all(options.seats) }
}

pub(super) fn detail(state: &State) -> Detail {
    let Tally { investors, preferred, common, takeovers } = Tally::new(state);
    let takeovers = investors.map(|side, _| takeovers.count(side));
    Detail { investors, preferred, common, takeovers }
}

pub(super) fn score_breakdown(state: &State) -> Vec<ScoreLine> {
    if state.deal.thrown_in {
        return Vec::new();
    }
    let piles = &state.deal.piles;
    let swept: CardSet = state.deal.sweeps.as_slice().iter().copied().collect();
    let shown = |(category, line): (Category, ScoreLine)| match category {
        Category::Investors => line.with_cards(|side| investors(piles[side])),
        Category::Preferred => line.with_cards(|side| preferred(piles[side])),
        Category::Common => line,
        Category::Takeovers => line.with_cards(|side| piles[side] & swept),
    };
    let lines = Tally::new(state).score_lines(&state.options, &state.standing);
    Category::ALL.into_iter().zip(lines).map(shown).collect()
}
