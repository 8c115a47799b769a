//! Countdown before an action on which all players have agreed, and timeout of actions that happen without a
//! player.

use crate::timestamp::Timestamp;
use std::time::Duration;

/// Action that happens at the end of a countdown.
pub(crate) struct Countdown<A>(Option<Box<(Timestamp, A)>>);

impl<A> Default for Countdown<A> {
    fn default() -> Self {
        Self(None)
    }
}

impl<A> Countdown<A> {
    pub(crate) fn start(&mut self, until: Timestamp, action: A) {
        self.0 = Some(Box::new((until, action)));
    }

    pub(crate) fn is_running(&self) -> bool {
        self.0.is_some()
    }

    pub(crate) fn deadline(&self) -> Option<Timestamp> {
        self.0.as_ref().map(|countdown| countdown.0)
    }

    /// Returns the action if the countdown is over.
    pub(crate) fn take_due(&mut self, now: Timestamp) -> Option<A> {
        self.0.take_if(|countdown| countdown.0 <= now).map(|countdown| countdown.1)
    }

    /// Stops the countdown, and returns its action.
    pub(crate) fn stop(&mut self) -> Option<A> {
        self.0.take().map(|countdown| countdown.1)
    }
}

/// Timeout of an action that happens if no player acts.
#[derive(Default)]
pub(crate) struct IdleTimeout(Option<Timestamp>);

impl IdleTimeout {
    /// Starts the timeout if an action is due and it does not run yet. Stops it if no action is due.
    pub(crate) fn update(&mut self, is_due: bool, now: Timestamp, after: Duration) {
        if !is_due {
            self.0 = None;
        } else if self.0.is_none() {
            self.0 = Some(now + after);
        }
    }

    pub(crate) fn clear(&mut self) {
        self.0 = None;
    }

    pub(crate) fn deadline(&self) -> Option<Timestamp> {
        self.0
    }

    /// Stops the timeout if it is over, and returns whether it was.
    pub(crate) fn take_due(&mut self, now: Timestamp) -> bool {
        self.0.take_if(|at| *at <= now).is_some()
    }

    /// Makes the timeout due.
    pub(crate) fn end(&mut self, now: Timestamp) {
        self.0 = Some(now);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: u64) -> Timestamp {
        Timestamp::new(Duration::from_secs(seconds))
    }

    #[test]
    fn a_countdown_gives_its_action_once_when_it_is_over() {
        let mut countdown = Countdown::default();
        countdown.start(at(3), "flip");
        assert_eq!((countdown.take_due(at(2)), countdown.deadline()), (None, Some(at(3))));
        assert_eq!((countdown.take_due(at(3)), countdown.take_due(at(4))), (Some("flip"), None));
        countdown.start(at(9), "again");
        assert_eq!((countdown.stop(), countdown.is_running()), (Some("again"), false));
    }

    #[test]
    fn the_idle_timeout_runs_from_when_the_action_was_due_first() {
        let (mut timeout, pause) = (IdleTimeout::default(), Duration::from_secs(3));
        timeout.update(true, at(1), pause);
        timeout.update(true, at(2), pause);
        assert_eq!(timeout.deadline(), Some(at(4)));
        assert!(!timeout.take_due(at(3)) && timeout.take_due(at(4)) && !timeout.take_due(at(5)));
        timeout.update(true, at(5), pause);
        timeout.update(false, at(6), pause);
        assert_eq!(timeout.deadline(), None);
    }
}
