//! Maximum-likelihood Elo ratings from pairwise results (Bradley and Terry, 1952).

use super::Estimate;
use super::sums::HALF_WIDTH;

/// Result of two bots against each other.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Meeting {
    /// Indices of the first and the second bot.
    pub bots: [usize; 2],
    /// Number of rounds that the two bots played.
    pub rounds: u64,
    /// Share of the rounds won by the second bot.
    pub wins: Estimate,
}

/// Elo points per unit of log-odds.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// Returns the Elo ratings of `bots` bots. The first bot has rating zero.
///
/// A bot rated 400 higher wins ten rounds for each it loses. A bot gets `None` if no chain of
/// results connects it to the first bot.
///
/// The estimate weighs every round alike. The intervals come from the intervals of the results
/// instead of the number of rounds, because rounds with the same deck are not independent. A bot
/// that won every round is rated as if it had lost half a round.
#[must_use]
pub fn ratings(bots: usize, meetings: &[Meeting]) -> Vec<Option<Estimate>> {
    let results: Vec<MetResult> = meetings.iter().filter_map(MetResult::new).collect();
    let rated = connected(bots, &results);
    // Index of each rated bot among the unknowns; the first bot is the origin and has none.
    let mut unknowns = 0;
    let mut place = vec![None; bots];
    for bot in (1..bots).filter(|bot| rated[*bot]) {
        place[bot] = Some(unknowns);
        unknowns += 1;
    }
    let results: Vec<MetResult> = results.into_iter().filter(|result| rated[result.bots[0]]).collect();
    let strengths = likeliest(&results, &place, unknowns);
    let errors = errors(&results, &place, &strengths);
    let rating = |bot: usize| match place[bot] {
        None => (bot == 0).then_some((0.0, Some(0.0))),
        Some(at) => Some((ELO * strengths[at], errors.as_ref().map(|errors| ELO * HALF_WIDTH * errors[at]))),
    };
    (0..bots).map(rating).collect()
}

/// Result of a pair, with the share clamped so that a finite rating explains it.
struct MetResult {
    bots: [usize; 2],
    rounds: f64,
    share: f64,
    /// Standard error of the share.
    error: Option<f64>,
}

impl MetResult {
    fn new(meeting: &Meeting) -> Option<Self> {
        if meeting.rounds == 0 {
            return None;
        }
        let rounds = meeting.rounds as f64;
        let (share, half_width) = meeting.wins;
        let least = 0.5 / rounds;
        let explained = share.clamp(least, 1.0 - least);
        let error = if share == explained {
            half_width.map(|half_width| half_width / HALF_WIDTH)
        } else {
            Some((explained * (1.0 - explained) / rounds).sqrt())
        };
        Some(Self { bots: meeting.bots, rounds, share: explained, error })
    }

    /// Returns the share that the second bot should win according to the strengths.
    fn expected(&self, strengths: &[f64], place: &[Option<usize>]) -> f64 {
        let [first, second] = self.bots.map(|bot| place[bot].map_or(0.0, |at| strengths[at]));
        1.0 / (1.0 + (first - second).exp())
    }

    /// Returns the indices of the unknowns in this result, each with its sign.
    fn unknowns(&self, place: &[Option<usize>]) -> impl Iterator<Item = (usize, f64)> + use<> {
        let [first, second] = self.bots.map(|bot| place[bot]);
        [first.map(|at| (at, -1.0)), second.map(|at| (at, 1.0))].into_iter().flatten()
    }
}

fn connected(bots: usize, results: &[MetResult]) -> Vec<bool> {
    let mut reached = vec![false; bots];
    reached.iter_mut().take(1).for_each(|first| *first = true);
    for _ in 0..bots {
        for result in results {
            let any = result.bots.iter().any(|bot| reached[*bot]);
            result.bots.iter().for_each(|bot| reached[*bot] |= any);
        }
    }
    reached
}

/// Returns the sum over the results of `weight` times the outer product of their signs.
fn information(
    results: &[MetResult],
    place: &[Option<usize>],
    unknowns: usize,
    weight: impl Fn(&MetResult) -> f64,
) -> Vec<Vec<f64>> {
    let mut matrix = vec![vec![0.0; unknowns]; unknowns];
    for result in results {
        let weight = weight(result);
        for (row, sign) in result.unknowns(place) {
            for (column, other) in result.unknowns(place) {
                matrix[row][column] += sign * other * weight;
            }
        }
    }
    matrix
}

/// Maximizes the likelihood by Newton's method. The likelihood has one maximum.
fn likeliest(results: &[MetResult], place: &[Option<usize>], unknowns: usize) -> Vec<f64> {
    /// Maximum length of an iteration's step. Far from the maximum the likelihood is nearly flat.
    const LONGEST: f64 = 1.0;
    let mut strengths = vec![0.0; unknowns];
    for _ in 0..200 {
        let mut slope = vec![0.0; unknowns];
        for result in results {
            let excess = result.rounds * (result.share - result.expected(&strengths, place));
            result.unknowns(place).for_each(|(at, sign)| slope[at] += sign * excess);
        }
        let curvature = information(results, place, unknowns, |result| {
            let expected = result.expected(&strengths, place);
            result.rounds * expected * (1.0 - expected)
        });
        let step = times(&inverse(curvature), &slope);
        let length = step.iter().fold(0.0, |most: f64, step| most.max(step.abs()));
        let shortened = (LONGEST / length.max(1e-300)).min(1.0);
        strengths.iter_mut().zip(&step).for_each(|(strength, step)| *strength += shortened * step);
        if length < 1e-12 {
            break;
        }
    }
    strengths
}

/// Returns the standard error of each strength, or `None` if the error of any share is unknown.
fn errors(results: &[MetResult], place: &[Option<usize>], strengths: &[f64]) -> Option<Vec<f64>> {
    if results.iter().any(|result| result.error.is_none()) {
        return None;
    }
    let unknowns = strengths.len();
    let bread = inverse(information(results, place, unknowns, |result| {
        let expected = result.expected(strengths, place);
        result.rounds * expected * (1.0 - expected)
    }));
    let meat = information(results, place, unknowns, |result| {
        (result.rounds * result.error.unwrap_or_default()).powi(2)
    });
    let variance = |row: &Vec<f64>| row.iter().zip(times(&meat, row)).map(|(a, b)| a * b).sum::<f64>();
    Some(bread.iter().map(|row| variance(row).max(0.0).sqrt()).collect())
}

fn times(matrix: &[Vec<f64>], vector: &[f64]) -> Vec<f64> {
    matrix.iter().map(|row| row.iter().zip(vector).map(|(a, b)| a * b).sum()).collect()
}

/// Inverts a positive definite matrix by Gauss-Jordan elimination.
fn inverse(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let size = matrix.len();
    for (n, row) in matrix.iter_mut().enumerate() {
        row.extend((0..size).map(|column| f64::from(u8::from(column == n))));
    }
    for n in 0..size {
        let pivot = matrix[n][n];
        matrix[n].iter_mut().for_each(|entry| *entry /= pivot);
        let eliminated = matrix[n].clone();
        for (_, row) in matrix.iter_mut().enumerate().filter(|(row, _)| *row != n) {
            let factor = row[n];
            row.iter_mut().zip(&eliminated).for_each(|(entry, other)| *entry -= factor * other);
        }
    }
    matrix.into_iter().map(|row| row[size..].to_vec()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn met(first: usize, second: usize, rounds: u64, wins: f64, half_width: f64) -> Meeting {
        Meeting { bots: [first, second], rounds, wins: (wins, Some(half_width)) }
    }

    fn near(found: Option<Estimate>, elo: f64, half_width: f64) {
        let (mean, half) = found.expect("it is rated");
        assert!((mean - elo).abs() < 0.005, "{mean} is not {elo}");
        let half = half.expect("it has an interval");
        assert!((half - half_width).abs() < 0.005, "± {half} is not ± {half_width}");
    }

    /// 400 log₁₀ 3 = 190.85. A share of 3/4 ± 1/50 has a half-width of 400 / ln 10 · 0.02 / (3/4 ·
    /// 1/4) = 18.53 Elo.
    #[test]
    fn two_bots_stand_as_far_apart_as_the_formula_says() {
        let rated = ratings(2, &[met(0, 1, 400, 0.75, 0.02)]);
        near(rated[0], 0.0, 0.0);
        near(rated[1], 190.85, 18.53);
        near(ratings(2, &[met(1, 0, 400, 0.25, 0.02)])[1], 190.85, 18.53);
        near(ratings(2, &[met(0, 1, 400, 0.5, 0.02)])[1], 0.0, 13.90);
    }

    /// On a ladder the steps add up, and so do their variances: 18.53 √2 = 26.21. A step of 2/3 is
    /// 120.41 ± 15.635.
    #[test]
    fn a_ladder_is_as_high_as_its_steps() {
        let rated = ratings(3, &[met(0, 1, 1000, 0.75, 0.02), met(1, 2, 10, 0.75, 0.02)]);
        near(rated[1], 190.85, 18.53);
        near(rated[2], 381.70, 26.21);
        let rated = ratings(3, &[met(0, 1, 1000, 0.75, 0.02), met(1, 2, 1000, 2.0 / 3.0, 0.02)]);
        near(rated[2], 190.85 + 120.41, (18.53f64.powi(2) + 15.635f64.powi(2)).sqrt());
    }

    /// Odds of 3 : 1 and 3 : 1 make 9 : 1, so these three results agree. The intervals follow by
    /// hand. With p(1−p) of 3/16, 3/16 and 9/100, all times n, and errors s: H = n [3/8, −3/16;
    /// −3/16, 3/16 + 9/100], V = n² s² [2, −1; −1, 2].
    #[test]
    fn three_results_that_agree_are_explained() {
        let rated =
            ratings(3, &[met(0, 1, 100, 0.75, 0.02), met(1, 2, 100, 0.75, 0.02), met(0, 2, 100, 0.9, 0.02)]);
        let determinant: f64 = 0.375 * 0.2775 - 0.1875 * 0.1875;
        let quadratic = |a: f64, b: f64| (2.0 * (a * a + b * b) - 2.0 * a * b).sqrt() / determinant;
        near(rated[1], 190.85, ELO * 0.02 * quadratic(0.2775, 0.1875));
        near(rated[2], 381.70, ELO * 0.02 * quadratic(0.1875, 0.375));
    }

    /// Each bot beats the next by the same margin, so all ratings are equal.
    #[test]
    fn a_circle_is_flat() {
        let rated =
            ratings(3, &[met(0, 1, 90, 0.7, 0.03), met(1, 2, 90, 0.7, 0.03), met(2, 0, 90, 0.7, 0.03)]);
        assert!(rated.iter().all(|rating| rating.expect("it is rated").0.abs() < 1e-6), "{rated:?}");
    }

    /// 400 log₁₀ (99.5 / 0.5) = 919.5.
    #[test]
    fn a_bot_that_won_everything_is_rated_as_losing_half_a_round() {
        let rated = ratings(2, &[met(0, 1, 100, 1.0, 0.0)]);
        near(rated[1], 919.54, ELO * 1.96 * (0.005f64 * 0.995 / 100.0).sqrt() / (0.005 * 0.995));
    }

    #[test]
    fn a_bot_without_results_is_not_rated() {
        let rated = ratings(4, &[met(0, 1, 10, 0.6, 0.1), met(2, 3, 10, 0.6, 0.1), met(1, 2, 0, 0.0, 0.0)]);
        assert!(rated[1].is_some() && rated[2].is_none() && rated[3].is_none());
        let one_deck = Meeting { bots: [0, 1], rounds: 2, wins: (0.5, None) };
        assert_eq!(ratings(2, &[one_deck])[1].map(|rating| rating.1), Some(None));
    }
}
