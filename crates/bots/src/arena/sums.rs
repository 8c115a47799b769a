//! Sums of results, with means and confidence intervals.

use super::Estimate;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ops::Range;
use std::time::Duration;

/// Parts of a win: divisible by every number of winners up to nine.
pub(super) const SHARES: i128 = 2520;

/// Half-width of a 95 % confidence interval in standard errors.
pub(super) const HALF_WIDTH: f64 = 1.96;

/// Result of one bot with one deck: its points over all its seats, and its wins in parts of
/// [`SHARES`].
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Gain {
    pub(super) points: i128,
    pub(super) wins: i128,
}

/// Thinking time of a bot.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Thinking {
    pub(super) moves: u64,
    pub(super) total: Duration,
    pub(super) longest: Duration,
}

impl Thinking {
    pub(crate) fn add(&mut self, time: Duration) {
        self.merge(&Self { moves: 1, total: time, longest: time });
    }

    pub(super) fn merge(&mut self, other: &Self) {
        self.moves += other.moves;
        self.total += other.total;
        self.longest = self.longest.max(other.longest);
    }
}

/// Sum and sum of squares. Both are integers, so the result does not depend on the order of
/// additions.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Moments(i128, i128);

impl Moments {
    fn add(&mut self, value: i128) {
        self.0 += value;
        self.1 += value * value;
    }

    /// Returns the mean and its interval, for values in units of 1/`unit`.
    fn estimate(self, count: u64, unit: f64) -> Estimate {
        let n = count.max(1) as f64;
        let mean = self.0 as f64 / n;
        let half_width = || {
            let variance = (self.1 as f64 / n - mean * mean).max(0.0) / (n - 1.0);
            HALF_WIDTH * variance.sqrt() / unit
        };
        (mean / unit, (count > 1).then(half_width))
    }
}

#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
struct BotSums {
    points: Moments,
    /// Points minus those of the others, times the number of bots minus one.
    lead: Moments,
    wins: Moments,
    thinking: Thinking,
}

/// Sums over groups of rounds with the same deck. The group is the sample, because rounds of one
/// group are not independent.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Sums {
    /// Number of the first group.
    #[serde(default)]
    first: u64,
    groups: u64,
    seats: u8,
    bots: Vec<BotSums>,
    /// Number of groups for each result of the last bot: its wins in parts of [`SHARES`].
    outcomes: BTreeMap<i128, u64>,
}

impl Sums {
    /// Creates empty sums for `bots` bots in `seats` seats.
    pub(super) fn new(bots: usize, seats: u8) -> Self {
        Self::after(0, bots, seats)
    }

    /// Creates empty sums that begin after the first `groups` groups.
    pub(super) fn after(groups: u64, bots: usize, seats: u8) -> Self {
        Self {
            first: groups,
            groups: 0,
            seats,
            bots: vec![BotSums::default(); bots],
            outcomes: BTreeMap::new(),
        }
    }

    pub(super) fn add(&mut self, gains: &[Gain]) {
        self.groups += 1;
        if let Some(last) = gains.last() {
            *self.outcomes.entry(last.wins).or_default() += 1;
        }
        let all: i128 = gains.iter().map(|gain| gain.points).sum();
        for (sums, gain) in self.bots.iter_mut().zip(gains) {
            sums.points.add(gain.points);
            sums.lead.add(gains.len() as i128 * gain.points - all);
            sums.wins.add(gain.wins);
        }
    }

    pub(super) fn add_thinking(&mut self, bot: usize, thinking: &Thinking) {
        self.bots[bot].thinking.merge(thinking);
    }

    pub(super) fn merge(&mut self, other: &Self) {
        self.groups += other.groups;
        for (sums, more) in self.bots.iter_mut().zip(&other.bots) {
            sums.merge(more);
        }
        for (wins, groups) in &other.outcomes {
            *self.outcomes.entry(*wins).or_default() += groups;
        }
    }

    /// Returns the number of groups for each result of the last bot.
    pub(super) fn outcomes(&self) -> &BTreeMap<i128, u64> {
        &self.outcomes
    }

    /// Returns whether the sums are of this number of bots and seats.
    pub(super) fn is_of(&self, bots: usize, seats: u8) -> bool {
        self.bots.len() == bots && self.seats == seats
    }

    /// Returns whether both are of the same number of bots and seats.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        self.is_of(other.bots.len(), other.seats)
    }

    pub(super) fn groups(&self) -> u64 {
        self.groups
    }

    /// Returns the number of the first group and of the first one after the last.
    pub(super) fn range(&self) -> Range<u64> {
        self.first..self.first.saturating_add(self.groups)
    }

    /// Returns the number of all rounds. Every deck is played once with each bot in each place.
    pub(super) fn rounds(&self) -> u64 {
        self.groups * self.bots.len() as u64
    }

    /// Returns the points per round and seat.
    pub(super) fn points(&self, bot: usize) -> Estimate {
        self.bots[bot].points.estimate(self.groups, f64::from(self.seats))
    }

    /// Returns the points per round minus the mean of the other bots.
    pub(super) fn lead(&self, bot: usize) -> Estimate {
        let others = self.bots.len().saturating_sub(1).max(1) as f64;
        self.bots[bot].lead.estimate(self.groups, f64::from(self.seats) * others)
    }

    /// Returns the share of rounds won.
    pub(super) fn wins(&self, bot: usize) -> Estimate {
        self.bots[bot].wins.estimate(self.groups, self.bots.len() as f64 * SHARES as f64)
    }

    pub(super) fn thinking(&self, bot: usize) -> Thinking {
        self.bots[bot].thinking
    }

    /// Merges the sums of one bot over several tables with `bots` bots and `seats` seats each.
    pub(super) fn of_bot<'a>(
        tables: impl Iterator<Item = (&'a Self, usize)>,
        bots: usize,
        seats: u8,
    ) -> Self {
        let mut all = Self::new(bots, seats);
        for (sums, bot) in tables {
            all.groups += sums.groups;
            all.bots[0].merge(&sums.bots[bot]);
        }
        all
    }
}

impl BotSums {
    fn merge(&mut self, more: &Self) {
        for (mine, theirs) in
            [(&mut self.points, more.points), (&mut self.lead, more.lead), (&mut self.wins, more.wins)]
        {
            *mine = Moments(mine.0 + theirs.0, mine.1 + theirs.1);
        }
        self.thinking.merge(&more.thinking);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: Estimate, mean: f64, half_width: f64) {
        assert!((found.0 - mean).abs() < 1e-9 && (found.1.unwrap() - half_width).abs() < 1e-9, "{found:?}");
    }

    /// Three decks, each played twice; computed by hand. The first bot's points per deck are 4, 2
    /// and 6, so 2, 1 and 3 a round. The mean is 2, the standard deviation 1, and the error 1/√3.
    /// The second bot's are 2, 4 and 0. The leads are 1, −1 and 3: mean 1, deviation 2.
    #[test]
    fn means_and_intervals_are_those_computed_by_hand() {
        let mut sums = Sums::new(2, 2);
        for (one, other, wins) in [(4, 2, 2 * SHARES), (2, 4, SHARES), (6, 0, 2 * SHARES)] {
            let first = Gain { points: one, wins };
            sums.add(&[first, Gain { points: other, wins: 2 * SHARES - wins }]);
        }
        assert_eq!((sums.groups(), sums.rounds()), (3, 6));
        near(sums.points(0), 2.0, 1.96 / 3f64.sqrt());
        near(sums.lead(0), 1.0, 1.96 * 2.0 / 3f64.sqrt());
        near(sums.lead(1), -1.0, 1.96 * 2.0 / 3f64.sqrt());
        // Shares won with a deck: 1, ½ and 1. The variance is 1/12, so the error of the mean is
        // 1/6.
        near(sums.wins(0), 5.0 / 6.0, 1.96 / 6.0);
    }

    #[test]
    fn a_bot_with_several_seats_counts_points_per_seat_and_wins_once() {
        // Two bots in four seats. In both rounds the first bot's side of two seats wins 3 to 1.
        let mut sums = Sums::new(2, 4);
        sums.add(&[Gain { points: 12, wins: 2 * 2 * (SHARES / 2) }, Gain { points: 4, wins: 0 }]);
        assert_eq!((sums.points(0), sums.lead(0), sums.wins(0)), ((3.0, None), (2.0, None), (1.0, None)));
    }

    #[test]
    fn merged_sums_equal_one_sum() {
        let gains = |n: i128| [Gain { points: n, wins: n }, Gain { points: 3 - n, wins: -n }];
        let of = |range: std::ops::Range<i128>| {
            let mut sums = Sums::new(2, 2);
            range.for_each(|n| sums.add(&gains(n)));
            sums
        };
        let (whole, mut part) = (of(0..9), of(4..9));
        part.merge(&of(0..4));
        assert_eq!(
            (whole.points(1), whole.lead(1), whole.wins(0)),
            (part.points(1), part.lead(1), part.wins(0))
        );
    }
}
