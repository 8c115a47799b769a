//! Guests who are connected.

use ::table::GuestId;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Guests, with their number of open sockets.
#[derive(Default)]
pub(crate) struct Guests(Mutex<HashMap<GuestId, usize>>);

impl Guests {
    fn here(&self) -> MutexGuard<'_, HashMap<GuestId, usize>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a guest at a socket until the returned guard is dropped.
    pub(crate) fn welcome(self: &Arc<Self>, guest: GuestId) -> Here {
        *self.here().entry(guest).or_default() += 1;
        Here { guest, guests: Arc::clone(self) }
    }

    /// Returns whether a guest has an open socket.
    pub(crate) fn is_here(&self, guest: GuestId) -> bool {
        self.here().contains_key(&guest)
    }

    /// Returns the number of sockets with a guest, and the number of guests.
    pub(crate) fn count(&self) -> (usize, usize) {
        let here = self.here();
        (here.values().sum(), here.len())
    }
}

/// Guard that counts a guest at a socket.
pub(crate) struct Here {
    guest: GuestId,
    guests: Arc<Guests>,
}

impl Drop for Here {
    fn drop(&mut self) {
        let mut here = self.guests.here();
        if let Some(sockets) = here.get_mut(&self.guest) {
            *sockets -= 1;
            if *sockets == 0 {
                here.remove(&self.guest);
            }
        }
    }
}
