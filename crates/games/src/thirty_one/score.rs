//! Lives: who loses a deal, who is out, who wins the match.

use super::options::{BlitzLosers, DoubleOverflow, KnockerDouble, TieLowest};
use super::{Ending, Options, Stage, State, rules, value};
use cards::{BySeat, Seat, SeatSet};
use engine::{CountLine, Half, Outcome, Settlement};
use serde::Serialize;

/// The lives between deals.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Standing {
    /// Who deals next, or dealt the deal in progress.
    pub dealer: Seat,
    /// The lives left; one who is out without a free ride has 0, with it −1.
    pub lives: BySeat<i32>,
    /// Who is still in.
    pub playing: SeatSet,
}

/// The figures of a finished deal, as records show them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Detail {
    /// What each hand was worth; nothing for a seat that is out.
    pub values: BySeat<Option<Half>>,
    /// The lives each lost.
    pub lost: BySeat<i32>,
    /// How the deal ended.
    pub ended: Ending,
    /// Who had knocked.
    pub knocker: Option<Seat>,
}

/// How a deal ended for everybody.
#[derive(Clone, Copy)]
pub(super) struct Result {
    dealt: SeatSet,
    halves: BySeat<u8>,
    /// Who holds 31.
    pub(super) blitz: SeatSet,
    /// The lives each loses.
    pub(super) lost: BySeat<i32>,
    /// Who is in afterwards.
    pub(super) playing: SeatSet,
    /// Whether nobody loses because everybody would go out.
    replayed: bool,
}

impl Result {
    /// What the hands are worth.
    pub(super) fn values(&self) -> BySeat<Option<Half>> {
        self.halves
            .map(|seat, halves| self.dealt.contains(seat).then(|| Half::from_halves(i32::from(halves))))
    }
}

/// How a deal that ended like this ended for everybody.
#[inline]
pub(super) fn result(state: &State, ending: Ending) -> Result {
    let State { options, standing, hands, knocker, .. } = state;
    let dealt = standing.playing;
    let halves = hands.map(|_, hand| value::halves(options, hand));
    let blitz: SeatSet = dealt.iter().filter(|seat| halves[*seat] == 2 * value::BLITZ).collect();
    let others = dealt - blitz; // TH-S10
    let owed = owed(options, ending, *knocker, others, &halves);
    let mut lost = standing.lives.map(|seat, lives| cut(options, lives, owed[seat]));
    let mut playing: SeatSet =
        dealt.iter().filter(|seat| standing.lives[*seat] - lost[*seat] >= options.least_lives()).collect();
    let replayed = playing.is_empty();
    if replayed {
        lost = lost.map(|_, _| 0); // TH-S7
        playing = dealt;
    }
    Result { dealt, halves, blitz, lost, playing, replayed }
}

/// What each of the `others`, who do not hold 31, would have to pay.
#[inline]
fn owed(
    options: &Options,
    ending: Ending,
    knocker: Option<Seat>,
    others: SeatSet,
    halves: &BySeat<u8>,
) -> BySeat<i32> {
    let mut owed = BySeat::filled(options.seats, 0);
    if ending == Ending::Blitz && options.blitz_losers != BlitzLosers::LowestOnly {
        // TH-O3
        others.iter().for_each(|seat| owed[seat] = 1);
        let twice = options.blitz_losers == BlitzLosers::AllOthersKnockerTwo;
        if let Some(knocker) = knocker.filter(|knocker| twice && others.contains(*knocker)) {
            owed[knocker] = 2;
        }
        return owed;
    }
    let least = others.iter().map(|seat| halves[seat]).min();
    let lowest: SeatSet = others.iter().filter(|seat| Some(halves[*seat]) == least).collect();
    let mut losers = lowest; // TH-R8
    // Only a knock that ended the deal makes the knocker special. (TH-S5, TH-S11)
    let knocker = knocker.filter(|_| ending == Ending::Knock);
    if lowest.len() > 1 {
        match (options.tie_lowest, knocker) {
            (TieLowest::Nobody, _) => losers = SeatSet::EMPTY,
            (TieLowest::KnockerSafe, Some(knocker)) => losers.remove(knocker),
            (TieLowest::KnockerSafe, None) | (TieLowest::AllLose, _) => {}
        }
    }
    losers.iter().for_each(|seat| owed[seat] = 1);
    let doubled = match options.knocker_double {
        KnockerDouble::Never => false,
        KnockerDouble::StrictLowest => lowest.len() == 1,
        KnockerDouble::LowestOrTied => true,
    };
    if let Some(knocker) = knocker.filter(|knocker| doubled && losers.contains(*knocker)) {
        owed[knocker] = 2; // TH-R8
    }
    owed
}

/// The lives a player with so many loses who owes so many: no more than there are. (TH-R9, TH-S6)
#[inline]
fn cut(options: &Options, lives: i32, owed: i32) -> i32 {
    let most = match options.double_overflow {
        _ if !options.free_life => lives,
        DoubleOverflow::Cap => lives.max(1),
        DoubleOverflow::Sequential => lives + 1,
    };
    owed.min(most)
}

/// Lives lost against the mean of those who play; one life between two is half of what there is.
#[inline]
pub(super) fn outcome(state: &State) -> Option<Outcome> {
    let Stage::Over(ending) = state.stage else { return None };
    let result = result(state, ending);
    let mean = result.lost.as_slice().iter().sum::<i32>() as f32 / f32::from(result.dealt.len());
    let lead = |seat| mean - result.lost[seat] as f32;
    let most = result.dealt.iter().map(|seat| lead(seat).abs()).fold(1.0, f32::max);
    Some(Outcome {
        points: result.lost.map(|_, lost| -lost),
        returns: result.lost.map(|seat, _| if result.dealt.contains(seat) { lead(seat) / most } else { 0.0 }),
    })
}

pub(super) fn settle(state: &State) -> Settlement<Standing> {
    let result = finished(state);
    let State { options, standing, .. } = state;
    let lives = standing.lives.map(|seat, lives| lives - result.lost[seat]);
    let mut after = Standing { lives, playing: result.playing, ..*standing };
    // TH-S7, TH-S9: when nobody can lose, the same dealer deals again.
    if !result.replayed && result.blitz != result.dealt {
        after.dealer = rules::after(&after, options.seats, standing.dealer); // TH-S2
    }
    if result.playing.len() == 1 {
        return Settlement::MatchOver(after, result.playing); // TH-R10
    }
    Settlement::NextDeal(after)
}

fn finished(state: &State) -> Result {
    let ending = ending(state);
    result(state, ending)
}

/// How a deal that is over ended.
fn ending(state: &State) -> Ending {
    match state.stage {
        Stage::Over(ending) => ending,
        _ => Ending::Showdown,
    }
}

pub(super) fn detail(state: &State) -> Detail {
    let result = finished(state);
    Detail { values: result.values(), lost: result.lost, ended: ending(state), knocker: state.knocker }
}

/// The hands and what they cost; and the second life of a knocker who pays twice.
pub(super) fn count(state: &State) -> Vec<CountLine> {
    let result = finished(state);
    let seats = state.options.seats;
    let lost = |from: i32| {
        let points = result.lost.map(|_, lost| -(lost - from).clamp(0, 1));
        points.as_slice().to_vec()
    };
    let shown = |seat: Seat| state.hands[seat].iter().map(String::from).collect();
    let hands = CountLine {
        category: "hand",
        amounts: result.values().as_slice().to_vec(),
        points: lost(0),
        cards: Some(Seat::all(seats).map(shown).collect()),
    };
    let double = CountLine {
        category: "double",
        amounts: vec![None; usize::from(seats)],
        points: lost(1),
        cards: None,
    };
    let twice = result.lost.as_slice().iter().any(|lost| *lost > 1);
    if twice { vec![hands, double] } else { vec![hands] }
}

/// TH-R2, TH-R10: everybody stakes the same, and the last one in has it all.
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
    /// Everybody in, with all their lives.
    pub(super) fn open(options: &Options, dealer: Seat) -> Self {
        let lives = BySeat::filled(options.seats, options.lives);
        Self { dealer, lives, playing: SeatSet::all(options.seats) }
    }
}
