//! Points of a deal, and the end of deal and match.

use super::options::{DrawnHandDealer, EqualKnock, NextDealer, SEATS};
use super::state::{Going, Knock, Phase};
use super::{Options, State};
use cards::{BySeat, BySide, Seat, SeatSet, Side, Suit};
use engine::{Outcome, ScoreLine, Settlement};
use serde::Serialize;

/// Score of the match between deals.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Standing {
    /// The rules; bonuses and the end of the match depend on them.
    pub options: Options,
    /// Dealer of the next deal, or of the deal in progress.
    pub dealer: Seat,
    /// Points of all hands, each counted once.
    pub points: BySeat<i32>,
    /// Games scored side by side: one, or three in Hollywood scoring.
    pub games: [Option<Column>; HOLLYWOOD],
}

/// Number of games in Hollywood scoring. (GR-O17)
const HOLLYWOOD: usize = 3;

/// Score of one game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Column {
    /// Points of each seat in the game.
    pub points: BySeat<i32>,
    /// Hands won (boxes). (GR-S13)
    pub hands: BySeat<i32>,
    /// The seat that reached the target.
    pub winner: Option<Seat>,
}

/// Figures of a finished deal in a record.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Detail {
    /// The winner. `None` if no points were scored.
    pub winner: Option<Seat>,
    /// Way in which the deal ended.
    pub how: How,
    /// Deadwood of each seat after lay-offs.
    pub deadwood: BySeat<u8>,
}

/// Way in which a deal ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum How {
    /// The knocker had less deadwood.
    Knock,
    /// The winner melded ten cards.
    Gin,
    /// The winner melded eleven cards.
    BigGin,
    /// The knocker did not have less deadwood.
    Undercut,
    /// The hand was drawn, so no points were scored.
    Draw,
}

/// Result of a finished deal.
#[derive(Clone, Copy)]
struct Verdict {
    how: How,
    winner: Option<Seat>,
    deadwood: BySeat<u8>,
    /// The winner's points for the difference, as a bonus, and as the doubling of both.
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

/// Point difference that counts as a full win in the search.
///
/// Only points count, because they decide the winner of the game. If the box of a hand counted too,
/// a small knock now would look as good as gin later.
const DECISIVE_LEAD: f32 = 100.0;

pub(super) fn initial_standing(options: &Options, dealer: Seat) -> Standing {
    let nothing = BySeat::filled(SEATS, 0);
    let column = Column { points: nothing, hands: nothing, winner: None };
    let others = options.hollywood.then_some(column); // GR-S15
    Standing { options: *options, dealer, points: nothing, games: [Some(column), others, others] }
}

/// Ending of a hand, as the rules or the players at a real table established it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tally {
    /// The seat that went out, and the way it did. `None` if the hand was drawn.
    pub knock: Option<Knock>,
    /// Deadwood of each seat after lay-offs.
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
        let drawn = Verdict { how: How::Draw, winner: None, deadwood, difference: 0, bonus: 0, doubling: 0 };
        let Some(knock) = knock else { return drawn };
        let other = knock.seat.next(SEATS);
        let (mine, theirs) = (i32::from(deadwood[knock.seat]), i32::from(deadwood[other]));
        let (how, winner, bonus) = match knock.going {
            // GR-O15: gin is cancelled if the opponent lays off everything.
            Going::Gin | Going::BigGin if options.layoff_on_gin && theirs == 0 => return drawn,
            Going::Gin => (How::Gin, knock.seat, options.gin_bonus), // GR-R8
            Going::BigGin => (How::BigGin, knock.seat, options.big_gin_bonus().unwrap_or_default()),
            Going::Knock if mine < theirs => (How::Knock, knock.seat, 0), // GR-R7
            Going::Knock if mine == theirs && options.equal_knock == EqualKnock::KnockerZero => {
                return drawn;
            }
            Going::Knock => (How::Undercut, other, options.undercut_bonus),
        };
        let difference = (mine - theirs).abs();
        let twice = options.spades_double && first_upcard_is_spade; // GR-S12
        let doubling = if twice { difference + bonus } else { 0 };
        Verdict { how, winner: Some(winner), deadwood, difference, bonus, doubling }
    }

    /// Returns the outcome for the search.
    #[inline]
    pub(super) fn outcome(&self, options: &Options) -> Outcome {
        self.verdict(options).outcome()
    }

    /// Returns the winner and the ending.
    #[must_use]
    pub fn won(&self, options: &Options) -> (Option<Seat>, How) {
        let Verdict { winner, how, .. } = self.verdict(options);
        (winner, how)
    }

    /// Returns the score lines by category.
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

    /// Returns the next standing, and whether the match is over.
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
    /// Enters the points of a hand: in every open game in which the winner has points, and in the
    /// first open game without any. (GR-O17)
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

    /// Returns the winner of the game. With three games it returns the seats with the highest
    /// total. (GR-R10)
    fn winners(&self) -> SeatSet {
        if !self.options.hollywood {
            let winner = self.games[0].and_then(|game| game.winner);
            return winner.map_or(SeatSet::EMPTY, SeatSet::only);
        }
        let totals = totals(self);
        let max = totals.as_slice().iter().copied().max();
        Seat::all(SEATS).filter(|seat| Some(totals[*seat]) == max).collect()
    }

    /// Returns the sum of a figure over all games.
    fn sum(&self, of: impl Fn(&Column, Seat) -> i32) -> BySeat<i32> {
        BySeat::new(SEATS, |seat| self.games.iter().flatten().map(|game| of(game, seat)).sum())
    }

    /// Returns the bonuses for won games. (GR-R10)
    fn game_bonus(&self) -> BySeat<i32> {
        self.sum(|game, seat| if game.winner == Some(seat) { self.options.game_bonus } else { 0 })
    }

    /// Returns the additional bonuses against losers without a point. (GR-O6, GR-S16)
    fn shutouts(&self) -> BySeat<i32> {
        self.sum(|game, seat| {
            let shut_out = game.winner == Some(seat) && game.points[seat.next(SEATS)] == 0;
            if shut_out && self.options.shutout_double { self.options.game_bonus } else { 0 }
        })
    }

    /// Returns the hands won in decided games. (GR-S13)
    fn boxes(&self) -> BySeat<i32> {
        self.sum(|game, seat| if game.winner.is_some() { game.hands[seat] } else { 0 })
    }

    /// Returns the points of hands that count in further games.
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

/// Returns the parts of the totals beyond the points of the hands: the further games, won games,
/// shut-outs, boxes. (GR-S16)
fn bonus_points(standing: &Standing) -> [BySide<i32>; 4] {
    let boxes = standing.boxes().map(|_, hands| hands * standing.options.box_bonus);
    [standing.repeated().into(), standing.game_bonus().into(), standing.shutouts().into(), boxes.into()]
}

/// Returns [`bonus_points`] as score lines, without those that are zero.
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

/// Returns the payments: the difference of the totals times the stake per point. (GR-R11)
pub(super) fn payments(standing: &Standing, stake: u32) -> Option<BySeat<i64>> {
    let totals = totals(standing);
    let lead = |seat: Seat| i64::from(totals[seat]) - i64::from(totals[seat.next(SEATS)]);
    standing.is_over().then(|| BySeat::new(SEATS, |seat| lead(seat) * i64::from(stake)))
}
