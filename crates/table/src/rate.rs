//! Rate limits.

use crate::timestamp::{Moment, Timestamp};

/// A rate limit.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rate {
    /// So many at once.
    pub burst: u32,
    /// And so many more each second.
    pub a_second: f64,
}

/// A token bucket. Each use takes one token, and tokens come back with time.
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

    /// Takes some tokens, or none if there are not enough. Returns whether there were enough.
    pub fn take_some(&mut self, rate: Rate, tokens: u32, now: T) -> bool {
        self.refill(rate, now);
        let enough = self.has_tokens(tokens);
        if enough {
            self.tokens -= f64::from(tokens);
        }
        enough
    }

    /// Adds the tokens that came back until `now`.
    pub fn refill(&mut self, rate: Rate, now: T) {
        let since = now.elapsed_since(self.at).as_secs_f64();
        self.tokens = (self.tokens + since * rate.a_second).min(f64::from(rate.burst));
        self.at = now;
    }

    /// Returns whether there are so many tokens.
    pub fn has_tokens(&self, tokens: u32) -> bool {
        self.tokens >= f64::from(tokens)
    }

    /// Returns when the bucket was used last.
    pub fn used_at(&self) -> T {
        self.at
    }
}
