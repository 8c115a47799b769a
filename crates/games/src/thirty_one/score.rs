//! Lives: the losers of a deal, the players still in, the winner of the match.

use super::options::{BlitzLosers, DoubleOverflow, KnockerDouble, TieLowest};
use super::{Ending, Options, Showdown, Stage, State, rules, value};
use cards::{BySeat, BySide, Seat, SeatSet};
use engine::{Half, Outcome, ScoreLine, Settlement};
use serde::Serialize;

/// Lives of the players between deals.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Standing {
    /// Dealer of the next deal, or of the deal in progress.
    pub dealer: Seat,
    /// Lives left. A player who is out has 0, or −1 if there is a free life.
    pub lives: BySeat<i32>,
    /// Seats that are still in the match.
    pub playing: SeatSet,
}

/// Figures of a finished deal in a record.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Detail {
    /// Value of each hand. `None` for a seat that is out.
    pub values: BySeat<Option<Half>>,
    /// Lives that each seat lost.
    pub lost: BySeat<u8>,
    /// Way in which the deal ended.
    pub ended: Ending,
    /// Seat that knocked.
    pub knocker: Option<Seat>,
}

/// Ending of a deal, as the rules or the players at a real table established it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tally {
    /// Way in which the deal ended.
    pub ending: Ending,
    /// Seat that knocked.
    pub knocker: Option<Seat>,
    /// Values of the hands, in half points. Zero for a seat without a hand.
    pub halves: BySeat<u8>,
}

impl Tally {
    /// Value of 31, in half points.
    pub const BLITZ: u8 = 2 * value::BLITZ;

    /// Returns the consequences of the ending for all players.
    #[inline]
    #[must_use]
    pub fn showdown(&self, options: &Options, standing: &Standing) -> Showdown {
        let Self { ending, knocker, halves } = *self;
        let mut blitz = SeatSet::EMPTY;
        for seat in standing.playing.iter() {
            if halves[seat] == Self::BLITZ {
                blitz.insert(seat);
            }
        }
        let others = standing.playing - blitz; // TH-S10
        let mut lost = penalties(options, ending, knocker, others, &halves);
        let mut playing = standing.playing;
        for seat in others.iter() {
            lost[seat] = capped_loss(options, standing.lives[seat], lost[seat]);
            if standing.lives[seat] - i32::from(lost[seat]) < options.min_lives() {
                playing.remove(seat);
            }
        }
        let spared = playing.is_empty();
        if spared {
            lost = BySeat::filled(options.seats, 0); // TH-S7
            playing = standing.playing;
        }
        Showdown { ending, halves, blitz, lost, playing, spared }
    }
}

/// Returns the consequences if the deal ends now with `ending`.
#[inline]
pub(super) fn showdown(state: &State, ending: Ending) -> Showdown {
    let State { options, standing, hands, knocker, .. } = state;
    let mut halves = BySeat::filled(options.seats, 0);
    standing.playing.iter().for_each(|seat| halves[seat] = value::halves(options, hands[seat]));
    Tally { ending, knocker: *knocker, halves }.showdown(options, standing)
}

/// Returns the penalty of each of the `others`, who do not hold 31.
#[inline]
fn penalties(
    options: &Options,
    ending: Ending,
    knocker: Option<Seat>,
    others: SeatSet,
    halves: &BySeat<u8>,
) -> BySeat<u8> {
    let mut penalties = BySeat::filled(options.seats, 0);
    if ending == Ending::Blitz && options.blitz_losers != BlitzLosers::LowestOnly {
        // TH-O3
        others.iter().for_each(|seat| penalties[seat] = 1);
        let twice = options.blitz_losers == BlitzLosers::AllOthersKnockerTwo;
        if let Some(knocker) = knocker.filter(|knocker| twice && others.contains(*knocker)) {
            penalties[knocker] = 2;
        }
        return penalties;
    }
    let min = others.iter().map(|seat| halves[seat]).min();
    let lowest: SeatSet = others.iter().filter(|seat| Some(halves[*seat]) == min).collect();
    let mut losers = lowest; // TH-R8
    // Special rules for the knocker apply only if the knock ended the deal. (TH-S5, TH-S11)
    let knocker = knocker.filter(|_| ending == Ending::Knock);
    if lowest.len() > 1 {
        match (options.tie_lowest, knocker) {
            (TieLowest::Nobody, _) => losers = SeatSet::EMPTY,
            (TieLowest::KnockerSafe, Some(knocker)) => losers.remove(knocker),
            (TieLowest::KnockerSafe, None) | (TieLowest::AllLose, _) => {}
        }
    }
    losers.iter().for_each(|seat| penalties[seat] = 1);
    let doubled = match options.knocker_double {
        KnockerDouble::Never => false,
        KnockerDouble::StrictLowest => lowest.len() == 1,
        KnockerDouble::LowestOrTied => true,
    };
    if let Some(knocker) = knocker.filter(|knocker| doubled && losers.contains(*knocker)) {
        penalties[knocker] = 2; // TH-R8
    }
    penalties
}

/// Returns the lives that a player with `lives` loses for this `penalty`, at most those
/// available. (TH-R9, TH-S6)
#[inline]
pub(super) fn capped_loss(options: &Options, lives: i32, penalty: u8) -> u8 {
    let max = match options.double_overflow {
        _ if !options.free_life => lives,
        DoubleOverflow::Cap => lives.max(1),
        DoubleOverflow::Sequential => lives + 1,
    };
    penalty.min(max as u8)
}

/// Returns the outcome: lives lost against the mean of the players. With two players a loss of one
/// life is half of the maximum.
#[inline]
pub(super) fn outcome(state: &State) -> Option<Outcome> {
    let Stage::Over(Showdown { lost, .. }) = state.stage else { return None };
    let playing = state.standing.playing;
    let mean = playing.iter().map(|seat| f32::from(lost[seat])).sum::<f32>() / f32::from(playing.len());
    let max = playing.iter().map(|seat| (mean - f32::from(lost[seat])).abs()).fold(1.0, f32::max);
    let mut returns = BySeat::filled(state.options.seats, 0.0);
    playing.iter().for_each(|seat| returns[seat] = (mean - f32::from(lost[seat])) / max);
    Some(Outcome { points: lost.map(|_, lost| -i32::from(lost)), returns })
}

pub(super) fn settle(state: &State) -> Settlement<Standing> {
    shown(state).settle(&state.options, &state.standing)
}

impl Showdown {
    /// Returns the next standing, and whether the match is over.
    #[must_use]
    pub fn settle(&self, options: &Options, standing: &Standing) -> Settlement<Standing> {
        let Self { lost, playing, spared, blitz, .. } = *self;
        let lives = standing.lives.map(|seat, lives| lives - i32::from(lost[seat]));
        let mut after = Standing { lives, playing, ..*standing };
        // TH-S7, TH-S9: if no player can lose, the same dealer deals again.
        if !spared && blitz != standing.playing {
            after.dealer = rules::after(&after, options.seats, standing.dealer); // TH-S2
        }
        if playing.len() == 1 {
            return Settlement::MatchOver(after, playing); // TH-R10
        }
        Settlement::NextDeal(after)
    }

    /// Returns the score lines: the lives lost, and the second life of a knocker who pays twice.
    #[must_use]
    pub fn score_lines(&self, standing: &Standing) -> Vec<ScoreLine> {
        let lives = |paid: fn(u8) -> u8| self.lost.map(|_, lost| -i32::from(paid(lost))).into();
        let values: BySide<Option<Half>> = values(standing, self).into();
        let hand = ScoreLine::new("hand", &["TH-R7", "TH-R8"], lives(|lost| lost.min(1)));
        let mut lines = vec![hand.with_amounts(|side| values[side])];
        if self.lost.as_slice().iter().any(|lost| *lost > 1) {
            let twice = lives(|lost| lost.saturating_sub(1));
            lines.push(ScoreLine::new("double", &["TH-R8", "TH-O5"], twice));
        }
        lines
    }
}

/// Returns the consequences of a finished deal.
fn shown(state: &State) -> Showdown {
    match state.stage {
        Stage::Over(showdown) => showdown,
        _ => showdown(state, Ending::Showdown),
    }
}

/// Returns the values of the hands. `None` for a seat without a hand.
pub(super) fn values(standing: &Standing, showdown: &Showdown) -> BySeat<Option<Half>> {
    let value = |halves| Half::from_halves(i32::from(halves));
    showdown.halves.map(|seat, halves| standing.playing.contains(seat).then(|| value(halves)))
}

pub(super) fn detail(state: &State) -> Detail {
    let showdown = shown(state);
    Detail {
        values: values(&state.standing, &showdown),
        lost: showdown.lost,
        ended: showdown.ending,
        knocker: state.knocker,
    }
}

pub(super) fn score_breakdown(state: &State) -> Vec<ScoreLine> {
    let mut lines = shown(state).score_lines(&state.standing);
    let cards = |seat: Seat| state.hands[seat].iter().map(String::from).collect();
    if let Some(hands) = lines.first_mut() {
        hands.cards = Some(Seat::all(state.options.seats).map(cards).collect());
    }
    lines
}

/// Returns the payments: every player stakes the same amount, and the last one in wins all of it.
/// (TH-R2, TH-R10)
pub(super) fn payments(standing: &Standing, stake: u32) -> BySeat<i64> {
    let stake = i64::from(stake);
    let others = i64::from(standing.lives.seats()) - 1;
    let over = standing.playing.len() == 1;
    standing.lives.map(|seat, _| match (over, standing.playing.contains(seat)) {
        (false, _) => 0,
        (true, true) => stake * others,
        (true, false) => -stake,
    })
}

impl Standing {
    /// Returns the standing at the start of a match.
    pub(super) fn initial(options: &Options, dealer: Seat) -> Self {
        let lives = BySeat::filled(options.seats, options.lives);
        Self { dealer, lives, playing: SeatSet::all(options.seats) }
    }
}
