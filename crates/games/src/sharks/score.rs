//! What portfolios are worth, and who wins.

use super::options::TieBreak;
use super::{Options, Stage, State};
use cards::{BySeat, Seat, SeatSet};
use engine::{CountLine, Half, Outcome, Settlement};
use serde::Serialize;
use std::cmp::Reverse;

/// What stands between deals: a match is one game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Standing {
    /// The seat before the first player.
    pub dealer: Seat,
    /// What everybody's portfolio was worth.
    pub totals: BySeat<i32>,
}

/// The figures of a finished game, as records show them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Detail {
    /// How many Investments each has.
    pub investments: BySeat<u8>,
    /// What they are worth.
    pub value: BySeat<i32>,
    /// What the Capital left in the hands is worth.
    pub capital_left: BySeat<i32>,
}

impl Standing {
    pub(super) fn open(options: &Options, dealer: Seat) -> Self {
        Self { dealer, totals: BySeat::filled(options.seats, 0) }
    }
}

/// What the Investments of `seat` are worth, as far as they are known. (SH-R25)
pub(super) fn value(state: &State, seat: Seat) -> i32 {
    let set = state.options.set;
    state.portfolio(seat).map(|share| i32::from(set.investment(share.investment).value)).sum()
}

pub(super) fn detail(state: &State) -> Detail {
    let seats = state.options.seats;
    Detail {
        investments: BySeat::new(seats, |seat| state.investments(seat)),
        value: BySeat::new(seats, |seat| value(state, seat)),
        capital_left: BySeat::new(seats, |seat| i32::from(state.hands[seat].total())),
    }
}

/// What decides between players, the more the better. (SH-R3, SH-S13)
fn rank(options: &Options, detail: &Detail, seat: Seat) -> (i32, i32, Reverse<u8>) {
    let value = detail.value[seat];
    match options.tie_break {
        TieBreak::CapitalThenFewer => (value, detail.capital_left[seat], Reverse(detail.investments[seat])),
        TieBreak::Shared => (value, 0, Reverse(0)),
    }
}

/// Points are what portfolios are worth. Returns are by rank: whom one is before, and whom behind.
pub(super) fn outcome(state: &State) -> Option<Outcome> {
    if state.stage != Stage::Over {
        return None;
    }
    let (options, detail) = (&state.options, detail(state));
    let others = f32::from(options.seats - 1);
    let returns = detail.value.map(|seat, _| {
        let own = rank(options, &detail, seat);
        let against = Seat::all(options.seats).map(|other| own.cmp(&rank(options, &detail, other)) as i8);
        against.map(f32::from).sum::<f32>() / others
    });
    Some(Outcome { points: detail.value, returns })
}

pub(super) fn settle(state: &State) -> Settlement<Standing> {
    let (options, detail) = (&state.options, detail(state));
    let ranked = |seat| rank(options, &detail, seat);
    let best = Seat::all(options.seats).map(ranked).max();
    let winners: SeatSet = Seat::all(options.seats).filter(|seat| Some(ranked(*seat)) == best).collect();
    Settlement::MatchOver(Standing { dealer: state.dealer, totals: detail.value }, winners)
}

/// The portfolios, which everybody sees on the table; and what may break a tie.
pub(super) fn count(state: &State) -> Vec<CountLine> {
    let detail = detail(state);
    let seats = state.options.seats;
    let amounts =
        |of: &dyn Fn(Seat) -> i32| Seat::all(seats).map(|seat| Some(Half::from(of(seat)))).collect();
    vec![
        CountLine {
            category: "portfolio",
            amounts: amounts(&|seat| i32::from(detail.investments[seat])),
            points: detail.value.as_slice().to_vec(),
            cards: None,
        },
        CountLine {
            category: "capitalLeft",
            amounts: amounts(&|seat| detail.capital_left[seat]),
            points: vec![0; usize::from(seats)],
            cards: None,
        },
    ]
}
