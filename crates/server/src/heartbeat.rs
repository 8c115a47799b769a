//! How often servers at one database say to each other that they run, and what silence means.

use std::time::Duration;

/// How often a server says that it runs.
pub(crate) const BEAT: Duration = Duration::from_millis(500);

/// A server that could not say it for so long shows nothing any more: others may be about to take what it keeps.
pub(crate) const QUIET: Duration = Duration::from_millis(1_500);

/// One that was silent for so long, by the time of whoever listens, does not run.
pub(crate) const DEAD: Duration = Duration::from_secs(2);
