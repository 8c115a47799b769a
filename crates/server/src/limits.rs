//! Counting what somebody does, so that nobody can do too much of it.

use crate::settings::Rate;
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// A bucket of tokens: each thing done takes one, and they come back with time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bucket {
    tokens: f64,
    at: Instant,
}

impl Bucket {
    /// A full one.
    pub(crate) fn new(rate: Rate, now: Instant) -> Self {
        Self { tokens: f64::from(rate.burst), at: now }
    }

    /// Takes a token, if there is one.
    pub(crate) fn take(&mut self, rate: Rate, now: Instant) -> bool {
        self.refill(rate, now);
        let enough = self.tokens >= 1.0;
        if enough {
            self.tokens -= 1.0;
        }
        enough
    }

    fn refill(&mut self, rate: Rate, now: Instant) {
        let since = now.saturating_duration_since(self.at).as_secs_f64();
        self.tokens = (self.tokens + since * rate.a_second).min(f64::from(rate.burst));
        self.at = now;
    }
}

/// A bucket for each of many: guests, addresses.
#[derive(Debug)]
pub(crate) struct Buckets<K> {
    rate: Rate,
    // Held for one look-up; only at the cap for a walk through all.
    by_key: Mutex<HashMap<K, Bucket>>,
}

/// How many are remembered. Beyond that the full ones, which say nothing, are forgotten first, and then all.
const REMEMBERED: usize = 50_000;

impl<K: Eq + Hash> Buckets<K> {
    pub(crate) fn new(rate: Rate) -> Self {
        Self { rate, by_key: Mutex::default() }
    }

    /// Takes a token of `key`, if there is one.
    pub(crate) fn take(&self, key: K, now: Instant) -> bool {
        let mut by_key = self.by_key.lock().unwrap_or_else(PoisonError::into_inner);
        if by_key.len() >= REMEMBERED {
            by_key.retain(|_, bucket| {
                bucket.refill(self.rate, now);
                bucket.tokens < f64::from(self.rate.burst)
            });
            if by_key.len() >= REMEMBERED {
                by_key.clear();
            }
        }
        by_key.entry(key).or_insert_with(|| Bucket::new(self.rate, now)).take(self.rate, now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    const RATE: Rate = Rate { burst: 20, a_second: 10.0 };

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
    fn each_key_has_its_own_bucket_and_memory_is_bounded() {
        let buckets = Buckets::new(Rate { burst: 1, a_second: 0.0 });
        let now = Instant::now();
        assert!(buckets.take(0, now) && buckets.take(1, now));
        assert!(!buckets.take(0, now));
        assert!((2..3 * REMEMBERED).all(|key| buckets.take(key, now)));
        assert!(buckets.by_key.lock().unwrap().len() <= REMEMBERED);
    }
}
