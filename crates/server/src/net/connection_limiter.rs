//! Limiter of concurrent connections per network.

use crate::network::Network;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

/// Counter of connections.
#[derive(Debug)]
pub(crate) struct ConnectionLimiter {
    /// Maximum number of connections of one machine.
    most: usize,
    // Held to count one connection in or out.
    by_network: Mutex<HashMap<Network, usize>>,
}

/// Counted connection. It is released when dropped.
#[derive(Debug)]
pub(crate) struct Place {
    address: IpAddr,
    limiter: Arc<ConnectionLimiter>,
}

impl ConnectionLimiter {
    pub(crate) fn new(most: usize) -> Arc<Self> {
        Arc::new(Self { most, by_network: Mutex::default() })
    }

    /// Counts a connection from an address. Returns `None` if one of its networks has reached its limit.
    pub(crate) fn enter(self: &Arc<Self>, address: IpAddr) -> Option<Place> {
        let networks = Network::all_of(address);
        let mut by_network = self.by_network.lock().unwrap_or_else(PoisonError::into_inner);
        let full = |(network, times)| {
            by_network.get(&network).is_some_and(|count| *count >= self.most.saturating_mul(times as usize))
        };
        if self.most == 0 || networks.clone().any(full) {
            return None;
        }
        for (network, _) in networks {
            *by_network.entry(network).or_default() += 1;
        }
        Some(Place { address, limiter: Arc::clone(self) })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut by_network = self.limiter.by_network.lock().unwrap_or_else(PoisonError::into_inner);
        for (network, _) in Network::all_of(self.address) {
            if let Some(count) = by_network.get_mut(&network) {
                *count -= 1;
                if *count == 0 {
                    by_network.remove(&network);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crowd_is_bounded_in_every_network_and_forgets_who_left() {
        let limiter = ConnectionLimiter::new(2);
        let enter = |address: String| limiter.enter(address.parse().unwrap());
        let mut places: Vec<Place> = (0..9).filter_map(|last| enter(format!("2001:db8::{last}"))).collect();
        assert_eq!(places.len(), 2);
        places.extend((0..999).filter_map(|subnet| enter(format!("2001:db8:0:{subnet:x}::1"))));
        // Two per /64, eight per /56, and 32 per /48.
        assert_eq!(places.len(), 32);
        assert!(enter("2001:db8:1::1".into()).is_some());
        assert!(enter("192.0.2.1".into()).is_some());
        drop(places);
        assert!(limiter.by_network.lock().unwrap().is_empty());
    }
}
