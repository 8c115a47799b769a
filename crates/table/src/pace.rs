//! Timing of a card table.

use std::time::Duration;

/// Timing of a card table.
#[derive(Clone, Debug)]
pub struct Pace {
    /// Delay between an action and a bot's response. It is the same for every bot and hand, because a delay
    /// that depends on the cards would reveal them.
    pub bot: Duration,
    /// Length of the response window. It is always the same, so that it does not reveal who could have
    /// answered.
    pub window: Duration,
    /// Maximum time that the score of a deal is shown to players who are not ready.
    pub scoring: Duration,
    /// Time that a thrown-in deal is shown.
    pub thrown_in: Duration,
    /// Length of a countdown.
    pub count: Duration,
    /// Timeout of an action that happens without a player.
    pub timeout: Duration,
    /// Absence after which a bot may play for a player.
    pub absence: Duration,
    /// Time that an idle table without subscribers stays in memory.
    pub idle: Duration,
}

impl Default for Pace {
    fn default() -> Self {
        Self {
            bot: Duration::from_millis(500),
            window: Duration::from_secs(3),
            scoring: Duration::from_secs(15),
            thrown_in: Duration::from_secs(3),
            count: Duration::from_millis(1800),
            timeout: Duration::from_secs(3),
            absence: Duration::from_secs(60),
            idle: Duration::from_secs(60),
        }
    }
}
