//! The limits of time controls.

use house::Turns;
use protocol::TimeControl;

const DAY: u32 = TimeControl::DAY;

/// The limits in seconds. `MAX_FREE` is that of players who stay at the table.
const MAX_FREE: u32 = 600;
const MAX_BANK: u32 = 3600;
const MAX_INCREMENT: u32 = 60;
const MAX_DAYS: u32 = 14;

/// The error for a time control that a game can't be played with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TimeControlError {
    /// The free time is out of range.
    #[error(
        "an action may have from 3 to {MAX_FREE} free seconds, or from 1 to {MAX_DAYS} whole days of {DAY} seconds"
    )]
    Free,
    /// The bank or the increment is too large.
    #[error("a bank may have at most {MAX_BANK} seconds, and an increment {MAX_INCREMENT}")]
    Bank,
    /// A free time of days, together with a bank or an increment.
    #[error("where an action may take days there is neither bank nor increment")]
    BankOfDays,
    /// A free time of days, in a game in which several players act at once.
    #[error("in this game several act at once, so an action cannot take days")]
    Days,
    /// A time control in a game without turns.
    #[error("this game has no turns, so there is nothing to time")]
    Race,
}

/// Checks whether a game with such turns can be played with a time control.
///
/// # Errors
///
/// Returns [`TimeControlError`] if a value is out of range or does not fit the turns.
pub fn check_time_control(control: TimeControl, turns: Turns) -> Result<(), TimeControlError> {
    let TimeControl { free, bank, increment } = control;
    if turns == Turns::Race {
        return Err(TimeControlError::Race);
    }
    if control.is_correspondence() {
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
            assert_eq!(check_time_control(wrong, Turns::Taken), Err(error), "{wrong:?}");
        }
        assert_eq!(check_time_control(control(DAY, 0, 0), Turns::Sealed), Err(TimeControlError::Days));
        assert_eq!(check_time_control(NORMAL, Turns::Race), Err(TimeControlError::Race));
        assert_eq!(check_time_control(NORMAL, Turns::Sealed), Ok(()));
        assert_eq!(check_time_control(control(7 * DAY, 0, 0), Turns::Taken), Ok(()));
    }
}
