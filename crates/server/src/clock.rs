//! The time at the tables: that of the machine, or, for tests, one that stands still until it is told to go on. Sockets
//! and the store have the machine's in any case.

use crate::store;
use ::table::Timestamp;
use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::Instant;

/// The time at the tables.
#[derive(Clone, Debug, Default)]
pub struct Clock {
    /// What time it is, where that is told.
    driven: Option<Arc<Driven>>,
}

/// A clock that is told the time.
#[derive(Debug)]
struct Driven {
    now: watch::Sender<Instant>,
    /// When it was made, and how many seconds after 1970 that was.
    made: (Instant, u64),
    // Held for a note or a look, never across an await.
    waiting: Mutex<Waiting>,
}

/// Who looks at a driven clock.
#[derive(Debug, Default)]
struct Waiting {
    /// The instants somebody waits for, and how many do.
    instants: BTreeMap<Instant, usize>,
    /// How many are at work.
    at_work: usize,
}

impl Driven {
    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Work that takes no time, where the time is told: until it is done, [`Clock::advance_to_next`] does not go on.
#[derive(Debug)]
pub(crate) struct AtWork(Option<Arc<Driven>>);

impl Drop for AtWork {
    fn drop(&mut self) {
        if let Some(driven) = &self.0 {
            driven.waiting().at_work -= 1;
        }
    }
}

/// Somebody waits for an instant, until it has come and they have seen it or they wait no longer.
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
    /// A clock that stands still but for [`advance`](Self::advance): how a test waits for a table without waiting. Must be
    /// called in a Tokio runtime.
    #[must_use]
    pub fn standing() -> Self {
        let made = Instant::now();
        let (now, waiting) = (watch::Sender::new(made), Mutex::default());
        let driven = Driven { now, made: (made, store::now()), waiting };
        Self { driven: Some(Arc::new(driven)) }
    }

    /// Lets so much time pass at once. The machine's time passes by itself.
    pub fn advance(&self, time: Duration) {
        if let Some(driven) = &self.driven {
            driven.now.send_modify(|now| *now += time);
        }
    }

    /// Lets time pass until the next instant a table waits for, and no more than `most`; how much. Nothing passes, and the answer is
    /// none, while a table or a bot is at work or a table has not yet seen that its time has come: so what happens at the tables does
    /// not hang on how busy the machine is. That holds where the tables and whoever asks this are on one thread. The machine's time
    /// passes by itself.
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

    /// Until what this gives is dropped, somebody is at work.
    pub(crate) fn at_work(&self) -> AtWork {
        if let Some(driven) = &self.driven {
            driven.waiting().at_work += 1;
        }
        AtWork(self.driven.clone())
    }

    pub(crate) fn now(&self) -> Instant {
        self.driven.as_ref().map_or_else(Instant::now, |driven| *driven.now.borrow())
    }

    /// Seconds since 1970: what is still true after a restart.
    pub(crate) fn seconds(&self) -> u64 {
        self.driven.as_ref().map_or_else(store::now, |driven| {
            let (made, seconds) = driven.made;
            seconds + self.now().saturating_duration_since(made).as_secs()
        })
    }

    /// Waits for an instant, or for ever.
    pub(crate) async fn until(&self, instant: Option<Instant>) {
        match (instant, &self.driven) {
            (Some(instant), None) => tokio::time::sleep_until(instant).await,
            (Some(instant), Some(driven)) => {
                let _awaited = Awaited::new(driven, instant);
                // The sender is in `self`: it cannot be gone.
                let _ = driven.now.subscribe().wait_for(|now| instant <= *now).await;
            }
            (None, _) => std::future::pending().await,
        }
    }
}

/// An instant near the start of the program, by the machine's clock. Tests may have instants before it.
static START: LazyLock<Instant> = LazyLock::new(|| Instant::from_std(std::time::Instant::now()));

/// The timestamp of [`START`].
const START_TIMESTAMP: Duration = Duration::from_secs(3600);

/// Returns an instant as tables have it.
pub(crate) fn to_timestamp(instant: Instant) -> Timestamp {
    let before = START.saturating_duration_since(instant);
    Timestamp::new((START_TIMESTAMP + instant.saturating_duration_since(*START)).saturating_sub(before))
}

/// Returns the instant of a timestamp.
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
        assert_eq!(clock.advance_to_next(hour), Some(hour), "nobody waits");
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
