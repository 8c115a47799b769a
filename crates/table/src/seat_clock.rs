//! Remaining time of a player. It has durations only, no points in time.

use crate::timestamp::millis;
use protocol::TimeControl;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Remaining thinking time of a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SeatClock {
    /// Bank, in milliseconds.
    bank: u32,
    /// Remaining credit for network delay, in milliseconds.
    lag: u32,
    /// Time for which others have waited while the player was not connected, in milliseconds.
    absent: u32,
    /// Number of times the player has run out of time.
    #[serde(rename = "usedUp")]
    used_up: u8,
    /// Number of consecutive actions played for the player, who is flagged while it is not 0.
    #[serde(rename = "playedFor")]
    played_for: u8,
    /// Number of times the player has returned.
    returns: u8,
}

/// Consequence of running out of time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum OutOfTime {
    /// One action is played for the player.
    PlayedFor,
    /// The player counts as having left the match.
    Left,
}

/// Delay of a flagged player.
const FLAGGED_DELAY: Duration = Duration::from_secs(3);

/// Minimum bank of a player who is no longer flagged.
const UNFLAGGED_BANK: Duration = Duration::from_secs(20);

/// Number of actions played for a player before they count as having left. A turn of some games has two.
const PLAYED_FOR: u8 = 2;

/// Number of times a player may run out of time before they count as having left.
const USED_UP: u8 = 2;

/// Number of times a player who left can return by connecting.
const RETURNS: u8 = 1;

/// Maximum credit for network delay, per action and per match.
const LAG: Duration = Duration::from_millis(400);
const LAG_OF_MATCH: Duration = Duration::from_secs(4);

impl SeatClock {
    /// Creates the clock at the beginning of a match.
    pub(crate) fn new(control: TimeControl) -> Self {
        Self {
            bank: millis(control.bank()),
            lag: millis(LAG_OF_MATCH),
            absent: 0,
            used_up: 0,
            played_for: 0,
            returns: 0,
        }
    }

    /// Returns the time for which others have waited while the player was not connected.
    pub(crate) fn absent(self) -> Duration {
        Duration::from_millis(self.absent.into())
    }

    /// Adds time for which others waited while the player was not connected.
    pub(crate) fn note_absence(&mut self, longer: Duration) {
        self.absent = self.absent.saturating_add(millis(longer));
    }

    /// Returns the bank.
    pub(crate) fn bank(self) -> Duration {
        Duration::from_millis(self.bank.into())
    }

    /// Returns whether the player is flagged, so that actions are played for them.
    pub(crate) fn is_flagged(self) -> bool {
        self.played_for > 0
    }

    /// Returns the delay of an action.
    pub(crate) fn delay(self, control: TimeControl) -> Duration {
        if self.is_flagged() { FLAGGED_DELAY } else { Duration::from_secs(control.delay.into()) }
    }

    /// Returns the maximum time of an action, including the bank.
    pub(crate) fn allowance(self, control: TimeControl) -> Duration {
        self.delay(control) + self.bank()
    }

    /// Returns the credit for the round trip of a message.
    pub(crate) fn credit(self, way: Duration) -> Duration {
        way.min(LAG).min(Duration::from_millis(self.lag.into()))
    }

    /// Charges an action that took a duration, less the credit. Returns the charge.
    pub(crate) fn spend(&mut self, control: TimeControl, elapsed: Duration, credit: Duration) -> Duration {
        self.wake();
        let charged = elapsed.saturating_sub(credit);
        let delay = self.delay(control);
        if elapsed > delay {
            self.lag -= millis(credit.min(elapsed - delay)).min(self.lag);
        }
        let bank = self.bank().saturating_sub(charged.saturating_sub(delay));
        let increment = Duration::from_secs(control.increment.into());
        // A player who was flagged may have more than the initial bank.
        self.bank = millis((bank + increment).min(control.bank().max(bank)));
        self.played_for = 0;
        charged
    }

    /// Records that the time is over.
    pub(crate) fn run_out(&mut self, control: TimeControl) -> OutOfTime {
        if control.is_correspondence() {
            return OutOfTime::Left;
        }
        self.bank = 0;
        if !self.is_flagged() {
            self.used_up = self.used_up.saturating_add(1);
        }
        if self.used_up >= USED_UP || self.played_for >= PLAYED_FOR {
            return OutOfTime::Left;
        }
        self.played_for += 1;
        OutOfTime::PlayedFor
    }

    /// Returns whether the player ran out of time so often that they counted as having left.
    pub(crate) fn has_slept(self) -> bool {
        self.used_up >= USED_UP || self.played_for >= PLAYED_FOR
    }

    /// Records an action of the player. Returns whether they were flagged.
    pub(crate) fn wake(&mut self) -> bool {
        let slept = self.is_flagged();
        if slept {
            self.played_for = 0;
            self.bank = self.bank.max(millis(UNFLAGGED_BANK));
        }
        slept
    }

    /// Charges the time that a leaving player has used of an action.
    pub(crate) fn leave(&mut self, control: TimeControl, elapsed: Duration) {
        let delay = self.delay(control);
        self.bank = millis(self.bank().saturating_sub(elapsed.saturating_sub(delay)));
    }

    /// Records that a player who left connects. Once this brings them back, with a little time. After that
    /// they return only by acting, so that leaving and returning gains no time. Returns whether they are
    /// back.
    pub(crate) fn come_back(&mut self, control: TimeControl) -> bool {
        let may = self.returns < RETURNS;
        if may {
            self.returns += 1;
            self.played_for = 0;
            if !control.is_correspondence() {
                self.bank = self.bank.max(millis(UNFLAGGED_BANK));
            }
        }
        may
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    const DAY: u32 = 24 * 60 * 60;
    use proptest::prelude::*;

    const NORMAL: TimeControl = TimeControl { delay: 20, bank: 120, increment: 2 };

    fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn unused_delay_is_not_saved_up_and_the_bank_pays_the_rest() {
        let mut clock = SeatClock::new(NORMAL);
        assert_eq!(clock.allowance(NORMAL), seconds(140));
        clock.spend(NORMAL, seconds(1), Duration::ZERO);
        assert_eq!(clock.bank(), seconds(120), "no more than at first");
        clock.spend(NORMAL, seconds(50), Duration::ZERO);
        assert_eq!(clock.bank(), seconds(120 - 30 + 2));
        clock.spend(NORMAL, seconds(20), Duration::ZERO);
        assert_eq!(clock.bank(), seconds(94));
    }

    #[test]
    fn the_server_acts_for_a_flagged_player_who_then_has_left() {
        let mut clock = SeatClock::new(NORMAL);
        assert_eq!(clock.run_out(NORMAL), OutOfTime::PlayedFor);
        assert!(clock.is_flagged());
        assert_eq!(clock.allowance(NORMAL), FLAGGED_DELAY);
        assert_eq!(clock.run_out(NORMAL), OutOfTime::PlayedFor);
        assert_eq!(clock.run_out(NORMAL), OutOfTime::Left);
    }

    #[test]
    fn a_flagged_player_gets_one_grace_period() {
        let mut clock = SeatClock::new(NORMAL);
        clock.run_out(NORMAL);
        assert!(clock.wake());
        assert!(!clock.wake());
        assert_eq!(clock.allowance(NORMAL), seconds(40));
        // The second time the bank is used up.
        assert_eq!(clock.run_out(NORMAL), OutOfTime::Left);
    }

    #[test]
    fn a_returning_player_keeps_the_spent_time_and_gets_one_grace_period() {
        let mut clock = SeatClock::new(NORMAL);
        clock.leave(NORMAL, seconds(30));
        assert_eq!(clock.bank(), seconds(110));
        assert!(clock.come_back(NORMAL));
        assert_eq!(clock.bank(), seconds(110));
        clock.leave(NORMAL, seconds(139));
        assert!(!clock.come_back(NORMAL));
        assert_eq!(clock.bank(), Duration::ZERO);
        let mut clock = SeatClock::new(NORMAL);
        clock.leave(NORMAL, seconds(200));
        assert!(clock.come_back(NORMAL));
        assert_eq!(clock.bank(), UNFLAGGED_BANK);
    }

    #[test]
    fn days_are_not_played_for() {
        let days = TimeControl { delay: 3 * DAY, bank: 0, increment: 0 };
        let mut clock = SeatClock::new(days);
        assert_eq!(clock.allowance(days), seconds(3 * 86_400));
        assert_eq!(clock.run_out(days), OutOfTime::Left);
    }

    proptest! {
        #[test]
        fn charges_and_remaining_time_agree(actions in prop::collection::vec((0..60_000u64, 0..900u64), 1..60)) {
            let control = TimeControl { delay: 8, bank: 600, increment: 0 };
            let mut clock = SeatClock::new(control);
            let (mut beyond, mut credited) = (Duration::ZERO, Duration::ZERO);
            for (elapsed, way) in actions {
                let elapsed = Duration::from_millis(elapsed);
                let credit = clock.credit(Duration::from_millis(way));
                prop_assert!(credit <= LAG);
                if elapsed - credit.min(elapsed) >= clock.allowance(control) {
                    break;
                }
                let charged = clock.spend(control, elapsed, credit);
                prop_assert_eq!(charged, elapsed.saturating_sub(credit));
                beyond += charged.saturating_sub(seconds(8));
                credited += elapsed.saturating_sub(seconds(8)) - charged.saturating_sub(seconds(8));
            }
            prop_assert_eq!(clock.bank(), seconds(600) - beyond);
            prop_assert!(credited <= LAG_OF_MATCH, "{:?}", credited);
        }
    }
}
