//! Pause between two deals.

use crate::timestamp::Timestamp;
use cards::{Seat, SeatSet};
use std::time::Duration;

/// Pause between two deals.
#[derive(Default)]
pub(crate) struct BetweenDeals {
    /// Seats whose players are ready for the next deal.
    ready: SeatSet,
    /// Begin of the next deal if not all players are ready.
    due: Option<Timestamp>,
}

impl BetweenDeals {
    pub(crate) fn ready(&self) -> SeatSet {
        self.ready
    }

    /// Records that a player is ready. Returns whether that is new.
    pub(crate) fn set_ready(&mut self, seat: Seat) -> bool {
        let is_new = !self.ready.contains(seat);
        self.ready.insert(seat);
        is_new
    }

    pub(crate) fn forget_ready(&mut self) {
        self.ready = SeatSet::EMPTY;
    }

    /// Returns whether all these players are ready.
    pub(crate) fn are_ready(&self, seats: SeatSet) -> bool {
        (seats - self.ready).is_empty()
    }

    /// Stops the pause.
    pub(crate) fn stop(&mut self) {
        self.due = None;
    }

    pub(crate) fn deadline(&self) -> Option<Timestamp> {
        self.due
    }

    /// Returns whether the next deal begins now: the score was shown for `shown`, or all connected players
    /// are ready.
    pub(crate) fn is_over(&mut self, now: Timestamp, shown: Duration, connected: SeatSet) -> bool {
        let due = *self.due.get_or_insert(now + shown);
        due <= now || !connected.is_empty() && self.are_ready(connected)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pause_ends_when_its_time_is_up_or_all_are_ready() {
        let at = |seconds| Timestamp::new(Duration::from_secs(seconds));
        let (both, shown) = (SeatSet::all(2), Duration::from_secs(15));
        let mut between = BetweenDeals::default();
        assert!(!between.is_over(at(1), shown, both) && !between.is_over(at(15), shown, both));
        assert!(between.is_over(at(16), shown, both));
        between.stop();
        assert!(between.set_ready(Seat::new(0)) && !between.set_ready(Seat::new(0)));
        assert!(!between.is_over(at(20), shown, both));
        between.set_ready(Seat::new(1));
        assert!(between.is_over(at(20), shown, both) && !between.is_over(at(20), shown, SeatSet::EMPTY));
    }
}
