//! Points, the end of the deal, the end of the match.

use super::{Options, State, TiePlayers};
use crate::fishing::{Counting, EndMode, InOrder, Rules, max};
use cards::{BySeat, BySide, CardSet, Rank, Seat, SeatSet, Side, Suit};
use engine::{Outcome, ScoreLine, Settlement};
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
    pub investors: BySide<u8>,
    /// Diamonds captured, but for the king.
    pub preferred: BySide<u8>,
    /// Other cards captured.
    pub common: BySide<u8>,
    /// Takeovers made.
    pub takeovers: BySide<u8>,
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

    const fn rules(self) -> &'static [&'static str] {
        match self {
            Self::Takeovers => &["WS-R15"],
            Self::Investors | Self::Preferred | Self::Common => &["WS-R4", "WS-R16"],
        }
    }
}

/// A lead of so many points in one deal is as good as any: for the search.
pub(super) const DECISIVE_LEAD: f32 = 3.0;

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
    pub investors: BySide<u8>,
    /// Diamonds captured, but for the king.
    pub preferred: BySide<u8>,
    /// Other cards captured.
    pub common: BySide<u8>,
    /// Who made the takeovers, in the order in which they were made.
    pub takeovers: InOrder,
}

impl Tally {
    fn new(state: &State) -> Self {
        Self::of(&state.deal.piles, state.deal.sweeping_sides().collect())
    }

    #[inline]
    fn of(piles: &BySide<CardSet>, takeovers: InOrder) -> Self {
        Self {
            investors: piles.map(|_, pile| investors(pile).len()),
            preferred: piles.map(|_, pile| preferred(pile).len()),
            common: piles.map(|_, pile| common(pile).len()),
            takeovers,
        }
    }

    /// Tells `add` every point in counting order.
    #[inline]
    fn count(&self, mut add: impl FnMut(Category, Option<Side>)) {
        add(Category::Investors, max(&self.investors));
        add(Category::Preferred, max(&self.preferred));
        add(Category::Common, max(&self.common));
        self.takeovers.as_slice().iter().for_each(|side| add(Category::Takeovers, Some(*side)));
    }

    fn counting(&self, options: &Options, standing: &Standing) -> Counting<Category> {
        let mut counting = Counting::new(options.seats);
        self.count(|category, side| counting.add(category, side, 1));
        match options.end_mode {
            EndMode::OrderedStop => counting.stopped(&standing.totals.into(), options.target),
            EndMode::Total | EndMode::TieOrdered => counting,
        }
    }

    /// What each has and gets, in counting order.
    #[must_use]
    pub fn score_lines(&self, options: &Options, standing: &Standing) -> Vec<ScoreLine> {
        let counting = self.counting(options, standing);
        let amount = |category, side| match category {
            Category::Investors => self.investors[side],
            Category::Preferred => self.preferred[side],
            Category::Common => self.common[side],
            Category::Takeovers => self.takeovers.count(side),
        };
        let line = |category: Category| {
            ScoreLine::new(category.name(), category.rules(), counting.points_for(category))
                .with_amounts(|side| Some(amount(category, side)))
        };
        Category::ALL.map(line).to_vec()
    }

    /// What follows a deal that came to this.
    #[must_use]
    pub fn settle(&self, options: &Options, standing: &Standing) -> Settlement<Standing> {
        let counting = self.counting(options, standing);
        let points = counting.points();
        let totals = standing.totals.map(|seat, total| total + points[Side::of(seat)]);
        let playing = play_on(options, &totals);
        // WS-S1, WS-S6: the next seat among those who play
        let dealer = playing.next_after(standing.dealer, options.seats).unwrap_or(standing.dealer);
        let next = Standing { dealer, playing, totals };
        match counting.winner(&standing.totals.into(), options.target, options.end_mode) {
            None => Settlement::NextDeal(next),
            Some(winner) => Settlement::MatchOver(next, options.fishing().seats_of(|side| side == winner)),
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
    let points = state.deal.rules.by_seat(&counting(state).points());
    Some(Outcome::from_points(points, DECISIVE_LEAD))
}

/// What a deal that is over is worth, from what everybody has captured: as [`outcome`], where everything is counted.
#[inline]
pub(super) fn returns(rules: &Rules, piles: &BySide<CardSet>, takeovers: &BySide<u8>) -> BySeat<f32> {
    let mut points = takeovers.map(|_, takeovers| i32::from(takeovers));
    // The order of the takeovers does not matter here, so that they need not be counted one by one.
    Tally::of(piles, InOrder::default()).count(|_, side| {
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
