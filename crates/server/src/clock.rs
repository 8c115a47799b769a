//! Clock of the tables: the system's time, or in tests a clock that moves only when told. Sockets and the
//! store always use the system's time.

use ::table::Timestamp;
use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use store::unix_time;
use tokio::sync::watch;
use tokio::time::Instant;

/// Clock of the card tables.
#[derive(Clone, Debug, Default)]
pub struct Clock {
    /// The time of a manual clock.
    driven: Option<Arc<Driven>>,
}

/// Clock that only a test advances.
#[derive(Debug)]
struct Driven {
    now: watch::Sender<Instant>,
    /// Creation time, and its number of seconds since 1970.
    made: (Instant, u64),
    // Held briefly, never across an await.
    waiting: Mutex<Waiting>,
}

/// Waiters of a manual clock.
#[derive(Debug, Default)]
struct Waiting {
    /// Awaited instants, with the number of waiters.
    instants: BTreeMap<Instant, usize>,
    /// Number of card tables and bots at work.
    at_work: usize,
}

impl Driven {
    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Guard of work that takes no time on a manual clock. While it lives, [`Clock::advance_to_next`] does nothing.
#[derive(Debug)]
pub(crate) struct AtWork(Option<Arc<Driven>>);

impl Drop for AtWork {
    fn drop(&mut self) {
        if let Some(driven) = &self.0 {
            driven.waiting().at_work -= 1;
        }
    }
}

/// Registered waiter for an instant. It is dropped when it has seen the instant, or gives up.
struct Awaited<'a> {
    driven: &'a Driven,
    instant: Instant,
}

impl<'a> Awaited<'a> {
    fn new(driven: &'a Driven, instant: Instant) -> Self {
        *driven.waiting().instants.entry(instant).or_default() += 1;
        Self { driven, instant }
    }
}

impl Drop for Awaited<'_> {
    fn drop(&mut self) {
        let mut waiting = self.driven.waiting();
        if let Some(count) = waiting.instants.get_mut(&self.instant) {
            *count -= 1;
            if *count == 0 {
                waiting.instants.remove(&self.instant);
            }
        }
    }
}

impl Clock {
    /// Returns a clock that moves only with [`advance`](Self::advance), so that a test need not wait for a
    /// table. Must be called in a Tokio runtime.
    #[must_use]
    pub fn standing() -> Self {
        let made = Instant::now();
        let (now, waiting) = (watch::Sender::new(made), Mutex::default());
        let driven = Driven { now, made: (made, unix_time()), waiting };
        Self { driven: Some(Arc::new(driven)) }
    }

    /// Advances a manual clock. Has no effect on the system's clock.
    pub fn advance(&self, time: Duration) {
        if let Some(driven) = &self.driven {
            driven.now.send_modify(|now| *now += time);
        }
    }

    /// Advances a manual clock to the next awaited instant, by at most `most`, and returns the difference.
    ///
    /// Returns `None` without advancing while a table or bot is at work, or a waiter has not seen that its
    /// instant has come. The course of a match then does not depend on the machine's load, if the tables and
    /// the caller share one thread. Returns `None` for the system's clock.
    pub fn advance_to_next(&self, most: Duration) -> Option<Duration> {
        let driven = self.driven.as_ref()?;
        let now = self.now();
        let time = {
            let waiting = driven.waiting();
            let next = waiting.instants.keys().next().map(|next| next.saturating_duration_since(now));
            (waiting.at_work == 0 && next != Some(Duration::ZERO)).then(|| next.unwrap_or(most).min(most))?
        };
        self.advance(time);
        Some(time)
    }

    /// Marks work as in progress until the returned guard is dropped.
    pub(crate) fn at_work(&self) -> AtWork {
        if let Some(driven) = &self.driven {
            driven.waiting().at_work += 1;
        }
        AtWork(self.driven.clone())
    }

    pub(crate) fn now(&self) -> Instant {
        self.driven.as_ref().map_or_else(Instant::now, |driven| *driven.now.borrow())
    }

    /// Returns the seconds since 1970, which remain valid after a restart.
    pub(crate) fn seconds(&self) -> u64 {
        self.driven.as_ref().map_or_else(unix_time, |driven| {
            let (made, seconds) = driven.made;
            seconds + self.now().saturating_duration_since(made).as_secs()
        })
    }

    /// Waits for an instant, or forever.
    pub(crate) async fn until(&self, instant: Option<Instant>) {
        match (instant, &self.driven) {
            (Some(instant), None) => tokio::time::sleep_until(instant).await,
            (Some(instant), Some(driven)) => {
                let _awaited = Awaited::new(driven, instant);
                // The sender is in `self`, so it can't be closed. Boxed, because only tests need its memory.
                let _ = Box::pin(driven.now.subscribe().wait_for(|now| instant <= *now)).await;
            }
            (None, _) => std::future::pending().await,
        }
    }
}

/// An instant near the start of the program, on the system's clock. Tests may have earlier instants.
static START: LazyLock<Instant> = LazyLock::new(|| Instant::from_std(std::time::Instant::now()));

/// The timestamp of [`START`].
const START_TIMESTAMP: Duration = Duration::from_secs(3600);

/// Converts an instant to a timestamp of the card tables.
pub(crate) fn to_timestamp(instant: Instant) -> Timestamp {
    let before = START.saturating_duration_since(instant);
    Timestamp::new((START_TIMESTAMP + instant.saturating_duration_since(*START)).saturating_sub(before))
}

/// Converts a timestamp to an instant.
pub(crate) fn to_instant(timestamp: Timestamp) -> Instant {
    let since = timestamp.since_start();
    let before = START.checked_sub(START_TIMESTAMP.saturating_sub(since)).unwrap_or(*START);
    before + since.saturating_sub(START_TIMESTAMP)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[tokio::test]
    async fn a_standing_clock_waits_for_what_it_is_told_and_for_nothing_else() {
        let clock = Clock::standing();
        let later = clock.now() + Duration::from_secs(3600);
        let mut waiting = std::pin::pin!(clock.until(Some(later)));
        let moment = Duration::from_millis(20);
        assert!(tokio::time::timeout(moment, &mut waiting).await.is_err());
        clock.advance(Duration::from_secs(3599));
        assert!(tokio::time::timeout(moment, &mut waiting).await.is_err());
        clock.clone().advance(Duration::from_secs(1));
        waiting.await;
        assert_eq!(clock.now(), later);
        clock.until(Some(later)).await;
    }

    #[tokio::test]
    async fn a_standing_clock_goes_to_the_next_instant_and_waits_for_those_at_work() {
        let clock = Clock::standing();
        let begun = clock.now();
        let (moment, hour) = (Duration::from_millis(7), Duration::from_secs(3600));
        assert_eq!(clock.advance_to_next(hour), Some(hour), "no task waits");
        let at_work = clock.at_work();
        assert_eq!(clock.advance_to_next(hour), None);
        drop(at_work);
        {
            let mut waiting = std::pin::pin!(clock.until(Some(begun + hour + moment)));
            assert!(tokio::time::timeout(Duration::ZERO, &mut waiting).await.is_err());
            assert_eq!(clock.advance_to_next(hour), Some(moment));
            assert_eq!(clock.advance_to_next(hour), None, "it has not been seen");
            waiting.await;
        }
        assert_eq!(clock.advance_to_next(moment), Some(moment));
        assert_eq!(clock.now(), begun + hour + moment + moment);
        assert_eq!(Clock::default().advance_to_next(hour), None);
    }

    #[tokio::test]
    async fn the_machine_cannot_be_told_the_time() {
        let clock = Clock::default();
        let before = clock.now();
        clock.advance(Duration::from_secs(3600));
        assert!(clock.now() < before + Duration::from_secs(3600));
    }
}
