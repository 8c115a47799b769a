//! Sequential probability ratio test of two bots: a pairing ends as soon as one of two ratings is likely enough.
//!
//! The sample is a deck, which is played once with each bot in each place. Its result is the share of the rounds that
//! the bot won: with two places 0, ¼, ½, ¾ or 1, the pentanomial counts of chess programs. The logarithm of the
//! generalized likelihood ratio of two expected shares follows Michel Van den Bergh, "A practical introduction to the
//! GSPRT" and "Maximum likelihood estimation for multinomial distributions" (cantate.be/Fishtest), proposition 1.1.
//! The bounds are those of Abraham Wald, "Sequential tests of statistical hypotheses", 1945.

use super::sums::SHARES;
use std::collections::BTreeMap;

/// Hypotheses of a test and its error rates.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// Elo of the later bot over the earlier one, under each hypothesis. The second is greater.
    pub elo: [f64; 2],
    /// Probability of accepting the second hypothesis if the first is true.
    pub alpha: f64,
    /// Probability of accepting the first hypothesis if the second is true.
    pub beta: f64,
}

/// State of a test.
#[derive(Clone, PartialEq, Debug)]
pub struct SprtResult {
    /// Logarithm of the likelihood ratio of the second hypothesis to the first.
    pub llr: f64,
    /// Bounds of `llr`, at which the first or the second hypothesis is accepted.
    pub bounds: [f64; 2],
    /// Index of the accepted hypothesis. `None` while the test is undecided.
    pub accepted: Option<usize>,
    /// Number of decks with each result: the share of the rounds that the later bot won.
    pub decks: Vec<(f64, u64)>,
}

/// Count that stands for a result that has not occurred, so that the ratio is finite.
const UNSEEN: f64 = 1e-3;

impl Sprt {
    /// Returns whether the hypotheses differ in this order, and whether the error rates are probabilities below ½.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        let [first, second] = self.elo;
        let is_rate = |rate: f64| rate > 0.0 && rate < 0.5;
        first.is_finite() && second.is_finite() && first < second && is_rate(self.alpha) && is_rate(self.beta)
    }

    /// Returns the bounds of the logarithm of the likelihood ratio.
    fn bounds(&self) -> [f64; 2] {
        let Self { alpha, beta, .. } = *self;
        [(beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln()]
    }

    /// Returns the state after decks with these results: parts of wins of the later bot, with their counts. A deck has
    /// at most twice [`SHARES`].
    pub(super) fn result(&self, wins: &BTreeMap<i128, u64>) -> SprtResult {
        let share = |wins: i128| wins as f64 / (2 * SHARES) as f64;
        let bounds = self.bounds();
        let llr = if wins.is_empty() {
            0.0
        } else {
            let mut counts: BTreeMap<i128, f64> = (0..=4).map(|n| (n * SHARES / 2, UNSEEN)).collect();
            counts.extend(wins.iter().map(|(wins, count)| (*wins, *count as f64)));
            let counts: Vec<(f64, f64)> =
                counts.into_iter().map(|(wins, count)| (share(wins), count)).collect();
            log_likelihood_ratio(&counts, self.elo.map(expected_share))
        };
        let accepted = match () {
            () if llr <= bounds[0] => Some(0),
            () if llr >= bounds[1] => Some(1),
            () => None,
        };
        let decks = wins.iter().map(|(wins, count)| (share(*wins), *count)).collect();
        SprtResult { llr, bounds, accepted, decks }
    }
}

/// Returns the expected share of wins at a difference of ratings.
fn expected_share(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// Returns the logarithm of the generalized likelihood ratio of two expected values, for values with their counts.
fn log_likelihood_ratio(counts: &[(f64, f64)], expected: [f64; 2]) -> f64 {
    let tilts = expected.map(|expected| tilt(counts, expected));
    let term = |(value, count): &(f64, f64)| {
        let [first, second] = [0, 1].map(|at| 1.0 + tilts[at] * (value - expected[at]));
        count * (first / second).ln()
    };
    counts.iter().map(term).sum()
}

/// Returns the x with Σ count·(value − expected) / (1 + x·(value − expected)) = 0. The most likely distribution with
/// this expected value has probabilities in proportion to count / (1 + x·(value − expected)).
fn tilt(counts: &[(f64, f64)], expected: f64) -> f64 {
    let ends = counts.iter().map(|(value, _)| value - expected);
    let (least, most) =
        ends.fold((0.0, 0.0), |(least, most): (f64, f64), end| (least.min(end), most.max(end)));
    // The sum falls from infinity to minus infinity between the poles.
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    for _ in 0..200 {
        let middle = f64::midpoint(low, high);
        let sum: f64 = counts
            .iter()
            .map(|(value, count)| count * (value - expected) / (1.0 + middle * (value - expected)))
            .sum();
        if sum > 0.0 { low = middle } else { high = middle }
    }
    f64::midpoint(low, high)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn result(elo: [f64; 2], counts: [u64; 5]) -> SprtResult {
        let wins = (0..).zip(counts).filter(|(_, count)| *count > 0);
        let wins = wins.map(|(quarters, count)| (quarters * SHARES / 2, count)).collect();
        Sprt { elo, alpha: 0.05, beta: 0.05 }.result(&wins)
    }

    fn near(found: f64, expected: f64, error: f64) {
        assert!((found - expected).abs() < error, "{found} is not {expected}");
    }

    /// ln 19 and its negative, as in Wald's formula.
    #[test]
    fn the_bounds_are_those_of_wald() {
        let [low, high] = result([0.0, 5.0], [0; 5]).bounds;
        near(low, -19f64.ln(), 1e-12);
        near(high, 19f64.ln(), 1e-12);
        let [low, high] = Sprt { elo: [0.0, 1.0], alpha: 0.01, beta: 0.1 }.bounds();
        near(low, (0.1f64 / 0.99).ln(), 1e-12);
        near(high, 90f64.ln(), 1e-12);
    }

    /// Counts and ratios of fastchess's tests `logistic pentanomial 1` and `2` (app/tests/sprt_test.cpp), to the one
    /// percent that they state.
    #[test]
    fn pentanomial_ratios_are_those_of_fastchess() {
        let first = result([0.5, 2.5], [223, 9863, 21279, 10037, 246]);
        near(first.llr, -3.07, 0.0307);
        let second = result([0.0, 2.0], [871, 26175, 55983, 26678, 821]);
        near(second.llr, -4.98, 0.0498);
        assert_eq!((first.accepted, second.accepted), (Some(0), Some(0)));
    }

    /// With two values the most likely distribution is known: its probabilities follow from the expected value alone.
    #[test]
    fn two_values_have_the_binomial_ratio() {
        let shares = [expected_share(-20.0), expected_share(30.0)];
        let (won, lost) = (61.0, 39.0);
        let binomial =
            won * (shares[1] / shares[0]).ln() + lost * ((1.0 - shares[1]) / (1.0 - shares[0])).ln();
        near(log_likelihood_ratio(&[(0.0, lost), (1.0, won)], shares), binomial, 1e-9);
    }

    #[test]
    fn a_test_is_decided_for_the_stronger_and_open_without_evidence() {
        assert_eq!(result([0.0, 10.0], [0; 5]).llr, 0.0);
        assert_eq!(result([0.0, 10.0], [1, 2, 4, 2, 1]).accepted, None);
        assert_eq!(result([0.0, 10.0], [0, 0, 0, 0, 900]).accepted, Some(1));
        assert_eq!(result([0.0, 10.0], [900, 0, 0, 0, 0]).accepted, Some(0));
        let even = result([0.0, 10.0], [400, 800, 1600, 800, 400]);
        let reversed = result([-10.0, 0.0], [400, 800, 1600, 800, 400]);
        near(even.llr, -reversed.llr, 1e-9);
        assert_eq!(even.decks, [(0.0, 400), (0.25, 800), (0.5, 1600), (0.75, 800), (1.0, 400)]);
    }

    #[test]
    fn hypotheses_and_rates_are_checked() {
        let valid = Sprt { elo: [0.0, 5.0], alpha: 0.05, beta: 0.05 };
        assert!(valid.is_valid());
        for wrong in [
            Sprt { elo: [5.0, 5.0], ..valid },
            Sprt { elo: [f64::NAN, 5.0], ..valid },
            Sprt { alpha: 0.0, ..valid },
            Sprt { beta: 0.5, ..valid },
        ] {
            assert!(!wrong.is_valid(), "{wrong:?}");
        }
    }
}
