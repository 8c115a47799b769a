//! Heartbeats between servers at one database.

use std::time::Duration;

/// Interval of heartbeats.
pub const BEAT: Duration = Duration::from_millis(500);

/// Time without a successful heartbeat after which a server shows nothing more. Others may be about to take
/// its tables.
pub const QUIET: Duration = Duration::from_millis(1_500);

/// Time without a heartbeat, on the observer's clock, after which a server counts as dead.
pub const DEAD: Duration = Duration::from_secs(2);
