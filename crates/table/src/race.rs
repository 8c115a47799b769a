//! Fairness in a game without turns: plays count in the order in which they were made, not in that in which
//! they arrived.
//!
//! A play was made at its arrival, less the network delay. The server measures the delay itself (see
//! [`Delay`]), and counts at most [`MAX`] of it. A play with a short delay waits for the difference to the
//! longest delay, so that an earlier play can still arrive. Between players with equal delays nothing waits.
//! A client that answers pings late gains at most [`MAX`], and timestamps of clients are ignored.

use crate::timestamp::Timestamp;
use cards::{BySeat, Seat};
use std::collections::VecDeque;
use std::time::Duration;

/// Maximum delay that counts, and so the maximum time that a play waits. (SP-S3)
pub(crate) const MAX: Duration = Duration::from_millis(200);

/// Delays that differ by less count as equal, because no player notices the difference.
const UNNOTICED: Duration = Duration::from_millis(8);

/// Maximum number of waiting plays per seat.
const MAX_WAITING: usize = 32;

/// Plays that wait for others that may have been made earlier.
#[derive(Debug)]
pub(crate) struct Race<P> {
    /// Plays that wait, in the order in which they were made.
    waiting: Vec<Waiting<P>>,
    /// Time of each seat's last play, so that plays of one player do not overtake each other.
    last: BySeat<Option<Timestamp>>,
}

#[derive(Debug)]
struct Waiting<P> {
    seat: Seat,
    made: Timestamp,
    due: Timestamp,
    play: P,
}

impl<P> Race<P> {
    pub(crate) fn new(seats: u8) -> Self {
        Self { waiting: Vec::new(), last: BySeat::filled(seats, None) }
    }

    /// Adds a play of a seat with the delay `own`; `others` is the longest delay of the other seats. Returns
    /// how long the play waits.
    ///
    /// # Errors
    ///
    /// Returns the play if too many plays of its seat are waiting.
    pub(crate) fn enter(
        &mut self,
        seat: Seat,
        received_at: Timestamp,
        own: Duration,
        others: Duration,
        play: P,
    ) -> Result<Duration, P> {
        if self.waiting.iter().filter(|waiting| waiting.seat == seat).count() >= MAX_WAITING {
            return Err(play);
        }
        let (own, others) = (own.min(MAX), others.min(MAX));
        let made = received_at.earlier_by(own);
        let made = self.last[seat].map_or(made, |last| made.max(last));
        self.last[seat] = Some(made);
        let head_start = others.saturating_sub(own);
        let waits = if head_start < UNNOTICED { Duration::ZERO } else { head_start };
        let due = received_at + waits;
        let index = self.waiting.partition_point(|other| other.made <= made);
        self.waiting.insert(index, Waiting { seat, made, due, play });
        Ok(waits)
    }

    /// Returns the earliest play, once any play has waited long enough.
    pub(crate) fn next(&mut self, now: Timestamp) -> Option<P> {
        // Plays made before a due play can't wait for others any more either.
        let due = self.waiting.iter().any(|waiting| waiting.due <= now);
        due.then(|| self.waiting.remove(0).play)
    }

    /// Returns the time at which [`next`](Self::next) has a play.
    pub(crate) fn due(&self) -> Option<Timestamp> {
        self.waiting.iter().map(|waiting| waiting.due).min()
    }
}

/// Network delay of a connection, measured with pings.
#[derive(Debug, Default)]
pub struct Delay {
    /// Round-trip times, newest last.
    trips: VecDeque<Duration>,
}

/// Number of remembered round trips. A single one is not significant.
const REMEMBERED: usize = 9;

impl Delay {
    /// Records a round trip.
    pub fn note(&mut self, there_and_back: Duration) {
        if self.trips.len() == REMEMBERED {
            self.trips.pop_front();
        }
        self.trips.push_back(there_and_back);
    }

    /// Returns the delay in one direction: half of the median round trip, at most 200 ms.
    #[must_use]
    pub fn one_way(&self) -> Duration {
        let mut trips: Vec<Duration> = self.trips.iter().copied().collect();
        trips.sort_unstable();
        trips.get(trips.len() / 2).map_or(Duration::ZERO, |trip| (*trip / 2).min(MAX))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ADA: Seat = Seat::new(0);
    const BEA: Seat = Seat::new(1);

    fn millis(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    /// Returns the order and times in which plays count that were made at these times.
    fn run(ways: [u64; 2], made: &[(Seat, u64)]) -> Vec<(usize, u64)> {
        let start = Timestamp::new(Duration::from_secs(1000));
        let way = |seat: Seat| ways[seat.index()];
        let mut arrivals: Vec<(u64, usize, Seat)> =
            made.iter().enumerate().map(|(n, (seat, at))| (at + way(*seat), n, *seat)).collect();
        arrivals.sort_unstable_by_key(|(at, n, _)| (*at, *n));
        let mut race = Race::new(2);
        let mut accepted = Vec::new();
        let mut arrivals = arrivals.into_iter().peekable();
        for now in 0..2000 {
            while let Some((at, n, seat)) = arrivals.next_if(|(at, ..)| *at <= now) {
                let other = if seat == ADA { BEA } else { ADA };
                let (own, others) = (millis(way(seat)), millis(way(other)));
                race.enter(seat, start + millis(at), own, others, n).unwrap();
            }
            while let Some(n) = race.next(start + millis(now)) {
                accepted.push((n, now));
            }
        }
        assert!(race.due().is_none());
        accepted
    }

    #[test]
    fn the_limit_of_waiting_plays_is_per_seat() {
        let (near, far) = (Duration::from_millis(2), Duration::from_millis(100));
        let (mut race, now) = (Race::new(2), Timestamp::new(Duration::from_secs(1000)));
        for play in 0..MAX_WAITING {
            assert_eq!(race.enter(ADA, now, near, far, play), Ok(far - near));
        }
        assert_eq!(race.enter(ADA, now, near, far, 99), Err(99));
        assert_eq!(race.enter(BEA, now, far, near, 100), Ok(Duration::ZERO));
    }

    #[test]
    fn on_equal_ways_nothing_waits() {
        assert_eq!(run([0, 0], &[(ADA, 100), (BEA, 101)]), [(0, 100), (1, 101)]);
        assert_eq!(run([90, 90], &[(ADA, 101), (BEA, 100)]), [(1, 190), (0, 191)]);
        assert_eq!(run([0, 5], &[(ADA, 100), (BEA, 200)]), [(0, 100), (1, 205)], "so little is not noticed");
    }

    #[test]
    fn the_earlier_press_is_first_despite_latency() {
        // Bea is 150 ms away and presses 40 ms earlier: her play arrives 110 ms later, and counts first.
        assert_eq!(run([0, 150], &[(ADA, 140), (BEA, 100)]), [(1, 250), (0, 290)]);
        // Ada presses first: her play counts first, as soon as Bea's could have arrived.
        assert_eq!(run([0, 150], &[(ADA, 100), (BEA, 140)]), [(0, 250), (1, 290)]);
        // A single play waits as long, but never longer.
        assert_eq!(run([0, 150], &[(ADA, 100)]), [(0, 250)]);
        assert_eq!(run([30, 150], &[(BEA, 100)]), [(0, 250)], "who is further away does not wait");
    }

    #[test]
    fn a_way_is_believed_no_further_than_the_bound() {
        // A client that answers pings two seconds late counts as 200 ms away.
        let start = Timestamp::new(Duration::from_secs(1000));
        let mut race = Race::new(2);
        race.enter(ADA, start + millis(1000), Duration::ZERO, millis(2000), "Ada").unwrap();
        assert_eq!(race.due(), Some(start + millis(1200)), "no player waits longer than the bound");
        race.enter(BEA, start + millis(1190), millis(2000), Duration::ZERO, "Bea").unwrap();
        assert_eq!(race.next(start + millis(1190)), Some("Bea"), "made 200 ms before, at most");
        race.enter(ADA, start + millis(2000), Duration::ZERO, millis(2000), "Ada again").unwrap();
        race.enter(BEA, start + millis(2201), millis(2000), Duration::ZERO, "too late").unwrap();
        let order: Vec<_> = std::iter::from_fn(|| race.next(start + millis(2201))).collect();
        assert_eq!(order, ["Ada", "Ada again", "too late"], "beyond the bound nothing is gained");
    }

    #[test]
    fn plays_of_one_player_do_not_overtake_each_other() {
        let start = Timestamp::new(Duration::from_secs(1000));
        let mut race = Race::new(2);
        race.enter(ADA, start + millis(1000), Duration::ZERO, millis(200), 1).unwrap();
        // The measured delay has grown meanwhile.
        race.enter(ADA, start + millis(1010), millis(150), millis(200), 2).unwrap();
        assert_eq!(race.next(start + millis(1200)), Some(1));
        assert_eq!(race.next(start + millis(1200)), Some(2));
    }

    #[test]
    fn waiting_jobs_are_bounded() {
        let start = Timestamp::new(Duration::from_secs(1000));
        let mut race = Race::new(2);
        let taken = (0..1000).filter(|n| race.enter(ADA, start, Duration::ZERO, MAX, *n).is_ok()).count();
        assert_eq!(taken, MAX_WAITING);
        assert_eq!(std::iter::from_fn(|| race.next(start + MAX)).count(), MAX_WAITING);
        assert!(race.enter(ADA, start, Duration::ZERO, MAX, 1).is_ok());
    }

    #[test]
    fn the_way_is_the_median_and_bounded() {
        let mut delay = Delay::default();
        assert_eq!(delay.one_way(), Duration::ZERO, "not measured yet");
        for trip in [300, 302, 298, 5000, 301] {
            delay.note(millis(trip));
        }
        assert_eq!(delay.one_way(), Duration::from_micros(150_500), "one slow answer says nothing");
        for _ in 0..20 {
            delay.note(millis(5000));
        }
        assert_eq!(delay.one_way(), MAX);
        assert_eq!(delay.trips.len(), REMEMBERED);
    }
}
