//! Pauses of players who leave matches.
//!
//! A player who leaves too many matches cannot look for others for a while. Everything follows from the player's list of
//! matches, so nothing else is stored.

/// Number of the newest matches that count.
const COUNTED: usize = 20;

/// Number of matches from which a pause is possible.
const ENOUGH: usize = 5;

/// Percentage of finished matches below which a player pauses.
const LEAST_FINISHED: usize = 70;

/// Length of the first pause, and of the longest, in seconds.
const FIRST: u64 = 10 * 60;
const LONGEST: u64 = 48 * 60 * 60;

/// Factor of the next pause, if it begins within [`MEMORY`] seconds of another.
const FACTOR: u64 = 3;
const MEMORY: u64 = 3 * 24 * 60 * 60;

/// Match of a player against other people.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Conduct {
    /// Time of the end, in seconds.
    pub at: u64,
    /// Whether the player stayed to the end.
    pub is_finished: bool,
}

/// Returns the time until which a player pauses, in seconds, or `None` if the player never had to. `matches` are in the
/// order of their ends.
///
/// A match that is not finished begins a pause if less than 70 % of the last 20 matches are finished, and there are at
/// least five. The pause lasts ten minutes, three times as long for each other pause that began in the three days before,
/// and 48 hours at most. These numbers are ours; lichess has the same kind of rule (`playban`).
///
/// ```
/// use people::{Conduct, pause_until};
/// let matches = [true, true, false, true, false].map(|is_finished| Conduct { at: 1_000, is_finished });
/// assert_eq!(pause_until(&matches), Some(1_600));
/// assert_eq!(pause_until(&matches[..4]), None);
/// ```
#[must_use]
pub fn pause_until(matches: &[Conduct]) -> Option<u64> {
    let mut begins: Vec<u64> = Vec::new();
    let mut until = None;
    for (index, last) in matches.iter().enumerate() {
        let counted = &matches[(index + 1).saturating_sub(COUNTED)..=index];
        let finished = counted.iter().filter(|one| one.is_finished).count();
        if last.is_finished || counted.len() < ENOUGH || finished * 100 >= LEAST_FINISHED * counted.len() {
            continue;
        }
        let recent = begins.iter().filter(|begin| last.at - **begin <= MEMORY).count();
        let length = (0..recent).fold(FIRST, |length, _| LONGEST.min(length * FACTOR));
        begins.push(last.at);
        until = until.max(Some(last.at + length));
    }
    until
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns matches an hour apart, of which the last `left` are not finished.
    fn matches(finished: usize, left: usize) -> Vec<Conduct> {
        (0..finished + left)
            .map(|index| Conduct { at: 3_600 * index as u64, is_finished: index < finished })
            .collect()
    }

    /// PE-T14
    #[test]
    fn seven_of_twenty_left_pause_and_six_do_not() {
        assert_eq!(pause_until(&matches(14, 6)), None);
        // The sixth left 13 of 19 finished, which began the first pause.
        assert_eq!(pause_until(&matches(13, 7)), Some(19 * 3_600 + FACTOR * FIRST));
        // Only the last twenty count.
        assert_eq!(pause_until(&matches(100, 6)), None);
        assert_eq!(pause_until(&matches(100, 7)), Some(106 * 3_600 + FIRST));
        assert_eq!(pause_until(&matches(0, 4)), None, "four matches are too few");
        assert_eq!(pause_until(&matches(0, 5)), Some(4 * 3_600 + FIRST));
    }

    /// PE-T14
    #[test]
    fn the_next_pause_within_three_days_is_three_times_as_long() {
        let day = 24 * 3_600;
        let mut all = matches(0, 5);
        let first = all[4].at;
        let length = |all: &[Conduct]| pause_until(all).unwrap() - all.last().unwrap().at;
        all.push(Conduct { at: first + day, is_finished: false });
        assert_eq!(length(&all), 3 * FIRST);
        all.push(Conduct { at: first + 2 * day, is_finished: false });
        assert_eq!(length(&all), 9 * FIRST);
        // The first two are forgotten by then.
        all.push(Conduct { at: first + 5 * day - 1, is_finished: false });
        assert_eq!(length(&all), 3 * FIRST);
        // Many departures at one time pause for two days at most.
        all.extend([Conduct { at: first + 6 * day, is_finished: false }; 30]);
        assert_eq!(length(&all), LONGEST);
        all.extend([Conduct { at: first + 7 * day, is_finished: true }; 6]);
        assert_eq!(pause_until(&all), Some(first + 6 * day + LONGEST), "a pause stays as it is");
    }

    #[test]
    fn finished_matches_begin_no_pause() {
        let mut all = matches(0, 5);
        let pause = pause_until(&all);
        all.push(Conduct { at: 1_000_000, is_finished: true });
        assert_eq!(pause_until(&all), pause);
    }
}
