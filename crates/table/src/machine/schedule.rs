//! Own work of the table: at once, such as shuffling and dealing, or at a deadline.

use super::actions::{Origin, PendingAction, Source};
use super::agenda::{AfterReload, Continuation, EndedBy, Step};
use super::{Outcome, Table};
use crate::bot_seats::DueBot;
use crate::clocks::{Charge, ClockEvent, ClockInput, Limits};
use crate::command::JobId;
use crate::effects::{BotJob, Event, Wanted, Write};
use crate::error::TableError;
use crate::finished::{FinishedMatch, finished};
use crate::new_table::LONGEST_THOUGHT;
use crate::timestamp::Timestamp;
use cards::{Seat, SeatSet};
use catalog::{Catalog, Entry, Line, MAX_VOIDED};
use engine::{Budget, Phase, Stop};
use protocol::{Ended, Notice, RatingChange, notice};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

/// Time that a bot may overrun before a simple bot chooses for it.
pub(super) const OVERRUN: Duration = Duration::from_secs(2);

/// Replacements for a bot that does not answer. The first that can choose is used.
const SIMPLE_BOTS: [&str; 2] = ["heuristic", "random"];

impl Table {
    /// Does the work that is due.
    pub(super) fn tick(&mut self) {
        if !self.journal.take_retry(self.at()) {
            return;
        }
        match self.journal.is_uncertain() {
            true => self.reload(AfterReload::Retry),
            false => self.do_what_is_due(),
        }
    }

    pub(super) fn do_what_is_due(&mut self) {
        if self.close_window() {
            return;
        }
        if self.exchange.end_if_silent(self.at()) {
            self.event(Event::SeedExchangeRestarts);
        }
        // The steps form a stack, so the last one comes first.
        for step in [Step::Clocks, Step::Bots, Step::IdleTimeout, Step::Race, Step::Countdown] {
            self.agenda.push(step);
        }
    }

    pub(super) fn end_idle_timeout(&mut self) {
        if self.waits.idle.take_due(self.at()) {
            self.agenda.push(Step::Overdue);
        }
    }

    /// Shuffles, deals, or lets bots think, as the match requires. The step repeats after each written line.
    pub(super) fn advance(&mut self) {
        self.update_presence();
        if self.wants_ratings() {
            return self.want(Wanted::Ratings, Continuation::Ratings);
        }
        // A match that began in a browser may have a free chair.
        if self.ending.ended.is_some() || self.journal.diverged().is_some() || !self.chairs.are_full() {
            return;
        }
        if !self.journal.is_ready() {
            return;
        }
        let line = match self.game.phase() {
            Phase::Over(_) => return self.finish(),
            Phase::Playing => match self.next_shuffle() {
                Some(shuffle) => Line::Entry(shuffle),
                None => {
                    self.update_window();
                    self.update_idle_timeout();
                    return self.let_bots_think();
                }
            },
            Phase::Between if !self.is_deal_due() => return,
            Phase::Between if self.is_day_over() => return self.end(Ended::Agreement, EndedBy::Day),
            Phase::Between => match self.record.key() {
                Some(key) => Line::Deal(self.game.next_deck(&key)),
                None => {
                    if self.continue_exchange() {
                        self.agenda.push(Step::Advance);
                    }
                    return;
                }
            },
        };
        self.commit(line, None, Source::Table);
    }

    /// Stops all waiting because the match is over, and marks it as finished in the store.
    fn finish(&mut self) {
        self.waits.bots.clear();
        self.waits.idle.clear();
        self.waits.between.stop();
        if let Some(pending) = self.waits.countdown.stop() {
            // The action comes too late, and is refused.
            self.accept(pending, false, Origin::Player);
        }
        if !self.ending.is_noted {
            let finished = Box::new(self.result(None, SeatSet::EMPTY));
            self.write(Write::Finished(finished), Continuation::Finished);
        }
    }

    /// Returns the result of the match, which is over. The players in `gone` count as having left.
    fn result(&self, ended: Option<Ended>, gone: SeatSet) -> FinishedMatch {
        let slept = |seat: &Seat| {
            self.chairs.has_left(*seat) && self.clocks.as_ref().is_some_and(|clocks| clocks.has_slept(*seat))
        };
        let slept = Seat::all(self.record.seats).filter(slept).collect();
        let chairs = gone.iter().fold(self.chairs.clone(), |chairs, seat| chairs.with_left(seat));
        finished(self.record.pool.as_ref(), &*self.game, &chairs, ended, slept)
    }

    /// Continues after the match was marked as finished.
    pub(super) fn finish_written(&mut self, result: Outcome) {
        match result {
            // For a private match the mark only saves work later, so an error does not matter.
            Err(error) if self.record.pool.is_some() => {
                self.fail("the result of a match could not be written", error);
            }
            _ => {
                self.ending.is_noted = true;
                self.agenda.push(Step::Advance);
            }
        }
    }

    /// Returns whether the match is rated and its changes of ratings have yet to be read.
    fn wants_ratings(&self) -> bool {
        self.ending.is_noted
            && self.ending.rated.is_none()
            && self.record.is_rated()
            && self.journal.is_ready()
    }

    /// Continues after the changes of ratings were read.
    pub(super) fn rated(&mut self, changes: Result<Vec<RatingChange>, TableError>) {
        match changes {
            Ok(changes) => {
                self.ending.rated = Some(changes);
                if let Some(notice) = self.ratings_notice() {
                    self.tell_all(&notice);
                }
                self.agenda.push(Step::Advance);
            }
            Err(error) => self.fail("the changes of ratings could not be read", error),
        }
    }

    /// Returns the notice of the changes of ratings, if the match was rated.
    pub(super) fn ratings_notice(&self) -> Option<Notice> {
        let changes = self.ending.rated.clone().filter(|changes| !changes.is_empty())?;
        Some(Notice::Rated(notice::Rated { table: self.name.clone(), changes }))
    }

    /// Records which players are absent.
    pub(super) fn update_presence(&mut self) {
        let away = self.chairs.people() - self.connected();
        self.guests.presence.update(away, self.at());
    }

    /// Returns the reshuffle, if one is due. The key is a hash, so it is derived only then.
    fn next_shuffle(&self) -> Option<Entry> {
        let key = self.game.is_shuffle_due().then(|| self.record.key())??;
        self.game.next_shuffle(&key)
    }

    /// Returns whether the next deal begins now.
    fn is_deal_due(&mut self) -> bool {
        let connected = self.connected();
        if connected.is_empty() && !self.is_correspondence() {
            self.waits.between.stop();
            return false;
        }
        match self.voided_in_a_row() {
            MAX_VOIDED.. => return false,
            0 => {}
            // All players were ready for the deal that is repeated.
            _ => return true,
        }
        let Some(deal_score) = self.game.deal_score() else {
            // A match begins when all players are connected, because the opponent of a rematch has to follow
            // first.
            let missing = self.chairs.people() - self.staying();
            let waits = missing.iter().any(|seat| self.chairs.bot(seat).is_none());
            return self.chairs.are_full() && (!waits || self.is_correspondence());
        };
        let shown = if deal_score.thrown_in { self.pace().thrown_in } else { self.pace().scoring };
        let now = self.at();
        self.waits.between.is_over(now, shown, connected)
    }

    /// Returns whether all deals of a deal of the day were played.
    fn is_day_over(&self) -> bool {
        let game = self.record.day().and_then(|_| self.settings.catalog.find(self.game.game()));
        game.is_some_and(|game| catalog::is_day_over(&*self.game, game.day().deals))
    }

    /// Starts the idle timeout when an action is due that happens without a player.
    fn update_idle_timeout(&mut self) {
        let is_due = self.game.timeout_action().is_some()
            && !self.waits.countdown.is_running()
            && !self.connected().is_empty();
        let (now, after) = (self.at(), self.pace().timeout);
        self.waits.idle.update(is_due, now, after);
    }

    fn let_bots_think(&mut self) {
        let is_race = self.game.is_race();
        if is_race && self.connected().is_empty() {
            // No bot races at a table that all players have left.
            return self.waits.bots.clear();
        }
        for seat in (self.game.actors() - self.waits.window.answered()).iter() {
            if !is_race && !self.waits.bots.is_empty() {
                return;
            }
            let Some(bot) = self.chairs.bot(seat) else { continue };
            if self.waits.bots.thinks(seat) || is_race && self.game.legal(seat).is_empty() {
                continue;
            }
            let bot = bot.to_owned();
            self.let_think(seat, &bot);
        }
    }

    fn let_think(&mut self, seat: Seat, bot: &str) {
        let (catalog, game) = (&self.settings.catalog, self.game.game());
        let stop = Stop::default();
        let (expected, limit) = match self.settings.has_threads {
            true => {
                let limit = (max_time(catalog, game, bot), stop.clone());
                (thinking_time(catalog, game, bot), Some(limit))
            }
            false => (Duration::ZERO, None),
        };
        let rng_seed = self.bot_rng_seed(seat);
        let pause = match self.game.reaction(bot, rng_seed).ok().flatten() {
            Some(_) if self.settings.is_solo && self.pace().bot.is_zero() => Duration::ZERO,
            Some(reaction) => reaction,
            // A sealed answer is read when the window closes, so a delay is pointless.
            None if self.waits.window.is_open() => Duration::ZERO,
            None => self.pace().bot.max(expected),
        };
        let act_at = self.at() + pause;
        let give_up_at = limit.is_some().then(|| act_at + OVERRUN);
        let think = self.game.bot_job(seat, bot, rng_seed, limit);
        let id = self.waits.bots.begin(seat, act_at, give_up_at);
        match think {
            Ok(think) => {
                let guest = self.chairs.first_guest();
                self.agenda.effects().start.push(BotJob { id, seat, guest, think, expected, stop });
            }
            Err(error) => {
                // An older or newer server knew the bot when the table was created.
                self.event(Event::BotUnknown(error.to_string()));
                self.take_choice(id, None);
            }
        }
    }

    /// Records a bot's choice. If the bot failed, a simple bot chooses.
    pub(super) fn take_choice(&mut self, job: JobId, action: Option<String>) {
        let Some(seat) = self.waits.bots.seat_of(job) else { return };
        let action = action.or_else(|| {
            self.event(Event::BotReplaced);
            self.simple_choice(seat)
        });
        // If no bot could choose, the empty action is refused, and the table retries later.
        self.waits.bots.choose(job, action.unwrap_or_default());
    }

    /// Returns a simple bot's choice for a player or bot who took too long.
    fn simple_choice(&self, seat: Seat) -> Option<String> {
        SIMPLE_BOTS.iter().find_map(|name| {
            let think = self.game.bot_job(seat, name, self.bot_rng_seed(seat), None).ok()?;
            catch_unwind(AssertUnwindSafe(think)).ok()
        })
    }

    /// Returns the seed of a bot's random numbers. It is secret until the match is over, and then allows a
    /// replay of the match.
    pub(super) fn bot_rng_seed(&self, seat: Seat) -> u64 {
        if self.record.day().is_some() {
            // The bots with which a player is compared play the deal of the day with the same seeds.
            return self.game.version() as u64;
        }
        self.record.key().unwrap_or(self.record.seed).bot_rng_seed(self.game.version(), seat)
    }

    /// Lets the next due bot act. If a bot took too long, a simple bot chooses its action.
    pub(super) fn wake_bots(&mut self) {
        let Some(due) = self.waits.bots.next_due(self.at()) else { return };
        self.agenda.push(Step::Bots);
        match due {
            DueBot::Late(job) => {
                self.event(Event::BotLate);
                self.waits.bots.give_up(job);
                self.take_choice(job, None);
            }
            DueBot::Acts(seat, action) => {
                let pending = PendingAction { seat, action, asked: None };
                if !self.game.is_race() {
                    self.accept(pending, true, Origin::Bot);
                } else if self.enter_race(pending, self.at(), Duration::ZERO).is_ok() {
                    // A bot that comes too late looks again.
                    self.agenda.push(Step::Race);
                }
            }
        }
    }

    /// Returns the seats that others wait for.
    fn awaited(&self) -> SeatSet {
        if self.is_over() || self.game.phase() != Phase::Playing || self.waits.window.is_open() {
            return SeatSet::EMPTY;
        }
        let plays = |seat: &Seat| self.chairs.bot(*seat).is_none() && !self.chairs.has_left(*seat);
        let people = self.chairs.people();
        self.game.actors().iter().filter(|seat| people.contains(*seat)).filter(plays).collect()
    }

    /// Starts and stops the clocks, and sends changes.
    pub(super) fn update_clocks(&mut self) {
        if self.clocks.is_none() {
            return;
        }
        let connected = self.connected();
        // A match waits if all its players have left or it can't continue.
        let is_deserted = !self.is_correspondence() && connected.is_empty();
        let deserted = match self.is_over() || self.staying().is_empty() {
            true => SeatSet::EMPTY,
            false => self.chairs.people().iter().filter(|seat| self.chairs.is_deserted(*seat)).collect(),
        };
        let input = ClockInput {
            now: self.agenda.now(),
            awaited: self.awaited(),
            connected,
            is_stopped: !self.journal.is_ready() || self.journal.diverged().is_some() || is_deserted,
            deserted,
        };
        if self.clocks.as_mut().is_some_and(|clocks| clocks.update(&input)) {
            self.tell_clocks();
        }
    }

    pub(super) fn tell_clocks(&mut self) {
        let (table, clocks) = (self.name.clone(), self.player_clocks());
        self.tell_all(&Notice::Clocks(notice::Clocks { table, clocks }));
    }

    /// Returns the round-trip time of a seat's connection.
    pub(super) fn round_trip(&self, seat: Seat) -> Duration {
        let own = self.guests.subscribers.iter().filter(|one| self.chairs.seat_of(one.guest) == Some(seat));
        2 * own.map(|subscriber| subscriber.delay).max().unwrap_or_default()
    }

    fn with_limits<T>(&self, look: impl FnOnce(&Limits<'_>) -> T) -> T {
        let absence = self.pace().absence;
        let decides = self.journal.diverged().is_none();
        look(&Limits { round_trip: &|seat| self.round_trip(seat), absence, decides })
    }

    pub(super) fn clocks_deadline(&self) -> Option<Timestamp> {
        let clocks = self.clocks.as_ref()?;
        self.with_limits(|limits| clocks.deadline(self.at(), limits))
    }

    /// Handles a clock that has run out, or decides about players who left.
    pub(super) fn handle_clocks(&mut self) {
        if self.journal.retry_at().is_some() {
            return;
        }
        self.update_clocks();
        let Some(clocks) = &self.clocks else { return };
        match self.with_limits(|limits| clocks.due(self.at(), limits)) {
            // Another clock may run afterwards.
            Some(ClockEvent::PlayFor(charge)) => self.play_for(charge),
            Some(ClockEvent::Leave(seat, clock)) => self.let_go(seat, clock),
            None if self.journal.diverged().is_some() => {}
            None => {
                for seat in clocks.decisions_due(self.at()).into_iter().rev() {
                    self.agenda.push(Step::Decide(seat));
                }
            }
        }
    }

    /// Plays one action for a player out of time: the choice of a simple bot, at once.
    fn play_for(&mut self, charge: Charge) {
        let seat = charge.seat;
        let action = self.simple_choice(seat).unwrap_or_default();
        let mut pending = PendingAction { seat, action, asked: None };
        match self.game.check(seat, &pending.action) {
            Ok(checked) => {
                pending.action = checked.action;
                self.commit_action(pending, Some(charge), Origin::OutOfTime);
            }
            Err(rejection) => {
                self.fail("no action could be played for a player out of time", rejection.into());
            }
        }
    }

    /// Decides about a player who left: at a table of two the other player wins, and at a larger table a bot
    /// plays.
    pub(super) fn decide_on(&mut self, left: Seat) {
        let stayed = self.staying().iter().find(|seat| *seat != left);
        match stayed {
            Some(seat) if self.record.seats == 2 && self.deserter_against(seat) == Some(left) => {
                self.end(Ended::Absence { seat: left }, EndedBy::Decision);
            }
            _ => self.let_usual_bot_play(left, None),
        }
    }

    /// Ends the match early.
    pub(super) fn end(&mut self, ended: Ended, by: EndedBy) {
        // Those who were not asked have not agreed.
        let gone = match (ended, &by) {
            (Ended::Agreement, EndedBy::Player(_)) => self.long_absent(),
            _ => SeatSet::EMPTY,
        };
        let finished = Box::new(self.result(Some(ended), gone));
        self.write(Write::Ended(ended, finished), Continuation::Ended(ended, by));
    }

    pub(super) fn end_written(&mut self, ended: Ended, by: EndedBy, result: Outcome) {
        match (result, by) {
            (Ok(()), by) => {
                self.ending.ended = Some(ended);
                self.ending.is_noted = true;
                self.rest();
                self.tell_table();
                if let EndedBy::Operator = by {
                    self.event(Event::Closed(Ok(())));
                }
            }
            (Err(error), EndedBy::Player(sender)) => self.refuse(&sender, error),
            (Err(error), EndedBy::Operator) => self.event(Event::Closed(Err(error))),
            (Err(error), EndedBy::Decision) => {
                self.fail("a match could not be ended after a player left", error);
            }
            (Err(_), EndedBy::Day) => self.journal.retry_later(self.at()),
        }
    }
}

/// Returns the expected thinking time of a bot. An unknown bot is replaced by a simple one, which is quick.
pub(crate) fn thinking_time(catalog: &Catalog, game: &str, bot: &str) -> Duration {
    let time = catalog.find(game).and_then(|game| game.bot_time(bot).ok());
    time.unwrap_or_default().min(max_time(catalog, game, bot))
}

/// Returns the maximum thinking time of a bot at a table: the time in its name, or the general maximum.
pub(crate) fn max_time(catalog: &Catalog, game: &str, bot: &str) -> Duration {
    let spelling = catalog.find(game).map_or(bot, |game| game.spelling(bot));
    match bots::budget(spelling) {
        Some(Budget::Time(time)) => time.min(LONGEST_THOUGHT),
        Some(Budget::Iterations(_)) | None => LONGEST_THOUGHT,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use catalog::CATALOG;

    #[test]
    fn a_bot_is_waited_for_as_long_as_it_may_think_and_the_quick_are_known() {
        let thinking = |game, bot| thinking_time(&CATALOG, game, bot);
        let limit = |game, bot| max_time(&CATALOG, game, bot);
        let quick = Duration::from_millis(100);
        assert_eq!(thinking("bridge", "greedy"), Duration::ZERO);
        assert!(
            (quick..=LONGEST_THOUGHT).contains(&(thinking("bridge", "expert") + Duration::from_millis(1)))
        );
        assert_eq!(limit("bridge", "expert"), LONGEST_THOUGHT);
        assert_eq!(thinking("bridge", "expert:300ms"), Duration::from_millis(300));
        assert_eq!(limit("bridge", "expert:300ms"), Duration::from_millis(300));
        assert_eq!(limit("bridge", "expert:200"), LONGEST_THOUGHT);
        assert!(thinking("scopa", "ismcts:50000") > quick);
        assert_eq!(thinking("scopa", "a bot of another year"), Duration::ZERO);
    }
}
