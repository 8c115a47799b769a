//! The reading of an auction, made once for everybody who asks.

use super::Reading;
use crate::bridge::Auction;
use dds::Vulnerability;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

/// The last reading that somebody asked for. A state and all its views share it: what is sent to every viewer after every
/// card explains the whole auction, and that costs more than all the rest of a view.
#[derive(Clone, Default)]
pub struct SharedReading(Arc<Mutex<Option<Arc<Reading>>>>);

impl SharedReading {
    /// The reading of this auction, made anew only if the last one was of another.
    #[must_use]
    pub fn of(&self, auction: &Auction, vulnerability: Vulnerability) -> Arc<Reading> {
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match &*last {
            Some(reading) if reading.is_of(auction, vulnerability) => Arc::clone(reading),
            _ => Arc::clone(last.insert(Arc::new(Reading::new(auction, vulnerability)))),
        }
    }
}

/// It says nothing that the auction does not.
impl PartialEq for SharedReading {
    fn eq(&self, _other: &Self) -> bool {
        true
    }
}

impl Eq for SharedReading {}

impl fmt::Debug for SharedReading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SharedReading")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bridge::bot::reading;
    use crate::bridge::tests::{QUIET, deal, play, rubber};
    use crate::bridge::{Bridge, State};
    use cards::Viewer;
    use dds::Direction;
    use engine::Game;

    fn seen(state: &State, viewer: Viewer) -> Arc<Reading> {
        reading(&Bridge::view(state, viewer))
    }

    #[test]
    fn an_auction_is_read_once_for_all_viewers_and_all_cards() {
        let north = Viewer::Seat(Direction::North.into());
        let opened = play(deal(&rubber(), Direction::North, QUIET), "1N");
        let first = seen(&opened, north);
        let over = play(opened, "P, P, P");
        let last = seen(&over, north);
        assert_eq!((first.calls().len(), last.calls().len()), (1, 4));
        assert!(Arc::ptr_eq(&last, &seen(&over, Viewer::Public)));
        let led = play(over, "4s");
        assert!(Arc::ptr_eq(&last, &seen(&led, north)));
    }
}
