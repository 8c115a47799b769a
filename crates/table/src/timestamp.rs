//! Points in time, supplied by the driver of a table. The crate reads no clock.

use std::ops::Add;
use std::time::{Duration, Instant};

/// Point in time: the duration since an epoch that the driver chooses, such as its start or the year 1970.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub struct Timestamp(Duration);

impl Timestamp {
    /// Creates the point in time `since` after the epoch.
    #[must_use]
    pub const fn new(since: Duration) -> Self {
        Self(since)
    }

    /// Returns the duration since the epoch.
    #[must_use]
    pub const fn since_start(self) -> Duration {
        self.0
    }

    /// Returns the duration since `earlier`, or zero if that is later.
    #[must_use]
    pub const fn since(self, earlier: Self) -> Duration {
        self.0.saturating_sub(earlier.0)
    }

    /// Returns the point in time that is `duration` earlier, or the same if there is none.
    #[must_use]
    pub fn earlier_by(self, duration: Duration) -> Self {
        self.0.checked_sub(duration).map_or(self, Self)
    }
}

impl Add<Duration> for Timestamp {
    type Output = Self;

    fn add(self, duration: Duration) -> Self {
        Self(self.0.saturating_add(duration))
    }
}

/// Time of an input.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Now {
    /// Point in time. It never goes back.
    pub at: Timestamp,
    /// Seconds since 1970 on the machine's clock, which may be set.
    pub unix_seconds: u64,
}

/// Point in time that a rate limiter can use.
pub trait Moment: Copy {
    /// Returns the duration since `earlier`, or zero if that is later.
    fn elapsed_since(self, earlier: Self) -> Duration;
}

impl Moment for Timestamp {
    fn elapsed_since(self, earlier: Self) -> Duration {
        self.since(earlier)
    }
}

impl Moment for Instant {
    fn elapsed_since(self, earlier: Self) -> Duration {
        self.saturating_duration_since(earlier)
    }
}

/// Converts to milliseconds, as used in the protocol and in stored records.
#[must_use]
pub fn millis(duration: Duration) -> u32 {
    u32::try_from(duration.as_millis()).unwrap_or(u32::MAX)
}
