//! Time of the terminal client.

use std::time::Duration;

/// The time, and what happens at a later time. All times count from the opening of the first table.
#[derive(Default)]
pub(crate) struct Timers {
    now: Duration,
    /// End of the countdown before an action.
    countdown: Option<Duration>,
    /// Time of the next step in an exercise.
    record: Option<Duration>,
    /// Time at which the scoring of the finished deal is shown.
    scoring: Option<Duration>,
}

impl Timers {
    pub(crate) const fn now(&self) -> Duration {
        self.now
    }

    pub(crate) const fn set_now(&mut self, now: Duration) {
        self.now = now;
    }

    /// Starts the timers of a new table at `now`. What is due later is due as long after the start as before.
    pub(crate) fn open_at(&mut self, now: Duration) {
        self.now = now;
        self.record = self.record.map(|due| due + now);
    }

    pub(crate) fn start_countdown(&mut self, length: Duration) {
        self.countdown = Some(self.now + length);
    }

    /// Returns the rest of the countdown, if it runs.
    pub(crate) fn countdown(&self) -> Option<Duration> {
        self.countdown?.checked_sub(self.now).filter(|rest| !rest.is_zero())
    }

    /// Ends the countdown. Returns whether there was one.
    pub(crate) const fn end_countdown(&mut self) -> bool {
        self.countdown.take().is_some()
    }

    /// Schedules the next step of an exercise in `delay`, or none.
    pub(crate) fn schedule_record(&mut self, delay: Option<Duration>) {
        self.record = delay.map(|delay| self.now + delay);
    }

    /// Returns the time of the next step in an exercise.
    pub(crate) const fn record(&self) -> Option<Duration> {
        self.record
    }

    pub(crate) fn is_record_due(&self) -> bool {
        self.record.is_some_and(|due| due <= self.now)
    }

    pub(crate) fn schedule_scoring(&mut self, delay: Duration) {
        self.scoring = Some(self.now + delay);
    }

    pub(crate) const fn stop_scoring(&mut self) {
        self.scoring = None;
    }

    /// Returns whether the scoring of the finished deal is not yet shown.
    pub(crate) const fn awaits_scoring(&self) -> bool {
        self.scoring.is_some()
    }

    pub(crate) fn is_scoring_due(&self) -> bool {
        self.scoring.is_some_and(|due| due <= self.now)
    }
}
