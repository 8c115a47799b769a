//! The time at the tables: that of the machine, or, for tests, one that stands still until it is told to go on. Sockets
//! and the store have the machine's in any case.

use crate::store;
use std::sync::Arc;
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
}

impl Clock {
    /// A clock that stands still but for [`advance`](Self::advance): how a test waits for a table without waiting. Must be
    /// called in a Tokio runtime.
    #[must_use]
    pub fn standing() -> Self {
        let made = Instant::now();
        let driven = Driven { now: watch::Sender::new(made), made: (made, store::now()) };
        Self { driven: Some(Arc::new(driven)) }
    }

    /// Lets so much time pass at once. The machine's time passes by itself.
    pub fn advance(&self, time: Duration) {
        if let Some(driven) = &self.driven {
            driven.now.send_modify(|now| *now += time);
        }
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
                // The sender is in `self`: it cannot be gone.
                let _ = driven.now.subscribe().wait_for(|now| instant <= *now).await;
            }
            (None, _) => std::future::pending().await,
        }
    }
}

/// In milliseconds, as the protocol and the file have it.
pub(crate) fn millis(duration: Duration) -> u32 {
    u32::try_from(duration.as_millis()).unwrap_or(u32::MAX)
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
    async fn the_machine_cannot_be_told_the_time() {
        let clock = Clock::default();
        let before = clock.now();
        clock.advance(Duration::from_secs(3600));
        assert!(clock.now() < before + Duration::from_secs(3600));
    }
}
