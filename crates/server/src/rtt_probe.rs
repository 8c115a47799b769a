//! Measurement of a socket's round-trip time.

use std::collections::VecDeque;
use std::time::Duration;
use tokio::time::Instant;

/// Intervals of the pings that measure a socket's delay: a few in quick succession, then rarely.
const FIRST_PINGS: u64 = 5;
const BETWEEN_FIRST_PINGS: Duration = Duration::from_millis(100);
const BETWEEN_PINGS: Duration = Duration::from_secs(2);

/// Maximum number of unanswered pings. Answers to older pings are ignored.
const MAX_PINGS: usize = 16;

/// Pings that measure the round-trip time of a socket. They use the clock of the tables, so that a test with
/// a manual clock decides each duration.
#[derive(Default)]
pub(crate) struct RttProbe {
    /// Time of the next ping. With `None` the delay is not measured.
    pub(crate) next: Option<Instant>,
    sent: u64,
    /// Unanswered pings: number and time.
    out: VecDeque<(u64, Instant)>,
}

impl RttProbe {
    /// Returns the number of the ping to send now.
    pub(crate) fn send(&mut self, now: Instant) -> u64 {
        self.sent += 1;
        if self.out.len() == MAX_PINGS {
            self.out.pop_front();
        }
        self.out.push_back((self.sent, now));
        let pause = if self.sent < FIRST_PINGS { BETWEEN_FIRST_PINGS } else { BETWEEN_PINGS };
        self.next = Some(now + pause);
        self.sent
    }

    /// Returns the duration of an answered ping. Each ping counts once.
    pub(crate) fn answered(&mut self, answer: &[u8], now: Instant) -> Option<Duration> {
        let number = u64::from_be_bytes(answer.try_into().ok()?);
        let index = self.out.iter().position(|(sent, _)| *sent == number)?;
        let (_, sent) = self.out.remove(index)?;
        Some(now.saturating_duration_since(sent))
    }
}
