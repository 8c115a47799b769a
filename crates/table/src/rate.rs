//! Rate limits with token buckets.

use crate::timestamp::{Moment, Timestamp};
use serde::{Deserialize, Deserializer, Serialize};

/// Rate of a token bucket.
///
/// ```
/// let rate: table::Rate = serde_json::from_str(r#"{ "burst": 20, "per-second": 0.5 }"#).unwrap();
/// assert_eq!(rate, table::Rate { burst: 20, per_second: 0.5 });
/// assert!(serde_json::from_str::<table::Rate>(r#"{ "burst": 20, "per-second": -1 }"#).is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Rate {
    /// Tokens of a full bucket.
    pub burst: u32,
    /// Tokens added per second.
    #[serde(deserialize_with = "not_negative")]
    pub per_second: f64,
}

fn not_negative<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    let number = f64::deserialize(deserializer)?;
    if number.is_finite() && number >= 0.0 {
        return Ok(number);
    }
    Err(serde::de::Error::custom(format_args!("{number} is not a rate; write 0 or a positive number")))
}

/// Token bucket. Each use takes a token, and tokens return over time.
#[derive(Clone, Copy, Debug)]
pub struct Bucket<T = Timestamp> {
    tokens: f64,
    at: T,
}

impl<T: Moment> Bucket<T> {
    /// Creates a full bucket.
    pub fn new(rate: Rate, now: T) -> Self {
        Self { tokens: f64::from(rate.burst), at: now }
    }

    /// Takes a token. Returns whether there was one.
    pub fn take(&mut self, rate: Rate, now: T) -> bool {
        self.take_some(rate, 1, now)
    }

    /// Takes several tokens, or none if there are too few. Returns whether there were enough.
    pub fn take_some(&mut self, rate: Rate, tokens: u32, now: T) -> bool {
        self.refill(rate, now);
        let enough = self.has_tokens(tokens);
        if enough {
            self.tokens -= f64::from(tokens);
        }
        enough
    }

    /// Adds the tokens that have returned by `now`.
    pub fn refill(&mut self, rate: Rate, now: T) {
        let since = now.elapsed_since(self.at).as_secs_f64();
        self.tokens = (self.tokens + since * rate.per_second).min(f64::from(rate.burst));
        self.at = now;
    }

    /// Returns whether the bucket has at least `tokens` tokens.
    pub fn has_tokens(&self, tokens: u32) -> bool {
        self.tokens >= f64::from(tokens)
    }

    /// Returns the time of the last use.
    pub fn used_at(&self) -> T {
        self.at
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn tokens_return_over_time_up_to_the_burst() {
        let rate = Rate { burst: 3, per_second: 0.5 };
        let at = |seconds| Timestamp::new(Duration::from_secs(seconds));
        let mut bucket = Bucket::new(rate, at(0));
        assert!((0..3).all(|_| bucket.take(rate, at(0))) && !bucket.take(rate, at(1)));
        assert!(bucket.take(rate, at(2)), "a token returns in two seconds");
        assert!(!bucket.take(rate, at(3)) && bucket.used_at() == at(3));
        // An hour fills the bucket once.
        assert!(!bucket.take_some(rate, 4, at(3600)));
        assert!(bucket.take_some(rate, 2, at(3600)) && bucket.has_tokens(1) && !bucket.has_tokens(2));
    }
}
