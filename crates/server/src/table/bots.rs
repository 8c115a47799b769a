//! Bots at work: in turns one after the other, in a game without turns each with its own reaction.

use super::{Entrant, RETRY, Table};
use bots::budget;
use cards::Seat;
use engine::{Budget, Tempo};
use std::future::Future;
use std::pin::Pin;
use std::task::Poll;
use std::time::Duration;
use tokio::sync::oneshot;
use tokio::time::Instant;

/// How long a bot may overrun its time before chance plays for it.
const PATIENCE: Duration = Duration::from_secs(2);

/// A bot at work.
pub(super) struct Thinking {
    seat: Seat,
    answer: oneshot::Receiver<String>,
    chosen: Option<String>,
    /// Not before: whoever answers at once when there is no choice tells that there is none.
    act_at: Instant,
    give_up_at: Instant,
}

impl Thinking {
    /// When the table is to look after it.
    pub(super) fn wake_at(&self) -> Instant {
        if self.chosen.is_some() { self.act_at } else { self.give_up_at }
    }
}

impl Table {
    pub(super) fn let_bots_think(&mut self) {
        let races = self.game.tempo() == Tempo::RealTime;
        if races && self.here().is_empty() {
            // Nobody races against a table that everybody has left.
            return self.thinking.clear();
        }
        let actors: Vec<Seat> = self.game.actors().iter().collect();
        for seat in actors {
            if !races && !self.thinking.is_empty() {
                return;
            }
            let Some(bot) = self.chairs.bot(seat) else { continue };
            if self.thinking.iter().any(|at_work| at_work.seat == seat)
                || races && self.game.legal(seat).is_empty()
            {
                continue;
            }
            let bot = bot.to_owned();
            self.let_think(seat, &bot);
        }
    }

    fn let_think(&mut self, seat: Seat, bot: &str) {
        let time = thinking_time(bot);
        let now = Instant::now();
        let reaction = self.game.reaction(bot, luck(self.game.version())).ok().flatten();
        let pause = reaction.unwrap_or_else(|| self.lobby.settings.pace.bot.max(time));
        let act_at = now + pause;
        let answer = match self.game.think(seat, bot, luck(self.game.version())) {
            Ok(thinker) => self.lobby.thinkers.think(thinker, time),
            Err(error) => {
                // It was known when the table was opened; an older or newer server knew other bots.
                tracing::error!(%error, table = self.text, "chance plays for a bot");
                oneshot::channel().1
            }
        };
        let give_up_at = act_at + PATIENCE;
        self.thinking.push(Thinking { seat, answer, chosen: None, act_at, give_up_at });
    }

    /// A bot has chosen, or failed to: then chance chooses.
    pub(super) fn take_thought(&mut self, n: usize, thought: Option<String>) {
        let Some(bot) = self.thinking.get_mut(n) else { return };
        let chosen = thought.or_else(|| {
            let thinker = self.game.think(bot.seat, "random", luck(self.game.version()));
            thinker.ok().map(|thinker| thinker())
        });
        // What nobody could choose will be refused, and tried again later.
        bot.chosen = Some(chosen.unwrap_or_default());
    }

    /// Lets those act whose time has come, and waits no longer for those who took too long.
    pub(super) async fn wake_bots(&mut self, now: Instant) {
        while let Some(n) = self.thinking.iter().position(|bot| bot.wake_at() <= now) {
            if self.thinking[n].chosen.is_none() {
                tracing::warn!(table = self.text, "a bot took too long");
                self.take_thought(n, None);
            } else {
                let bot = self.thinking.swap_remove(n);
                self.act_for_bot(bot).await;
            }
        }
    }

    async fn act_for_bot(&mut self, bot: Thinking) {
        let entrant = Entrant { seat: bot.seat, action: bot.chosen.unwrap_or_default(), asked: None };
        if self.game.tempo() == Tempo::RealTime {
            // Who comes too late looks again.
            if self.enter_race(entrant, Instant::now(), Duration::ZERO).is_ok() {
                self.run_race(Instant::now()).await;
            }
        } else if !self.accept(entrant, true).await {
            tracing::warn!(table = self.text, seat = %bot.seat, "a bot could not act");
            self.try_again.get_or_insert(Instant::now() + RETRY);
        }
    }
}

/// How long a bot of this name thinks, as far as its name tells.
fn thinking_time(bot: &str) -> Duration {
    match budget(bot) {
        Some(Budget::Time(time)) => time,
        // About; it only decides who thinks first.
        Some(Budget::Iterations(worlds)) => Duration::from_micros(50) * worlds,
        None => Duration::ZERO,
    }
}

/// Where a bot's coins fall. They need not be secret, only different.
fn luck(version: usize) -> u64 {
    getrandom::u64().unwrap_or(version as u64)
}

/// The answer of one of the bots at work, and which; never, if there is none or all have answered.
pub(super) async fn answer(thinking: &mut [Thinking]) -> (usize, Option<String>) {
    std::future::poll_fn(|context| {
        for (n, bot) in thinking.iter_mut().enumerate().filter(|(_, bot)| bot.chosen.is_none()) {
            if let Poll::Ready(answer) = Pin::new(&mut bot.answer).poll(context) {
                return Poll::Ready((n, answer.ok()));
            }
        }
        Poll::Pending
    })
    .await
}
