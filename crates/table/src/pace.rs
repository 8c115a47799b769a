//! How fast things go at a table.

use std::time::Duration;

/// How fast things go at a table.
#[derive(Clone, Debug)]
pub struct Pace {
    /// From an action to the answer of a bot. The same for every bot and hand: a pause that depends on the cards
    /// would tell the cards.
    pub bot: Duration,
    /// How long sealed answers are waited for, always: who could have answered is not to be learnt from the clock.
    pub window: Duration,
    /// How long the counting of a deal is shown to people who do not say that they are ready.
    pub counting: Duration,
    /// How long a deal that was thrown in is shown.
    pub thrown_in: Duration,
    /// How long the table counts before what is done on a common count.
    pub count: Duration,
    /// How long the table waits for what happens by itself if nobody does it.
    pub timeout: Duration,
    /// After so long away a bot may play for somebody.
    pub absence: Duration,
    /// How long a table at which nothing happens and nobody looks on stays in memory.
    pub idle: Duration,
}

impl Default for Pace {
    fn default() -> Self {
        Self {
            bot: Duration::from_millis(500),
            window: Duration::from_secs(3),
            counting: Duration::from_secs(15),
            thrown_in: Duration::from_secs(3),
            count: Duration::from_millis(1800),
            timeout: Duration::from_secs(3),
            absence: Duration::from_secs(60),
            idle: Duration::from_secs(60),
        }
    }
}
