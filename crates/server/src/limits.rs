//! Rate limits per guest and per network.

use crate::network::Network;
use crate::settings::Rate;
use std::collections::HashMap;
use std::hash::Hash;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// Maximum size of a pad in bytes, enough for many evenings.
pub(crate) const LONGEST_PAD: usize = 256 * 1024;

/// Maximum number of card tables to which a socket subscribes.
pub(crate) const MAX_TABLES: usize = 32;

/// Maximum number of seeks of one guest.
pub(crate) const MAX_SEEKS: usize = 3;

/// Maximum length of a seek's id, in bytes.
pub(crate) const MAX_SEEK_ID: usize = 64;

/// Token bucket on the system's clock.
pub(crate) type Bucket = ::table::Bucket<Instant>;

/// Token buckets by key, such as a guest or a network.
#[derive(Debug)]
pub(crate) struct Buckets<K> {
    rate: Rate,
    // Held for look-ups, and at the maximum size for one pass over all buckets.
    by_key: Mutex<HashMap<K, Bucket>>,
}

/// Maximum number of buckets. At the maximum, full buckets are dropped first and then those unused for
/// longest.
const REMEMBERED: usize = 50_000;

impl<K: Copy + Eq + Hash> Buckets<K> {
    pub(crate) fn new(rate: Rate) -> Self {
        Self { rate, by_key: Mutex::default() }
    }

    /// Takes a token from the bucket of `key`. Returns `false` if there is none.
    pub(crate) fn take(&self, key: K, now: Instant) -> bool {
        self.take_some(key, 1, now)
    }

    /// Takes several tokens of `key`, or none if there are too few. A full bucket is always enough.
    pub(crate) fn take_some(&self, key: K, tokens: u32, now: Instant) -> bool {
        self.take_of_all(std::iter::once((key, 1)), tokens, now)
    }

    /// Takes tokens of each key, or none if one of them has too few. A key's bucket is `times` the usual
    /// size. At most the usual burst is taken.
    fn take_of_all(&self, keys: impl Iterator<Item = (K, u32)> + Clone, tokens: u32, now: Instant) -> bool {
        let tokens = tokens.min(self.rate.burst);
        let mut by_key = self.by_key.lock().unwrap_or_else(PoisonError::into_inner);
        if by_key.len() >= REMEMBERED {
            self.forget(&mut by_key, now);
        }
        let rate = |times| Rate {
            burst: self.rate.burst.saturating_mul(times),
            per_second: self.rate.per_second * f64::from(times),
        };
        let mut has = |(key, times)| {
            let bucket: Option<&mut Bucket> = by_key.get_mut(&key);
            bucket.is_none_or(|bucket| {
                bucket.refill(rate(times), now);
                bucket.has_tokens(tokens)
            })
        };
        // A refused request leaves no buckets of its narrower networks behind: there are too many of those.
        if self.rate.burst == 0 || !keys.clone().all(&mut has) {
            return false;
        }
        keys.for_each(|(key, times)| {
            by_key.entry(key).or_insert_with(|| Bucket::new(rate(times), now)).take_some(
                rate(times),
                tokens,
                now,
            );
        });
        true
    }

    fn forget(&self, by_key: &mut HashMap<K, Bucket>, now: Instant) {
        let full_again = f64::from(self.rate.burst) / self.rate.per_second;
        by_key.retain(|_, bucket| now.saturating_duration_since(bucket.used_at()).as_secs_f64() < full_again);
        if by_key.len() >= REMEMBERED {
            let mut touched: Vec<Instant> = by_key.values().map(|bucket| bucket.used_at()).collect();
            let (_, oldest, _) = touched.select_nth_unstable(REMEMBERED / 10);
            let oldest = *oldest;
            by_key.retain(|_, bucket| bucket.used_at() > oldest);
        }
    }
}

impl Buckets<Network> {
    /// Takes a token of every network of an address, or none. `None` has no limit.
    pub(crate) fn take_of_address(&self, address: Option<IpAddr>, now: Instant) -> bool {
        self.take_some_of_address(address, 1, now)
    }

    /// Takes several tokens of every network of an address, or none.
    pub(crate) fn take_some_of_address(&self, address: Option<IpAddr>, tokens: u32, now: Instant) -> bool {
        address.is_none_or(|address| self.take_of_all(Network::all_of(address), tokens, now))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    const RATE: Rate = Rate { burst: 20, per_second: 10.0 };

    #[test]
    fn a_burst_passes_and_then_ten_a_second() {
        let start = Instant::now();
        let mut bucket = Bucket::new(RATE, start);
        let passed = |bucket: &mut Bucket, now| (0..50).filter(|_| bucket.take(RATE, now)).count();
        assert_eq!(passed(&mut bucket, start), 20);
        assert_eq!(passed(&mut bucket, start + Duration::from_millis(500)), 5);
        assert_eq!(passed(&mut bucket, start + Duration::from_secs(3600)), 20);
    }

    #[test]
    fn what_costs_more_is_allowed_less_often() {
        let buckets = Buckets::new(RATE);
        let now = Instant::now();
        assert_eq!((0..9).filter(|_| buckets.take_some(0, 6, now)).count(), 3);
        assert_eq!((0..9).filter(|_| buckets.take(0, now)).count(), 2, "the rest");
        assert!(buckets.take_some(1, 1_000, now), "nothing costs more than a full bucket");
        assert!(!buckets.take(1, now));
        let address = Some("192.0.2.1".parse().unwrap());
        let networks = Buckets::new(RATE);
        assert_eq!((0..9).filter(|_| networks.take_some_of_address(address, 10, now)).count(), 2);
    }

    #[test]
    fn each_key_has_its_own_bucket() {
        let buckets = Buckets::new(Rate { burst: 1, per_second: 0.0 });
        let now = Instant::now();
        assert!(buckets.take(0, now) && buckets.take(1, now));
        assert!(!buckets.take(0, now) && !buckets.take(1, now));
    }

    #[test]
    fn those_longest_untouched_are_forgotten_and_the_others_are_not() {
        let buckets = Buckets::new(Rate { burst: 1, per_second: 1e-6 });
        let start = Instant::now();
        let at = |key: usize| start + Duration::from_millis(key as u64);
        assert!((0..3 * REMEMBERED).all(|key| buckets.take(key, at(key))));
        assert!(buckets.by_key.lock().unwrap().len() <= REMEMBERED);
        let last = at(3 * REMEMBERED);
        assert!(!buckets.take(3 * REMEMBERED - 1, last));
        assert!(!buckets.take(3 * REMEMBERED - REMEMBERED / 2, last));
        assert!(buckets.take(0, last));
    }

    #[test]
    fn a_wide_network_has_no_more_than_its_share() {
        let buckets = Buckets::new(Rate { burst: 2, per_second: 0.0 });
        let now = Instant::now();
        let passed = |addresses: &mut dyn Iterator<Item = String>| {
            addresses.filter(|address| buckets.take_of_address(Some(address.parse().unwrap()), now)).count()
        };
        assert_eq!(passed(&mut (0..50).map(|last| format!("2001:db8::{last:x}"))), 2);
        assert_eq!(passed(&mut (0..5000).map(|subnet| format!("2001:db8:0:{subnet:x}::1"))), 30);
        // The /32 may have 256 times as many. Each request comes from a /48 of its own.
        assert_eq!(passed(&mut (1..2000).map(|network| format!("2001:db9:{network:x}::1"))), 512);
        assert_eq!(passed(&mut (0..50).map(|_| "192.0.2.1".into())), 2);
        assert!(buckets.take_of_address(None, now));
        // Refused requests leave no buckets: 2 of /32, 1 /48 with 16 /56 and 31 /64, 512 with one each, and 1
        // IPv4 address.
        assert!(buckets.by_key.lock().unwrap().len() < 60 + 3 * 512);
    }
}
