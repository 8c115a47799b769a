//! What a table does that nobody asks for: it deals, waits, counts, and lets bots play.

use super::Table;
use ::table::TableRefusal;
use cards::{Seat, SeatSet};
use engine::Phase;
use house::{Line, PendingMove};
use protocol::{Ended, Notice, notice};
use std::time::Duration;

/// Who plays for a bot that cannot: the first that can.
const IN_ITS_PLACE: [&str; 2] = ["heuristic", "random"];

/// An action on its way to the game.
pub(super) struct Pending {
    pub(super) seat: Seat,
    pub(super) action: String,
    /// What the person calls it; none, if the table does it for a bot or for somebody silent.
    pub(super) id: Option<String>,
}

/// A bot at work.
pub(super) struct Thinking {
    seat: Seat,
    thought: Thought,
    /// Not before: whoever answers at once when there is no choice tells that there is none.
    act_at: u64,
}

enum Thought {
    /// It has seen what there is to see, and is asked later, so that what happened before is shown while it thinks. In a race others
    /// may act meanwhile, which it has not seen.
    Due(PendingMove),
    Chosen(String),
}

impl Thinking {
    fn is_due(&self) -> bool {
        matches!(self.thought, Thought::Due(_))
    }
}

/// Answers that wait for their time, unseen by the others.
pub(super) struct Sealed {
    /// The version of the match that asks for them.
    version: usize,
    closes_at: u64,
    /// The last answer of each seat counts.
    answers: Vec<(Seat, String)>,
}

impl Sealed {
    fn answer(&self, seat: Seat) -> Option<&String> {
        self.answers.iter().find(|(answered, _)| *answered == seat).map(|(_, action)| action)
    }
}

impl Table {
    /// When the table wants to be asked again.
    pub(super) fn wake_at(&self) -> Option<u64> {
        let bot = self.thinking.iter().map(|bot| if bot.is_due() { self.now } else { bot.act_at }).min();
        let count = self.counting.as_ref().map(|(at, _)| *at);
        let window = self.sealed.as_ref().map(|sealed| sealed.closes_at);
        [bot, count, window, self.timeout, self.next_deal].into_iter().flatten().min()
    }

    /// Does what it is time for.
    pub(super) fn on_time(&mut self) -> Result<(), TableRefusal> {
        let now = self.now;
        if self.sealed.as_ref().is_some_and(|sealed| sealed.closes_at <= now) {
            return self.close_window();
        }
        if let Some((_, pending)) = self.counting.take_if(|(at, _)| *at <= now) {
            self.timeout = None;
            self.accept(pending, false)?;
        }
        if self.timeout.take_if(|at| *at <= now).is_some() {
            // One after the other, if several are silent; the last of them makes the table count.
            while self.counting.is_none()
                && let Some((seat, action)) = self.game.timeout_action()
            {
                self.accept(Pending { seat, action, id: None }, true)?;
            }
        }
        self.wake_bots()
    }

    /// Does what a table does by itself until it waits for somebody, or for its time.
    pub(super) fn advance(&mut self) {
        while self.kept.ended().is_none() {
            let line = match self.game.phase() {
                Phase::Over(_) => return self.rest(),
                Phase::Playing => match self.game.next_shuffle(&self.key) {
                    Some(shuffle) => Line::Entry(shuffle),
                    None => {
                        self.keep_window();
                        self.look_for_overdue();
                        return self.let_bots_think();
                    }
                },
                Phase::Between if !self.is_deal_due() => return,
                Phase::Between if self.kept.is_day_over(self.catalog, &*self.game) => {
                    return self.end(Ended::Agreement);
                }
                Phase::Between => Line::Deal(self.game.next_deck(&self.key)),
            };
            // A deck of this game can be dealt, and a reshuffle that is due can be made.
            if self.write(&line, None).is_err() {
                return;
            }
            self.ready = false;
            self.next_deal = None;
            self.timeout = None;
        }
    }

    /// Nothing is waited for any more.
    fn rest(&mut self) {
        self.thinking.clear();
        self.counting = None;
        self.timeout = None;
        self.sealed = None;
        self.next_deal = None;
    }

    /// The match ends before its end.
    pub(super) fn end(&mut self, ended: Ended) {
        self.note_end(ended);
        self.rest();
        self.tell_table();
    }

    /// Whether the next deal is to begin; if not, `next_deal` says when it is to at the latest.
    fn is_deal_due(&mut self) -> bool {
        let Some(deal_score) = self.game.deal_score() else { return true };
        let shown = if deal_score.thrown_in { self.pace.thrown_in } else { self.pace.counting };
        let latest = self.after(shown);
        let latest = *self.next_deal.get_or_insert(latest);
        self.ready || latest <= self.now
    }

    /// Does what is allowed, at once or on a count.
    pub(super) fn accept(&mut self, pending: Pending, count: bool) -> Result<(), TableRefusal> {
        if self.kept.ended().is_some() {
            return Err(TableRefusal::Ended);
        }
        let checked = self.game.check(pending.seat, &pending.action)?;
        if count && self.counting.is_some() {
            return Err(TableRefusal::Counting);
        }
        if count && checked.needs_countdown {
            self.count(pending);
            return Ok(());
        }
        self.keep_window();
        if let Some(sealed) = &mut self.sealed {
            sealed.answers.retain(|(answered, _)| *answered != pending.seat);
            sealed.answers.push((pending.seat, checked.action.clone()));
            if let Some(id) = &pending.id {
                let (table, action, id) = (self.kept.id().to_owned(), checked.action.clone(), id.clone());
                self.went.tell(&Notice::Sealed(notice::Sealed { table, action, id }));
            }
            return Ok(());
        }
        self.act(pending.seat, &checked.action, pending.id.as_deref())
    }

    /// An action that was checked.
    fn act(&mut self, seat: Seat, action: &str, id: Option<&str>) -> Result<(), TableRefusal> {
        self.write(&Line::Entry(format!("{seat} {action}")), Some((seat, action, id)))?;
        if !self.game.is_race() {
            self.thinking.clear();
        }
        Ok(())
    }

    /// Counts to three; what happens then is not told before.
    fn count(&mut self, pending: Pending) {
        let until = self.after(self.pace.count);
        let millis = (until - self.now) as u32;
        let (table, seat) = (self.kept.id().to_owned(), pending.seat);
        self.went.tell(&Notice::Counting(notice::Counting { table, seat, millis }));
        self.counting = Some((until, pending));
    }

    /// Looks whether something is to be done by itself, unless somebody does it before.
    fn look_for_overdue(&mut self) {
        if self.game.timeout_action().is_none() || self.counting.is_some() {
            self.timeout = None;
        } else if self.timeout.is_none() {
            self.timeout = Some(self.after(self.pace.timeout));
        }
    }

    /// Opens a window when the match asks for sealed answers, and forgets one that is over.
    fn keep_window(&mut self) {
        let version = self.game.version();
        if self.game.window().is_none() {
            self.sealed = None;
        } else if self.sealed.as_ref().is_none_or(|sealed| sealed.version != version) {
            self.sealed =
                Some(Sealed { version, closes_at: self.after(self.pace.window), answers: Vec::new() });
        }
    }

    /// Reads the answers in the order in which the game reads them; whoever has given none has said nothing. What comes after
    /// the answer that settles the matter is never told, nor kept.
    fn close_window(&mut self) -> Result<(), TableRefusal> {
        let (Some(sealed), Some(window)) = (self.sealed.take(), self.game.window()) else { return Ok(()) };
        let mut left = self.game.actors();
        let mut seat = window.first;
        while !left.is_empty() && self.game.window().is_some() && self.game.actors() == left {
            if left.contains(seat) {
                left.remove(seat);
                let given = sealed.answer(seat).unwrap_or(&window.silent);
                let checked =
                    self.game.check(seat, given).or_else(|_| self.game.check(seat, &window.silent))?;
                self.act(seat, &checked.action, None)?;
            }
            seat = seat.next(self.game.seats());
        }
        Ok(())
    }

    /// In turns bots act one after the other, in a race each with its own reaction.
    fn let_bots_think(&mut self) {
        let races = self.game.is_race();
        let answered: SeatSet =
            self.sealed.iter().flat_map(|sealed| sealed.answers.iter().map(|(seat, _)| *seat)).collect();
        for seat in (self.game.actors() - answered).iter() {
            if !races && !self.thinking.is_empty() {
                return;
            }
            let at_work = self.thinking.iter().any(|bot| bot.seat == seat);
            let Some(bot) = self.kept.bot(seat) else { continue };
            if at_work || races && self.game.legal(seat).is_empty() {
                continue;
            }
            let coins = self.coins(seat);
            let mut all = [bot].into_iter().chain(IN_ITS_PLACE);
            let think = all.find_map(|bot| self.game.pending_move(seat, bot, coins, None).ok());
            let thought = think.map_or_else(|| Thought::Chosen(String::new()), Thought::Due);
            let pause = match self.game.reaction(bot, coins) {
                Ok(Some(reaction)) => reaction,
                // A sealed answer is read when the window closes, however early it came.
                _ if self.sealed.is_some() => Duration::ZERO,
                _ => self.pace.bot,
            };
            self.thinking.push(Thinking { seat, thought, act_at: self.after(pause) });
        }
    }

    /// Lets those act whose time has come, and one of those choose that were not asked.
    fn wake_bots(&mut self) -> Result<(), TableRefusal> {
        while let Some(n) = self.next_due() {
            let Thinking { seat, thought, .. } = self.thinking.swap_remove(n);
            let Thought::Chosen(action) = thought else { continue };
            // In a race whoever comes too late looks again.
            let late = self.accept(Pending { seat, action, id: None }, true).is_err();
            debug_assert!(!late || self.game.is_race(), "{seat} chose what it could not do");
        }
        if let Some(n) = self.thinking.iter().position(Thinking::is_due) {
            let Thinking { seat, thought, act_at } = self.thinking.swap_remove(n);
            if let Thought::Due(think) = thought {
                self.thinking.push(Thinking { seat, thought: Thought::Chosen(think()), act_at });
            }
        }
        Ok(())
    }

    /// The bot that has chosen and whose time came first, however late it is looked for.
    fn next_due(&self) -> Option<usize> {
        let chosen =
            self.thinking.iter().enumerate().filter(|(_, bot)| !bot.is_due() && bot.act_at <= self.now);
        chosen.min_by_key(|(_, bot)| (bot.act_at, bot.seat)).map(|(n, _)| n)
    }

    /// Where the coins of this seat fall now.
    pub(super) fn coins(&self, seat: Seat) -> u64 {
        self.key.bot_rng_seed(self.game.version(), seat)
    }
}
