//! Values of portfolios, and the winners.

use super::options::TieBreak;
use super::{FULL_PORTFOLIO, Options, Stage, State};
use cards::{BySeat, BySide, Seat, SeatSet};
use engine::{Outcome, ScoreLine, Settlement};
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;

/// Score between deals. A match is one game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Standing {
    /// The seat before the first player.
    pub dealer: Seat,
    /// Final value of each portfolio.
    pub totals: BySeat<i32>,
}

/// Figures of a finished game in a record.
///
/// They determine the winner, whether the rules or the players at a real table established them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS), ts(rename = "SharksDetail"))]
#[serde(rename_all = "camelCase")]
pub struct Detail {
    /// Number of Investments of each seat.
    pub investments: BySeat<u8>,
    /// Value of each portfolio.
    pub value: BySeat<i32>,
    /// Value of the Capital left in each hand.
    pub capital_left: BySeat<i32>,
}

impl Standing {
    pub(super) fn initial(options: &Options, dealer: Seat) -> Self {
        Self { dealer, totals: BySeat::filled(options.seats, 0) }
    }
}

/// Returns the value of the known Investments of `seat`.
pub(super) fn value(state: &State, seat: Seat) -> i32 {
    state.options.set.worth(state.portfolio(seat).map(|share| share.investment))
}

pub(super) fn detail(state: &State) -> Detail {
    let seats = state.options.seats;
    Detail {
        investments: BySeat::new(seats, |seat| state.investments(seat)),
        value: BySeat::new(seats, |seat| value(state, seat)),
        capital_left: BySeat::new(seats, |seat| i32::from(state.hands[seat].total())),
    }
}

impl Detail {
    /// Returns the player whose portfolio is full. With the option to play the round to its end, several can be; then
    /// it is the first of them. (SH-R23)
    #[must_use]
    pub fn full(&self) -> Option<Seat> {
        self.investments.iter().find(|(_, investments)| *investments >= FULL_PORTFOLIO).map(|(seat, _)| seat)
    }

    /// Returns the sort key of a seat; the highest wins. (SH-R3, SH-S13)
    fn rank(&self, options: &Options, seat: Seat) -> (i32, i32, Reverse<u8>) {
        let value = self.value[seat];
        match options.tie_break {
            TieBreak::CapitalThenFewer => (value, self.capital_left[seat], Reverse(self.investments[seat])),
            TieBreak::Shared => (value, 0, Reverse(0)),
        }
    }

    /// Returns the winners; several if they share the victory.
    #[must_use]
    pub fn winners(&self, options: &Options) -> SeatSet {
        let best = Seat::all(options.seats).map(|seat| self.rank(options, seat)).max();
        Seat::all(options.seats).filter(|seat| Some(self.rank(options, *seat)) == best).collect()
    }

    /// Returns the end of the match, since a match is one game.
    #[must_use]
    pub fn settle(&self, options: &Options, dealer: Seat) -> Settlement<Standing> {
        Settlement::MatchOver(Standing { dealer, totals: self.value }, self.winners(options))
    }

    /// Returns the score lines: the portfolios, and the Capital left if it decides between the best ones. (SH-R3,
    /// SH-S13)
    #[must_use]
    pub fn score_lines(&self, options: &Options) -> Vec<ScoreLine> {
        let investments = BySide::from(self.investments);
        let mut lines = vec![
            ScoreLine::new("portfolio", &["SH-R25"], self.value.into())
                .with_amounts(|side| Some(investments[side])),
        ];
        let best = Seat::all(options.seats).map(|seat| self.value[seat]).max();
        let leaders: SeatSet =
            Seat::all(options.seats).filter(|seat| Some(self.value[*seat]) == best).collect();
        let most = leaders.iter().map(|seat| self.capital_left[seat]).max();
        let have_most = leaders.iter().filter(|seat| Some(self.capital_left[*seat]) == most).count();
        if options.tie_break == TieBreak::CapitalThenFewer && leaders.len() > 1 && have_most == 1 {
            let left = self.capital_left.map(|seat, left| leaders.contains(seat).then_some(left));
            let left = BySide::from(left);
            lines.push(
                ScoreLine::new("capitalLeft", &["SH-S13"], BySide::filled(options.seats, 0))
                    .with_amounts(|side| left[side]),
            );
        }
        lines
    }
}

/// Returns the outcome. Points are portfolio values; returns compare the rank with each opponent.
pub(super) fn outcome(state: &State) -> Option<Outcome> {
    if state.stage != Stage::Over {
        return None;
    }
    let (options, detail) = (&state.options, detail(state));
    let others = f32::from(options.seats - 1);
    let returns = detail.value.map(|seat, _| {
        let own = detail.rank(options, seat);
        let against = Seat::all(options.seats).map(|other| own.cmp(&detail.rank(options, other)) as i8);
        against.map(f32::from).sum::<f32>() / others
    });
    Some(Outcome { points: detail.value, returns })
}

pub(super) fn settle(state: &State) -> Settlement<Standing> {
    detail(state).settle(&state.options, state.dealer)
}

pub(super) fn score_breakdown(state: &State) -> Vec<ScoreLine> {
    detail(state).score_lines(&state.options)
}
