//! Cache of an interpreted auction.

use super::Reading;
use crate::Auction;
use dds::Vulnerability;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

/// Cache of the last interpreted auction, shared by a state and all its views.
///
/// Every viewer is sent the meanings of the whole auction after every card. Without the cache that
/// would cost more than the rest of the view.
#[derive(Clone, Default)]
pub struct SharedReading(Arc<Mutex<Option<Arc<Reading>>>>);

impl SharedReading {
    /// Returns the interpretation of an auction, from the cache if it is current.
    #[must_use]
    pub fn of(&self, auction: &Auction, vulnerability: Vulnerability) -> Arc<Reading> {
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match &*last {
            Some(reading) if reading.is_of(auction, vulnerability) => Arc::clone(reading),
            _ => Arc::clone(last.insert(Arc::new(Reading::new(auction, vulnerability)))),
        }
    }
}

/// All values are equal, because the cache adds no information to the auction.
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
    use crate::bot::reading;
    use crate::tests::{QUIET, deal, play, rubber};
    use crate::{Bridge, State};
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
