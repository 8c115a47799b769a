//! Points, the end of the deal, the end of the match.

use super::options::{DrawnHandDealer, EqualKnock, NextDealer, SEATS};
use super::state::{Going, Knock, Phase};
use super::{Options, State};
use cards::{BySeat, BySide, Seat, SeatSet, Side, Suit};
use engine::{Outcome, ScoreLine, Settlement};
use serde::Serialize;

/// The score between deals.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Standing {
    /// The rules, on which bonuses and the end of the match depend.
    pub options: Options,
    /// Who deals next, or dealt the deal in progress.
    pub dealer: Seat,
    /// The points of all hands, each counted once.
    pub points: BySeat<i32>,
    /// The games played side by side: one, or three in Hollywood scoring.
    pub games: [Option<Column>; HOLLYWOOD],
}

/// GR-O17.
const HOLLYWOOD: usize = 3;

/// The score of one game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Column {
    /// The points.
    pub points: BySeat<i32>,
    /// Hands won: boxes. (GR-S13)
    pub hands: BySeat<i32>,
    /// Who reached the target, once somebody has.
    pub winner: Option<Seat>,
}

/// The figures of a finished deal, as records show them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Detail {
    /// Who won it, if anybody did.
    pub winner: Option<Seat>,
    /// How.
    pub how: How,
    /// The deadwood of each: as laid down, and after lay-offs.
    pub deadwood: BySeat<u8>,
}

/// How a deal ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum How {
    /// The knocker had less.
    Knock,
    /// Nothing was left of ten cards.
    Gin,
    /// Nothing was left of eleven cards.
    BigGin,
    /// The knocker had not less.
    Undercut,
    /// Nobody scored.
    Draw,
}

/// What the hands of a deal that is over come to.
#[derive(Clone, Copy)]
struct Verdict {
    how: How,
    winner: Option<Seat>,
    deadwood: BySeat<u8>,
    /// What the winner gets for the difference, as a bonus, and as much again because the hand counts twice.
    difference: i32,
    bonus: i32,
    doubling: i32,
}

impl Verdict {
    fn points(&self) -> i32 {
        self.difference + self.bonus + self.doubling
    }

    #[inline]
    fn outcome(&self) -> Outcome {
        let points = BySeat::new(SEATS, |seat| if Some(seat) == self.winner { self.points() } else { 0 });
        Outcome::from_points(points, DECISIVE_LEAD)
    }
}

/// Points of one deal beyond which no lead matters: for the search. No more is counted than the points, for they decide who wins the
/// game; the box that a hand is worth too, in the end, would make a small knock now look as good as gin later.
const DECISIVE_LEAD: f32 = 100.0;

pub(super) fn initial_standing(options: &Options, dealer: Seat) -> Standing {
    let nothing = BySeat::filled(SEATS, 0);
    let column = Column { points: nothing, hands: nothing, winner: None };
    let others = options.hollywood.then_some(column); // GR-S15
    Standing { options: *options, dealer, points: nothing, games: [Some(column), others, others] }
}

/// How a hand ended, whoever looked: the rules at the cards, or people at a real table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tally {
    /// Who went out, and how; nobody, if the hand is drawn.
    pub knock: Option<Knock>,
    /// The deadwood of each, after lay-offs.
    pub deadwood: BySeat<u8>,
    /// Whether the first upcard was a spade. (GR-S12)
    pub first_upcard_is_spade: bool,
}

impl Tally {
    fn new(state: &State) -> Self {
        let values = state.options().deadwood();
        Self {
            knock: state.knock,
            deadwood: BySeat::new(SEATS, |seat| values.sum(state.hands[seat])),
            first_upcard_is_spade: state.first_upcard.suit() == Suit::Spades,
        }
    }

    fn verdict(&self, options: &Options) -> Verdict {
        let Self { knock, deadwood, first_upcard_is_spade } = *self;
        let nobody = Verdict { how: How::Draw, winner: None, deadwood, difference: 0, bonus: 0, doubling: 0 };
        let Some(knock) = knock else { return nobody };
        let other = knock.seat.next(SEATS);
        let (mine, theirs) = (i32::from(deadwood[knock.seat]), i32::from(deadwood[other]));
        let (how, winner, bonus) = match knock.going {
            // GR-O15: an opponent who lays everything off against gin cancels it.
            Going::Gin | Going::BigGin if options.layoff_on_gin && theirs == 0 => return nobody,
            Going::Gin => (How::Gin, knock.seat, options.gin_bonus), // GR-R8
            Going::BigGin => (How::BigGin, knock.seat, options.big_gin_bonus().unwrap_or_default()),
            Going::Knock if mine < theirs => (How::Knock, knock.seat, 0), // GR-R7
            Going::Knock if mine == theirs && options.equal_knock == EqualKnock::KnockerZero => {
                return nobody;
            }
            Going::Knock => (How::Undercut, other, options.undercut_bonus),
        };
        let difference = (mine - theirs).abs();
        let twice = options.spades_double && first_upcard_is_spade; // GR-S12
        let doubling = if twice { difference + bonus } else { 0 };
        Verdict { how, winner: Some(winner), deadwood, difference, bonus, doubling }
    }

    /// What it brings.
    #[inline]
    pub(super) fn outcome(&self, options: &Options) -> Outcome {
        self.verdict(options).outcome()
    }

    /// Who won it, and how.
    #[must_use]
    pub fn won(&self, options: &Options) -> (Option<Seat>, How) {
        let Verdict { winner, how, .. } = self.verdict(options);
        (winner, how)
    }

    /// How it is counted, category by category.
    #[must_use]
    pub fn score_lines(&self, options: &Options) -> Vec<ScoreLine> {
        let verdict = self.verdict(options);
        let winner = verdict.winner.map(Side::of);
        let to_winner = |points| BySide::new(SEATS, |side| if Some(side) == winner { points } else { 0 });
        let deadwood = BySide::from(verdict.deadwood);
        let mut lines = vec![
            ScoreLine::new("deadwood", &["GR-R3", "GR-R7"], to_winner(verdict.difference))
                .with_amounts(|side| Some(deadwood[side])),
        ];
        let bonus = match verdict.how {
            How::Gin => Some(("gin", &["GR-R8", "GR-O4"] as &[_])),
            How::BigGin => Some(("bigGin", &["GR-O8"] as &[_])),
            How::Undercut => Some(("undercut", &["GR-R7", "GR-O3"] as &[_])),
            How::Knock | How::Draw => None,
        };
        lines
            .extend(bonus.map(|(category, rules)| ScoreLine::new(category, rules, to_winner(verdict.bonus))));
        if verdict.doubling > 0 {
            lines.push(ScoreLine::new("spadesDouble", &["GR-O14"], to_winner(verdict.doubling)));
        }
        lines
    }

    /// What follows a hand that ended like this.
    #[must_use]
    pub fn settle(&self, standing: &Standing) -> Settlement<Standing> {
        let mut standing = *standing;
        let verdict = self.verdict(&standing.options);
        let other = standing.dealer.next(SEATS);
        let Some(winner) = verdict.winner else {
            if standing.options.drawn_hand_dealer == DrawnHandDealer::Rotate {
                standing.dealer = other;
            }
            return Settlement::NextDeal(standing);
        };
        standing.dealer = match standing.options.next_dealer {
            NextDealer::Alternate => other,
            NextDealer::Loser => winner.next(SEATS),
            NextDealer::Winner => winner,
        };
        standing.enter(winner, verdict.points());
        if standing.is_over() {
            let winners = standing.winners();
            Settlement::MatchOver(standing, winners)
        } else {
            Settlement::NextDeal(standing)
        }
    }
}

fn verdict(state: &State) -> Verdict {
    Tally::new(state).verdict(state.options())
}

#[inline]
pub(super) fn outcome(state: &State) -> Option<Outcome> {
    (state.phase == Phase::Over).then(|| verdict(state).outcome())
}

pub(super) fn detail(state: &State) -> Detail {
    let Verdict { how, winner, deadwood, .. } = verdict(state);
    Detail { winner, how, deadwood }
}

pub(super) fn score_breakdown(state: &State) -> Vec<ScoreLine> {
    let hands = BySide::from(state.hands);
    let lines = Tally::new(state).score_lines(state.options()).into_iter();
    let shown = |line: ScoreLine| match line.category {
        "deadwood" => line.with_cards(|side| hands[side]),
        _ => line,
    };
    lines.map(shown).collect()
}

pub(super) fn settle(state: &State) -> Settlement<Standing> {
    Tally::new(state).settle(&state.standing)
}

impl Standing {
    /// Writes the points of a hand down: in every open game in which the winner has points, and in the first open one
    /// in which there are none. (GR-O17)
    fn enter(&mut self, winner: Seat, points: i32) {
        self.points[winner] += points;
        let mut first = true;
        for game in self.games.iter_mut().flatten().filter(|game| game.winner.is_none()) {
            let entered = game.hands[winner] > 0;
            if entered || first {
                game.points[winner] += points;
                game.hands[winner] += 1;
                if game.points[winner] >= self.options.target {
                    game.winner = Some(winner);
                }
            }
            first &= entered;
        }
    }

    fn is_over(&self) -> bool {
        self.games.iter().flatten().all(|game| game.winner.is_some())
    }

    /// Who reached the target; of three games, who has the higher total. (GR-R10)
    fn winners(&self) -> SeatSet {
        if !self.options.hollywood {
            let winner = self.games[0].and_then(|game| game.winner);
            return winner.map_or(SeatSet::EMPTY, SeatSet::only);
        }
        let totals = totals(self);
        let max = totals.as_slice().iter().copied().max();
        Seat::all(SEATS).filter(|seat| Some(totals[*seat]) == max).collect()
    }

    /// The sum of something over all games.
    fn sum(&self, of: impl Fn(&Column, Seat) -> i32) -> BySeat<i32> {
        BySeat::new(SEATS, |seat| self.games.iter().flatten().map(|game| of(game, seat)).sum())
    }

    /// GR-R10: the bonus for a game that was won.
    fn game_bonus(&self) -> BySeat<i32> {
        self.sum(|game, seat| if game.winner == Some(seat) { self.options.game_bonus } else { 0 })
    }

    /// As much again against a loser without a point. (GR-O6, GR-S16)
    fn shutouts(&self) -> BySeat<i32> {
        self.sum(|game, seat| {
            let shut_out = game.winner == Some(seat) && game.points[seat.next(SEATS)] == 0;
            if shut_out && self.options.shutout_double { self.options.game_bonus } else { 0 }
        })
    }

    /// The hands won in games that are decided. (GR-S13)
    fn boxes(&self) -> BySeat<i32> {
        self.sum(|game, seat| if game.winner.is_some() { game.hands[seat] } else { 0 })
    }

    /// What hands count in further games.
    fn repeated(&self) -> BySeat<i32> {
        self.sum(|game, seat| game.points[seat]).map(|seat, points| points - self.points[seat])
    }
}

pub(super) fn totals(standing: &Standing) -> BySeat<i32> {
    let bonuses = bonus_points(standing);
    standing
        .points
        .map(|seat, points| points + bonuses.iter().map(|points| points[Side::of(seat)]).sum::<i32>())
}

/// What the totals hold beyond the points of the hands, in the order in which it is settled: the other games of three, games won,
/// shutouts, boxes. (GR-S16)
fn bonus_points(standing: &Standing) -> [BySide<i32>; 4] {
    let boxes = standing.boxes().map(|_, hands| hands * standing.options.box_bonus);
    [standing.repeated().into(), standing.game_bonus().into(), standing.shutouts().into(), boxes.into()]
}

/// The same as lines, those that come to nothing left out.
pub(super) fn bonuses(standing: &Standing) -> Vec<ScoreLine> {
    let boxes = BySide::from(standing.boxes());
    let [others, games, shutouts, box_points] = bonus_points(standing);
    let lines = [
        ScoreLine::new("hollywood", &["GR-O17"], others),
        ScoreLine::new("gameBonus", &["GR-R10"], games),
        ScoreLine::new("shutout", &["GR-O6", "GR-S16"], shutouts),
        ScoreLine::new("boxes", &["GR-S13"], box_points).with_amounts(|side| Some(boxes[side])),
    ];
    lines.into_iter().filter(|line| line.points.iter().any(|(_, points)| points != 0)).collect()
}

/// The difference of the totals, at so much a point. (GR-R11)
pub(super) fn payments(standing: &Standing, stake: u32) -> Option<BySeat<i64>> {
    let totals = totals(standing);
    let lead = |seat: Seat| i64::from(totals[seat]) - i64::from(totals[seat.next(SEATS)]);
    standing.is_over().then(|| BySeat::new(SEATS, |seat| lead(seat) * i64::from(stake)))
}
