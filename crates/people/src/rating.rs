//! Ratings: Glicko-1 after each match, for sides of one or more players.
//!
//! With two sides of one player, this is the system of Mark Glickman, “The Glicko system” (1999), with one match
//! as the rating period. A side of several players has the sum of their means, and the sum of their variances.
//! A match of more than two sides counts as a match between each two of them. The weight of each such pair is
//! 2 / (n √m) for n sides of m players, because the results of the pairs depend on each other: without it,
//! deviations become smaller than the true error.

use std::f64::consts::{LN_10, PI};
use std::fmt;

/// Natural logarithm of 10, divided by 400 points: the scale of a rating.
const Q: f64 = LN_10 / 400.0;

/// Growth of the variance in a day without a match, in points squared. It takes a deviation of 50 to 350 in 14
/// years.
const VARIANCE_PER_DAY: f64 = 23.29;

/// Maximum deviation, in points. It is also the deviation of a new player.
const MAX_DEVIATION: f64 = 350.0;

/// Deviation above which a rating is provisional, in points.
const PROVISIONAL: f64 = 110.0;

/// How well a player plays: an estimate and its uncertainty.
///
/// A rating is shown as its rounded mean, with a question mark while it is provisional.
///
/// ```
/// assert_eq!(people::Rating::NEW.to_string(), "1500?");
/// assert_eq!(people::Rating::new(1542.6, 80.0)?.to_string(), "1543");
/// # Ok::<(), people::RatingError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    mean: f64,
    deviation: f64,
}

/// Result of one side of a match.
#[derive(Clone, PartialEq, Debug)]
pub struct Side {
    /// The ratings of the side's players before the match.
    pub players: Vec<Rating>,
    /// The place of the side, from 1. Sides with the same place drew.
    pub place: u8,
}

/// Error of a rating or of a match that can't be rated.
#[derive(Clone, Copy, PartialEq, Debug, thiserror::Error)]
pub enum RatingError {
    /// The mean is not a finite number.
    #[error("the mean of a rating must be a finite number, not {0}")]
    Mean(f64),
    /// The deviation is not in the range of deviations.
    #[error("the deviation of a rating must be more than 0 and at most 350, not {0}")]
    Deviation(f64),
    /// The match has fewer than two sides.
    #[error("a rated match has at least two sides, not {0}")]
    Sides(usize),
    /// A side has no players, or two sides have different numbers of players.
    #[error("the sides of a rated match have the same number of players, and at least one")]
    Players,
    /// The weight is not in the range of weights.
    #[error("the weight of a match must be more than 0 and at most 1, not {0}")]
    Weight(f64),
}

impl Rating {
    /// The rating of a player without a match.
    pub const NEW: Self = Self { mean: 1500.0, deviation: MAX_DEVIATION };

    /// Creates a rating from its mean and its standard deviation, in points.
    ///
    /// # Errors
    ///
    /// Returns [`RatingError`] if the mean is not finite, or the deviation not in 0 to 350.
    pub fn new(mean: f64, deviation: f64) -> Result<Self, RatingError> {
        if !mean.is_finite() {
            return Err(RatingError::Mean(mean));
        }
        // The comparison is false for a deviation that is not a number.
        if !(deviation > 0.0 && deviation <= MAX_DEVIATION) {
            return Err(RatingError::Deviation(deviation));
        }
        Ok(Self { mean, deviation })
    }

    /// Returns the estimate, in points.
    #[must_use]
    pub const fn mean(self) -> f64 {
        self.mean
    }

    /// Returns the estimate as players see it, in whole points.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "a number out of range becomes the nearest one")]
    pub fn rounded(self) -> i32 {
        self.mean.round() as i32
    }

    /// Returns the standard deviation of the estimate, in points.
    #[must_use]
    pub const fn deviation(self) -> f64 {
        self.deviation
    }

    /// Returns the standard deviation as players see it, in whole points.
    #[must_use]
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a deviation is from 0 to 350"
    )]
    pub fn rounded_deviation(self) -> u32 {
        self.deviation.round() as u32
    }

    /// Returns whether the rating is too uncertain for a ranking.
    #[must_use]
    pub fn is_provisional(self) -> bool {
        self.deviation > PROVISIONAL
    }

    /// Returns the rating after some days without a match. Its deviation is larger.
    #[must_use]
    pub fn aged(self, days: f64) -> Self {
        let variance = self.variance() + VARIANCE_PER_DAY * days.max(0.0);
        Self { mean: self.mean, deviation: variance.sqrt().min(MAX_DEVIATION) }
    }

    fn variance(self) -> f64 {
        self.deviation * self.deviation
    }

    /// Returns the rating after comparisons with other sides, each with a weight of `weight`.
    fn updated(self, comparisons: &[Comparison], weight: f64) -> Self {
        let mut information = 1.0 / self.variance();
        let mut gain = 0.0;
        for comparison in comparisons {
            let attenuation = attenuation(comparison.variance);
            let expected = expected_score(comparison.difference, attenuation);
            information += weight * (Q * attenuation).powi(2) * expected * (1.0 - expected);
            gain += weight * attenuation * (comparison.score - expected);
        }
        Self { mean: self.mean + Q * gain / information, deviation: (1.0 / information).sqrt() }
    }
}

impl fmt::Display for Rating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.rounded(), if self.is_provisional() { "?" } else { "" })
    }
}

/// Result of a player's side against one other side.
struct Comparison {
    /// Strength of the player's side minus that of the other side, in points.
    difference: f64,
    /// Variance of that difference without the player's own, in points squared.
    variance: f64,
    /// 1 for a win, ½ for a draw, 0 for a loss.
    score: f64,
}

/// Returns by how much an uncertain opponent counts less: the function g of the paper.
fn attenuation(variance: f64) -> f64 {
    1.0 / (1.0 + 3.0 * (Q / PI).powi(2) * variance).sqrt()
}

/// Returns the expected score: the function E of the paper.
fn expected_score(difference: f64, attenuation: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-attenuation * difference / 400.0))
}

/// Returns the ratings after a match, in the order of `sides` and of their players.
///
/// `weight` is 1 for a whole match, and less for one that says less. All new ratings follow from those before
/// the match.
///
/// # Errors
///
/// Returns [`RatingError`] if there are fewer than two sides, if they are empty or of different sizes, or if the
/// weight is not more than 0 and at most 1.
pub fn rate(sides: &[Side], weight: f64) -> Result<Vec<Vec<Rating>>, RatingError> {
    let size = sides.first().map_or(0, |side| side.players.len());
    if sides.len() < 2 {
        return Err(RatingError::Sides(sides.len()));
    }
    if size == 0 || sides.iter().any(|side| side.players.len() != size) {
        return Err(RatingError::Players);
    }
    if !(weight > 0.0 && weight <= 1.0) {
        return Err(RatingError::Weight(weight));
    }
    #[expect(clippy::cast_precision_loss, reason = "numbers of players")]
    let weight = weight * 2.0 / (sides.len() as f64 * (size as f64).sqrt());
    Ok((0..sides.len()).map(|own| rated_side(sides, own, weight)).collect())
}

fn rated_side(sides: &[Side], own: usize, weight: f64) -> Vec<Rating> {
    let strength = |side: &Side| side.players.iter().map(|player| player.mean).sum::<f64>();
    let variance = |side: &Side| side.players.iter().map(|player| player.variance()).sum::<f64>();
    let side = &sides[own];
    let updated = |player: &Rating| {
        let others = sides.iter().enumerate().filter(|(other, _)| *other != own);
        let comparisons: Vec<_> = others
            .map(|(_, other)| Comparison {
                difference: strength(side) - strength(other),
                variance: variance(side) - player.variance() + variance(other),
                score: match side.place.cmp(&other.place) {
                    std::cmp::Ordering::Less => 1.0,
                    std::cmp::Ordering::Equal => 0.5,
                    std::cmp::Ordering::Greater => 0.0,
                },
            })
            .collect();
        player.updated(&comparisons, weight)
    };
    side.players.iter().map(updated).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_core::{Rng, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;
    use skillratings::Outcomes;
    use skillratings::glicko::{GlickoConfig, GlickoRating, glicko};

    fn rating(mean: f64, deviation: f64) -> Rating {
        Rating::new(mean, deviation).expect("a rating")
    }

    fn side(players: &[(f64, f64)], place: u8) -> Side {
        Side { players: players.iter().map(|&(mean, deviation)| rating(mean, deviation)).collect(), place }
    }

    #[track_caller]
    fn assert_rated(sides: &[Side], right: &[(f64, f64)]) {
        let rated: Vec<_> = rate(sides, 1.0).expect("a match").into_iter().flatten().collect();
        assert_eq!(rated.len(), right.len());
        for (rating, (mean, deviation)) in rated.iter().zip(right) {
            assert!(
                (rating.mean - mean).abs() < 0.01 && (rating.deviation - deviation).abs() < 0.01,
                "{rated:?}"
            );
        }
    }

    /// PE-T11. The example of the paper has three matches in one rating period.
    #[test]
    fn the_example_of_the_paper_has_its_result() {
        let against = |mean: f64, deviation: f64, score| Comparison {
            difference: 1500.0 - mean,
            variance: deviation * deviation,
            score,
        };
        let three = [against(1400.0, 30.0, 1.0), against(1550.0, 100.0, 0.0), against(1700.0, 300.0, 0.0)];
        let rated = rating(1500.0, 200.0).updated(&three, 1.0);
        assert!((rated.mean - 1464.1).abs() < 0.1 && (rated.deviation - 151.4).abs() < 0.1, "{rated:?}");
    }

    /// PE-T11.
    #[test]
    fn two_players_win_and_lose_points() {
        let new = (1500.0, 350.0);
        assert_rated(&[side(&[new], 1), side(&[new], 2)], &[(1662.21, 290.23), (1337.79, 290.23)]);
        let (strong, other) = ((1700.0, 60.0), (1500.0, 60.0));
        assert_rated(&[side(&[strong], 1), side(&[other], 2)], &[(1704.86, 59.37), (1495.14, 59.37)]);
        assert_rated(&[side(&[strong], 2), side(&[other], 1)], &[(1684.93, 59.37), (1515.07, 59.37)]);
    }

    /// PE-T11.
    #[test]
    fn places_of_three_and_more_count() {
        let one = (1500.0, 100.0);
        let three: Vec<_> = (1..=3).map(|place| side(&[one], place)).collect();
        assert_rated(&three, &[(1533.24, 95.33), (1500.0, 95.33), (1466.76, 95.33)]);
        let four: Vec<_> = [1, 2, 2, 4].into_iter().map(|place| side(&[one], place)).collect();
        assert_rated(&four, &[(1536.98, 94.79), (1500.0, 94.79), (1500.0, 94.79), (1463.02, 94.79)]);
    }

    /// PE-T11.
    #[test]
    fn the_less_certain_partner_wins_more() {
        let sides = [side(&[(1600.0, 80.0), (1500.0, 120.0)], 1), side(&[(1550.0, 60.0); 2], 2)];
        let rated = rate(&sides, 1.0).expect("a match");
        let means: Vec<_> =
            rated.iter().flatten().map(|rating| (rating.mean * 100.0).round() / 100.0).collect();
        assert_eq!(means, [1611.45, 1525.59, 1543.54, 1543.54]);
    }

    /// PE-T11.
    #[test]
    fn a_new_player_needs_ten_matches_for_a_rating_and_22_for_a_certain_one() {
        let mut player = Rating::NEW;
        let mut needed = Vec::new();
        for number in 1..=22 {
            let opponent = Side { players: vec![rating(player.mean, 60.0)], place: 2 - number % 2 };
            let own = Side { players: vec![player], place: 1 + number % 2 };
            player = rate(&[own, opponent], 1.0).expect("a match")[0][0];
            needed.push(player.deviation);
        }
        let first = |bound: f64| needed.iter().position(|deviation| *deviation <= bound).map(|at| at + 1);
        assert_eq!((first(PROVISIONAL), first(75.0)), (Some(10), Some(22)), "{needed:?}");
    }

    /// Returns a random number from 0 to 1.
    fn chance(random: &mut Xoshiro256PlusPlus) -> f64 {
        f64::from(random.next_u32()) / f64::from(u32::MAX)
    }

    /// PE-T11.
    #[test]
    fn two_players_are_rated_like_a_second_implementation() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(43);
        for _ in 0..10_000 {
            let drawn =
                |random: &mut _| rating(800.0 + 1400.0 * chance(random), 30.0 + 320.0 * chance(random));
            let (one, two) = (drawn(&mut random), drawn(&mut random));
            let (outcome, places) = match random.next_u32() % 3 {
                0 => (Outcomes::WIN, (1, 2)),
                1 => (Outcomes::DRAW, (1, 1)),
                _ => (Outcomes::LOSS, (2, 1)),
            };
            let theirs = |rating: Rating| GlickoRating { rating: rating.mean, deviation: rating.deviation };
            let right = glicko(&theirs(one), &theirs(two), &outcome, &GlickoConfig { c: 0.0 });
            let sides = [(one, places.0), (two, places.1)]
                .map(|(player, place)| Side { players: vec![player], place });
            let rated = rate(&sides, 1.0).expect("a match");
            for (ours, right) in rated.iter().flatten().zip([right.0, right.1]) {
                assert!((ours.mean - right.rating).abs() < 1e-6, "{sides:?}: {ours:?}, {right:?}");
                assert!((ours.deviation - right.deviation).abs() < 1e-6, "{sides:?}: {ours:?}, {right:?}");
            }
        }
    }

    /// PE-T13. Players of known strength play until their ratings are certain. Then favourites with an expected
    /// score of 60 % win 60 % of their matches.
    #[test]
    fn an_expected_score_comes_true() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(7);
        // Strengths are normally distributed around 1500, by a sum of uniform numbers.
        let strength = |random: &mut _| 1500.0 + 200.0 * ((0..12).map(|_| chance(random)).sum::<f64>() - 6.0);
        let mut players: Vec<_> = (0..200).map(|_| (strength(&mut random), Rating::NEW)).collect();
        let (mut matches, mut won, mut expected) = (0_u32, 0.0, 0.0);
        for round in 0..6_000 {
            for _ in 0..100 {
                let mut draw = || random.next_u32() as usize % players.len();
                let (one, two) = (draw(), draw());
                if one == two {
                    continue;
                }
                let ((true_one, first), (true_two, second)) = (players[one], players[two]);
                let wins = chance(&mut random) < expected_score(true_one - true_two, 1.0);
                let predicted = expected_score(
                    first.mean - second.mean,
                    attenuation(first.variance() + second.variance()),
                );
                if round >= 100 && (0.58..0.62).contains(&predicted) {
                    matches += 1;
                    won += f64::from(u8::from(wins));
                    expected += predicted;
                }
                let sides = [(first, wins), (second, !wins)]
                    .map(|(player, wins)| Side { players: vec![player], place: 2 - u8::from(wins) });
                let rated = rate(&sides, 1.0).expect("a match");
                (players[one].1, players[two].1) = (rated[0][0], rated[1][0]);
            }
        }
        let (won, expected) = (won / f64::from(matches), expected / f64::from(matches));
        assert!(matches > 15_000 && (won - expected).abs() < 0.01, "{won} of {matches}, expected {expected}");
    }

    #[test]
    fn a_rating_becomes_uncertain_with_time_and_never_more_than_a_new_one() {
        let rating = rating(1700.0, 50.0);
        assert_eq!(rating.aged(0.0), rating);
        assert!((rating.aged(100.0).deviation - (2500.0 + 2329.0_f64).sqrt()).abs() < 1e-9);
        assert_eq!(rating.aged(1e9).deviation, MAX_DEVIATION);
        assert_eq!(rating.aged(-5.0), rating);
    }

    #[test]
    fn impossible_ratings_and_matches_are_refused() {
        assert_eq!(Rating::new(f64::INFINITY, 50.0), Err(RatingError::Mean(f64::INFINITY)));
        assert_eq!(Rating::new(1500.0, 0.0), Err(RatingError::Deviation(0.0)));
        assert!(matches!(Rating::new(1500.0, f64::NAN), Err(RatingError::Deviation(_))));
        let one = (1500.0, 100.0);
        assert_eq!(rate(&[side(&[one], 1)], 1.0), Err(RatingError::Sides(1)));
        assert_eq!(rate(&[side(&[one], 1), side(&[one, one], 2)], 1.0), Err(RatingError::Players));
        assert_eq!(rate(&[side(&[], 1), side(&[], 2)], 1.0), Err(RatingError::Players));
        assert_eq!(rate(&[side(&[one], 1), side(&[one], 2)], 0.0), Err(RatingError::Weight(0.0)));
    }

    proptest::proptest! {
        /// No match makes a rating less certain, and half the weight moves a rating less.
        #[test]
        fn matches_make_ratings_certain(
            players in proptest::collection::vec((500.0..2500.0_f64, 30.0..350.0_f64, 1..5_u8), 2..6),
        ) {
            let sides: Vec<_> = players.iter().map(|&(mean, deviation, place)| side(&[(mean, deviation)], place)).collect();
            let (whole, half) = (rate(&sides, 1.0).expect("a match"), rate(&sides, 0.5).expect("a match"));
            for ((before, whole), half) in sides.iter().zip(whole).zip(half) {
                let before = before.players[0];
                proptest::prop_assert!(whole[0].deviation < half[0].deviation && half[0].deviation < before.deviation);
                proptest::prop_assert!((half[0].mean - before.mean).abs() <= (whole[0].mean - before.mean).abs());
            }
        }
    }
}
