//! Comparison of the scores of one board at several tables: matchpoints, cross-IMPs and Butler.

use super::imps;

/// Returns the matchpoints of North and South at each table: 2 for each other table with a lower score, 1 for each with an
/// equal one (WBF General Conditions of Contest; clubs in North America count 1 and 0.5). East and West get the
/// rest of [`matchpoint_top`].
///
/// ```
/// use bridge::matchpoints;
/// assert_eq!(matchpoints(&[620, -100, 630, 620, 1100]), [3, 0, 6, 3, 8]);
/// ```
#[must_use]
pub fn matchpoints(scores: &[i32]) -> Vec<u32> {
    let against = |score: &i32, other: &i32| match score.cmp(other) {
        std::cmp::Ordering::Greater => 2,
        std::cmp::Ordering::Equal => 1,
        std::cmp::Ordering::Less => 0,
    };
    // A table ties with itself, which does not count.
    scores.iter().map(|score| scores.iter().map(|other| against(score, other)).sum::<u32>() - 1).collect()
}

/// Returns the matchpoints of a top on a board that was played at this number of tables.
#[must_use]
pub fn matchpoint_top(tables: usize) -> u32 {
    u32::try_from(tables.saturating_sub(1)).unwrap_or(u32::MAX).saturating_mul(2)
}

/// Returns the cross-IMPs of North and South at each table: the mean of the IMPs against each other table. 0 if there is no
/// other table.
///
/// ```
/// use bridge::cross_imps;
/// // 420 gets -1, 11, 12, 1 and -5 against the others.
/// assert_eq!(cross_imps(&[420, 450, -100, -200, 400, 590])[0], 3.6);
/// ```
#[must_use]
pub fn cross_imps(scores: &[i32]) -> Vec<f64> {
    let others = scores.len().saturating_sub(1).max(1) as f64;
    let sum = |score: &i32| scores.iter().map(|other| imps(score - other)).sum::<i32>();
    scores.iter().map(|score| f64::from(sum(score)) / others).collect()
}

/// Returns the datum of Butler scoring: the mean score without one highest and one lowest, rounded to the nearest ten.
/// With fewer than three tables all scores count. Fives round away from zero.
///
/// ```
/// use bridge::datum;
/// assert_eq!(datum(&[170, 140, 140, 110]), 140);
/// assert_eq!(datum(&[1430, 680, 650, -100]), 670);
/// ```
#[must_use]
pub fn datum(scores: &[i32]) -> i32 {
    let mut sorted = scores.to_vec();
    sorted.sort_unstable();
    let counted = if sorted.len() < 3 { &sorted[..] } else { &sorted[1..sorted.len() - 1] };
    let sum: i64 = counted.iter().copied().map(i64::from).sum();
    let tens = 10 * i64::try_from(counted.len().max(1)).unwrap_or(i64::MAX);
    let rounded = (2 * sum.abs() + tens) / (2 * tens) * 10 * sum.signum();
    i32::try_from(rounded).unwrap_or_default()
}

/// Returns the Butler IMPs of North and South at each table: the IMPs for the difference to the [`datum`].
///
/// ```
/// use bridge::butler;
/// assert_eq!(butler(&[620, 140, 140, 110]), [10, 0, 0, -1]);
/// ```
#[must_use]
pub fn butler(scores: &[i32]) -> Vec<i32> {
    let datum = datum(scores);
    scores.iter().map(|score| imps(score - datum)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The sums over all tables are fixed: half a top on average, and no IMPs.
    #[test]
    fn the_sums_of_a_board_are_fixed() {
        let boards: [&[i32]; 5] = [&[420, 420, -50, 450, -50, 170], &[0, 0], &[-1430, 620, 100], &[50], &[]];
        for scores in boards {
            let sum: u32 = matchpoints(scores).iter().sum();
            let tables = u32::try_from(scores.len()).unwrap();
            assert_eq!(2 * sum, tables * matchpoint_top(scores.len()), "{scores:?}");
            assert!(cross_imps(scores).iter().sum::<f64>().abs() < 1e-9, "{scores:?}");
            // From the other side, every score is the opposite.
            let turned: Vec<i32> = scores.iter().map(|score| -score).collect();
            let opposite: Vec<i32> = butler(scores).iter().map(|imps| -imps).collect();
            assert_eq!(butler(&turned), opposite, "{scores:?}");
        }
    }

    #[test]
    fn the_datum_leaves_out_one_highest_and_one_lowest_score() {
        assert_eq!(datum(&[]), 0);
        assert_eq!(datum(&[420, -50]), 190);
        assert_eq!(datum(&[-420, 50]), -190);
        assert_eq!(datum(&[2000, 140, 110, 110]), 130);
        assert_eq!(datum(&[420, 420, 420, -50, -50]), 260);
    }
}
