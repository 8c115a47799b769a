//! Bots that are to act. In a game of turns one bot is, in a race each bot with its own reaction time.

use crate::command::JobId;
use crate::timestamp::Timestamp;
use cards::Seat;

/// Bot that is choosing an action, or has chosen one.
struct BotSeat {
    seat: Seat,
    job: JobId,
    /// Chosen action.
    chosen: Option<String>,
    /// Earliest time of the action. Without this delay a bot with a single legal action would reveal that by acting at
    /// once.
    act_at: Timestamp,
    /// Latest time of the choice. `None` if the driver has no threads.
    give_up_at: Option<Timestamp>,
}

impl BotSeat {
    fn deadline(&self) -> Option<Timestamp> {
        if self.chosen.is_some() { Some(self.act_at) } else { self.give_up_at }
    }
}

/// Bots that are to act.
#[derive(Default)]
pub(crate) struct BotSeats {
    thinking: Vec<BotSeat>,
    jobs: u64,
    /// Stopped jobs.
    stopped: Vec<JobId>,
}

/// Bot whose deadline has passed.
pub(crate) enum DueBot {
    /// The bot acts.
    Acts(Seat, String),
    /// The bot took too long to choose.
    Late(JobId),
}

impl BotSeats {
    pub(crate) fn is_empty(&self) -> bool {
        self.thinking.is_empty()
    }

    pub(crate) fn thinks(&self, seat: Seat) -> bool {
        self.thinking.iter().any(|bot| bot.seat == seat)
    }

    /// Starts a job for a bot.
    pub(crate) fn begin(&mut self, seat: Seat, act_at: Timestamp, give_up_at: Option<Timestamp>) -> JobId {
        self.jobs += 1;
        let job = JobId(self.jobs);
        self.thinking.push(BotSeat { seat, job, chosen: None, act_at, give_up_at });
        job
    }

    /// Returns the seat of a job without a result.
    pub(crate) fn seat_of(&self, job: JobId) -> Option<Seat> {
        self.thinking.iter().find(|bot| bot.job == job && bot.chosen.is_none()).map(|bot| bot.seat)
    }

    /// Stores the result of a job.
    pub(crate) fn choose(&mut self, job: JobId, action: String) {
        if let Some(bot) = self.thinking.iter_mut().find(|bot| bot.job == job) {
            bot.chosen = Some(action);
        }
    }

    /// Stops all bots.
    pub(crate) fn clear(&mut self) {
        self.retain(|_| false);
    }

    /// Stops the bot of a seat.
    pub(crate) fn stop(&mut self, seat: Seat) {
        self.retain(|thinking| thinking != seat);
    }

    fn retain(&mut self, keep: impl Fn(Seat) -> bool) {
        let stopped = &mut self.stopped;
        self.thinking.retain(|bot| {
            let is_kept = keep(bot.seat);
            if !is_kept && bot.chosen.is_none() {
                stopped.push(bot.job);
            }
            is_kept
        });
    }

    /// Returns the jobs that were stopped since the last call.
    pub(crate) fn take_stopped(&mut self) -> Vec<JobId> {
        std::mem::take(&mut self.stopped)
    }

    /// Stops waiting for the choice of a bot.
    pub(crate) fn give_up(&mut self, job: JobId) {
        self.stopped.push(job);
    }

    pub(crate) fn deadline(&self) -> Option<Timestamp> {
        self.thinking.iter().filter_map(BotSeat::deadline).min()
    }

    /// Returns the bot whose deadline passed first.
    pub(crate) fn next_due(&mut self, now: Timestamp) -> Option<DueBot> {
        let due =
            self.thinking.iter().enumerate().filter_map(|(n, bot)| Some((bot.deadline()?, bot.seat, n)));
        let (_, _, n) = due.filter(|(at, ..)| *at <= now).min()?;
        Some(match self.thinking[n].chosen.take() {
            Some(action) => DueBot::Acts(self.thinking.swap_remove(n).seat, action),
            None => DueBot::Late(self.thinking[n].job),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    const ADA: Seat = Seat::new(0);
    const BEA: Seat = Seat::new(1);

    fn at(seconds: u64) -> Timestamp {
        Timestamp::new(Duration::from_secs(seconds))
    }

    #[test]
    fn a_bot_acts_after_its_pause_and_is_given_up_after_its_limit() {
        let mut bots = BotSeats::default();
        let quick = bots.begin(ADA, at(2), Some(at(4)));
        bots.choose(quick, "7d".to_owned());
        assert!(bots.next_due(at(1)).is_none());
        assert!(matches!(bots.next_due(at(2)), Some(DueBot::Acts(ADA, action)) if action == "7d"));
        let slow = bots.begin(BEA, at(3), Some(at(5)));
        assert!(bots.next_due(at(4)).is_none() && bots.deadline() == Some(at(5)));
        assert!(matches!(bots.next_due(at(6)), Some(DueBot::Late(job)) if job == slow));
        assert_eq!(bots.seat_of(slow), Some(BEA), "it waits for another choice");
        bots.begin(ADA, at(9), None);
        bots.stop(BEA);
        assert_eq!((bots.take_stopped(), bots.deadline()), (vec![slow], None), "no limit without threads");
    }

    #[test]
    fn of_two_the_one_whose_time_came_first_acts_first() {
        let mut bots = BotSeats::default();
        for (seat, seconds) in [(ADA, 3), (BEA, 2)] {
            let job = bots.begin(seat, at(seconds), None);
            bots.choose(job, seat.to_string());
        }
        assert!(matches!(bots.next_due(at(9)), Some(DueBot::Acts(BEA, _))));
        assert!(matches!(bots.next_due(at(9)), Some(DueBot::Acts(ADA, _))));
        let done = bots.begin(ADA, at(10), None);
        bots.choose(done, "7d".to_owned());
        bots.clear();
        assert!(bots.is_empty() && bots.take_stopped().is_empty(), "jobs with a result are not stopped");
    }
}
