//! Limits of time controls.

use catalog::Turns;
use protocol::TimeControl;

const DAY: u32 = TimeControl::DAY;

/// Limits in seconds. `MAX_DELAY` applies to players who stay at the table.
const MAX_DELAY: u32 = 600;
const MAX_BANK: u32 = 3600;
const MAX_INCREMENT: u32 = 60;
const MAX_DAYS: u32 = 14;

/// Error of a time control that a game can't use.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TimeControlError {
    /// The delay is out of range.
    #[error("the delay must be 3 to {MAX_DELAY} seconds, or 1 to {MAX_DAYS} whole days of {DAY} seconds")]
    Delay,
    /// The bank or the increment is too large.
    #[error("the bank may have at most {MAX_BANK} seconds, and the increment {MAX_INCREMENT}")]
    Bank,
    /// A delay of days is combined with a bank or increment.
    #[error("a delay of days can't be combined with a bank or an increment")]
    BankOfDays,
    /// A delay of days is used in a game in which several players act at once.
    #[error("several players act at once in this game, so an action can't take days")]
    Days,
    /// A time control is used in a game without turns.
    #[error("this game has no turns, so it can't have a time control")]
    Race,
}

/// Checks that a game with such turns can use a time control.
///
/// # Errors
///
/// Returns [`TimeControlError`] if a value is out of range or does not fit the turns.
pub fn check_time_control(control: TimeControl, turns: Turns) -> Result<(), TimeControlError> {
    let TimeControl { delay, bank, increment } = control;
    if turns == Turns::Race {
        return Err(TimeControlError::Race);
    }
    if control.is_correspondence() {
        return match () {
            () if delay % DAY != 0 || delay > MAX_DAYS * DAY => Err(TimeControlError::Delay),
            () if bank > 0 || increment > 0 => Err(TimeControlError::BankOfDays),
            () if turns == Turns::Sealed => Err(TimeControlError::Days),
            () => Ok(()),
        };
    }
    match () {
        () if !(3..=MAX_DELAY).contains(&delay) => Err(TimeControlError::Delay),
        () if bank > MAX_BANK || increment > MAX_INCREMENT => Err(TimeControlError::Bank),
        () => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NORMAL: TimeControl = TimeControl { delay: 20, bank: 120, increment: 2 };

    #[test]
    fn unplayable_time_controls_are_refused() {
        let control = |delay, bank, increment| TimeControl { delay, bank, increment };
        for (wrong, error) in [
            (control(0, 60, 0), TimeControlError::Delay),
            (control(2, 60, 0), TimeControlError::Delay),
            (control(601, 60, 0), TimeControlError::Delay),
            (control(DAY + 1, 0, 0), TimeControlError::Delay),
            (control(15 * DAY, 0, 0), TimeControlError::Delay),
            (control(u32::MAX, 0, 0), TimeControlError::Delay),
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
