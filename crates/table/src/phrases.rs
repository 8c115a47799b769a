//! Phrases between players: their rate limit, and the last ones. Phrases come from a short list and are not stored.

use crate::id::GuestId;
use crate::rate::{Bucket, Rate};
use crate::timestamp::Timestamp;
use cards::Seat;
use protocol::Phrase;
use std::collections::VecDeque;

/// Five phrases at once, then one every three seconds.
const RATE: Rate = Rate { burst: 5, per_second: 1.0 / 3.0 };

/// Number of remembered phrases of a seat, for a report.
const REMEMBERED: usize = 20;

/// Phrases of each seat.
#[derive(Default)]
pub(crate) struct Phrases(Vec<Speaker>);

/// Seat that has sent a phrase.
struct Speaker {
    seat: Seat,
    /// The player who sent the last phrases. A chair that becomes free can pass to another player.
    guest: GuestId,
    bucket: Bucket,
    /// The last phrases of that player, the oldest first.
    last: VecDeque<Phrase>,
}

impl Phrases {
    /// Returns whether a player may send a phrase from a seat now. If so, counts and remembers it.
    pub(crate) fn take(&mut self, seat: Seat, guest: GuestId, phrase: Phrase, now: Timestamp) -> bool {
        let known = self.0.iter().position(|speaker| speaker.seat == seat).unwrap_or_else(|| {
            self.0.push(Speaker { seat, guest, bucket: Bucket::new(RATE, now), last: VecDeque::new() });
            self.0.len() - 1
        });
        let speaker = &mut self.0[known];
        let may_speak = speaker.bucket.take(RATE, now);
        if may_speak {
            if speaker.guest != guest {
                (speaker.guest, speaker.last) = (guest, VecDeque::new());
            }
            if speaker.last.len() == REMEMBERED {
                speaker.last.pop_front();
            }
            speaker.last.push_back(phrase);
        }
        may_speak
    }

    /// Returns the last 20 phrases of a player in a seat, the oldest first.
    pub(crate) fn of(&self, seat: Seat, guest: GuestId) -> Vec<Phrase> {
        let speaker = self.0.iter().find(|speaker| speaker.seat == seat && speaker.guest == guest);
        speaker.map(|speaker| speaker.last.iter().copied().collect()).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn player(number: u8) -> GuestId {
        GuestId::from_bytes([number; 32])
    }

    #[test]
    fn each_seat_says_five_phrases_at_once_and_then_one_in_three_seconds() {
        let at = |seconds| Timestamp::new(Duration::from_secs(seconds));
        let (ada, bea) = (Seat::new(0), Seat::new(1));
        let mut phrases = Phrases::default();
        let mut says = |seat, seconds| phrases.take(seat, player(1), Phrase::Hello, at(seconds));
        assert_eq!((0..9).filter(|_| says(ada, 1)).count(), 5);
        assert!(says(bea, 1) && !says(ada, 3) && says(ada, 4));
    }

    #[test]
    fn the_last_twenty_phrases_of_each_seat_are_remembered_and_refused_ones_are_not() {
        let (ada, bea) = (Seat::new(0), Seat::new(1));
        let mut phrases = Phrases::default();
        for second in 0..30 {
            let phrase = if second < 10 { Phrase::Hello } else { Phrase::Sorry };
            assert!(phrases.take(ada, player(1), phrase, Timestamp::new(Duration::from_secs(10 * second))));
        }
        assert_eq!(phrases.of(ada, player(1)), [Phrase::Sorry; 20]);
        assert_eq!(phrases.of(bea, player(2)), []);
        let now = Timestamp::new(Duration::from_secs(1_000));
        let said = (0..9).filter(|_| phrases.take(bea, player(2), Phrase::Back, now)).count();
        assert_eq!((said, phrases.of(bea, player(2)).len()), (5, 5));
    }
}
