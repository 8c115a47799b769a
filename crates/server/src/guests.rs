//! Who is here: guests at their sockets.

use crate::identity::GuestId;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Guests, and how many sockets each has open.
#[derive(Default)]
pub(crate) struct Guests(Mutex<HashMap<GuestId, usize>>);

impl Guests {
    fn here(&self) -> MutexGuard<'_, HashMap<GuestId, usize>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a guest at a socket for as long as the result lives.
    pub(crate) fn welcome(self: &Arc<Self>, guest: GuestId) -> Here {
        *self.here().entry(guest).or_default() += 1;
        Here { guest, guests: Arc::clone(self) }
    }

    /// Whether a guest is at any socket.
    pub(crate) fn is_here(&self, guest: GuestId) -> bool {
        self.here().contains_key(&guest)
    }

    /// How many sockets there are at which somebody said hello, and how many guests.
    pub(crate) fn count(&self) -> (usize, usize) {
        let here = self.here();
        (here.values().sum(), here.len())
    }
}

/// A guest at a socket.
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
