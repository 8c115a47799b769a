//! Rate limit of phrases between players. Phrases come from a short list and are not stored.

use crate::rate::{Bucket, Rate};
use crate::timestamp::Timestamp;
use cards::Seat;

/// Five phrases at once, then one every three seconds.
const RATE: Rate = Rate { burst: 5, per_second: 1.0 / 3.0 };

/// Token bucket of each seat that has sent a phrase.
#[derive(Default)]
pub(crate) struct Phrases(Vec<(Seat, Bucket)>);

impl Phrases {
    /// Returns whether a seat may send a phrase now, and counts it.
    pub(crate) fn take(&mut self, seat: Seat, now: Timestamp) -> bool {
        let known = self.0.iter().position(|(speaker, _)| *speaker == seat).unwrap_or_else(|| {
            self.0.push((seat, Bucket::new(RATE, now)));
            self.0.len() - 1
        });
        self.0[known].1.take(RATE, now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn each_seat_says_five_phrases_at_once_and_then_one_in_three_seconds() {
        let at = |seconds| Timestamp::new(Duration::from_secs(seconds));
        let (ada, bea) = (Seat::new(0), Seat::new(1));
        let mut phrases = Phrases::default();
        assert_eq!((0..9).filter(|_| phrases.take(ada, at(1))).count(), 5);
        assert!(phrases.take(bea, at(1)) && !phrases.take(ada, at(3)) && phrases.take(ada, at(4)));
    }
}
