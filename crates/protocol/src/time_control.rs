//! Time controls of a match: the players' clocks and delays.

use serde::{Deserialize, Serialize};
use std::time::Duration;
#[cfg(test)]
use ts_rs::TS;

/// A time control.
///
/// Each action has a delay, which cannot be saved up. Time beyond it is taken from the player's bank. An action in
/// time adds the increment to the bank, up to its initial value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(deny_unknown_fields)]
pub struct TimeControl {
    /// The delay of each action, in seconds.
    pub delay: u32,
    /// The initial bank for the whole match, in seconds.
    pub bank: u32,
    /// The increment, in seconds.
    pub increment: u32,
}

impl TimeControl {
    /// The least delay of a correspondence match, in seconds.
    pub const DAY: u32 = 24 * 60 * 60;

    /// Quick time control, as the page and the lobby offer it.
    pub const QUICK: Self = Self { delay: 8, bank: 60, increment: 0 };
    /// Normal time control.
    pub const NORMAL: Self = Self { delay: 20, bank: 120, increment: 2 };

    /// Returns whether an action may take days.
    #[must_use]
    pub fn is_correspondence(self) -> bool {
        self.delay >= Self::DAY
    }

    /// Returns the initial bank.
    #[must_use]
    pub fn bank(self) -> Duration {
        Duration::from_secs(self.bank.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_offers_the_same_time_controls() {
        let page = include_str!("../../../web/src/table/time-control.ts");
        for (name, TimeControl { delay, bank, increment }) in
            [("quick", TimeControl::QUICK), ("normal", TimeControl::NORMAL)]
        {
            let line = format!("{name}: {{ delay: {delay}, bank: {bank}, increment: {increment} }},");
            assert!(page.contains(&line), "{line}");
        }
    }
}
