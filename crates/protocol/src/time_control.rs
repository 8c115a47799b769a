//! How long everybody at a table may think.

use house::Turns;
use serde::{Deserialize, Serialize};
use std::time::Duration;
#[cfg(test)]
use ts_rs::TS;

/// How long everybody at a table may think.
///
/// Each action has its free time, which cannot be saved up. What takes longer is taken from the player's bank, and each action
/// of theirs in time puts the increment back into it; it never becomes more than it was at first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(deny_unknown_fields)]
pub struct TimeControl {
    /// Seconds for each action.
    pub free: u32,
    /// Seconds beyond that for the whole match.
    pub bank: u32,
    /// Seconds that an action puts back into the bank.
    pub increment: u32,
}

/// From so long for an action on nobody is expected to sit at the table.
const DAY: u32 = 24 * 60 * 60;

/// The longest of each, in seconds; the free time of a table at which one sits.
const MAX_FREE: u32 = 600;
const MAX_BANK: u32 = 3600;
const MAX_INCREMENT: u32 = 60;
const MAX_DAYS: u32 = 14;

/// A time control nobody could play by.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TimeControlError {
    /// Too short or too long for an action.
    #[error(
        "an action may have from 3 to {MAX_FREE} free seconds, or from 1 to {MAX_DAYS} whole days of {DAY} seconds"
    )]
    Free,
    /// A bank or an increment that is too large.
    #[error("a bank may have at most {MAX_BANK} seconds, and an increment {MAX_INCREMENT}")]
    Bank,
    /// Days and a bank of seconds.
    #[error("where an action may take days there is neither bank nor increment")]
    BankOfDays,
    /// Nobody can be waited for so long in this game.
    #[error("in this game several act at once, so an action cannot take days")]
    Days,
    /// A race is its own clock.
    #[error("this game has no turns, so there is nothing to time")]
    Race,
}

impl TimeControl {
    /// Whether a game with such turns can be played by it.
    ///
    /// # Errors
    ///
    /// What about it nobody could play by.
    pub fn check(self, turns: Turns) -> Result<(), TimeControlError> {
        let Self { free, bank, increment } = self;
        if turns == Turns::Race {
            return Err(TimeControlError::Race);
        }
        if self.is_correspondence() {
            return match () {
                () if free % DAY != 0 || free > MAX_DAYS * DAY => Err(TimeControlError::Free),
                () if bank > 0 || increment > 0 => Err(TimeControlError::BankOfDays),
                () if turns == Turns::Sealed => Err(TimeControlError::Days),
                () => Ok(()),
            };
        }
        match () {
            () if !(3..=MAX_FREE).contains(&free) => Err(TimeControlError::Free),
            () if bank > MAX_BANK || increment > MAX_INCREMENT => Err(TimeControlError::Bank),
            () => Ok(()),
        }
    }

    /// Whether an action may take days, so that nobody need be here.
    #[must_use]
    pub fn is_correspondence(self) -> bool {
        self.free >= DAY
    }

    /// What is in the bank at first.
    #[must_use]
    pub fn bank(self) -> Duration {
        Duration::from_secs(self.bank.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NORMAL: TimeControl = TimeControl { free: 20, bank: 120, increment: 2 };

    #[test]
    fn what_nobody_could_play_by_is_refused() {
        let control = |free, bank, increment| TimeControl { free, bank, increment };
        for (wrong, error) in [
            (control(0, 60, 0), TimeControlError::Free),
            (control(2, 60, 0), TimeControlError::Free),
            (control(601, 60, 0), TimeControlError::Free),
            (control(DAY + 1, 0, 0), TimeControlError::Free),
            (control(15 * DAY, 0, 0), TimeControlError::Free),
            (control(u32::MAX, 0, 0), TimeControlError::Free),
            (control(8, 3601, 0), TimeControlError::Bank),
            (control(8, 60, 61), TimeControlError::Bank),
            (control(DAY, 1, 0), TimeControlError::BankOfDays),
        ] {
            assert_eq!(wrong.check(Turns::Taken), Err(error), "{wrong:?}");
        }
        assert_eq!(control(DAY, 0, 0).check(Turns::Sealed), Err(TimeControlError::Days));
        assert_eq!(NORMAL.check(Turns::Race), Err(TimeControlError::Race));
        assert_eq!(NORMAL.check(Turns::Sealed), Ok(()));
        assert_eq!(control(7 * DAY, 0, 0).check(Turns::Taken), Ok(()));
    }
}
