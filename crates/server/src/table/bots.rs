//! Bots at work: in turns one after the other, in a game without turns each with its own reaction.

use super::{PendingAction, RETRY, Table};
use crate::clock::AtWork;
use ::table::LONGEST_THOUGHT;
use cards::Seat;
use engine::{Budget, Stop};
use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::task::Poll;
use std::time::Duration;
use tokio::sync::oneshot;
use tokio::time::Instant;

/// How long a bot may overrun its time before another plays for it.
const PATIENCE: Duration = Duration::from_secs(2);

/// Who plays for somebody who does not answer: the first that can.
const IN_ITS_PLACE: [&str; 2] = ["heuristic", "random"];

/// A bot at work.
pub(super) struct Thinking {
    seat: Seat,
    thought: Thought,
    _wanted: Wanted,
    /// Not before: whoever answers at once when there is no choice tells that there is none.
    act_at: Instant,
    give_up_at: Instant,
}

enum Thought {
    UnderWay { answer: oneshot::Receiver<String>, _at_work: AtWork },
    Chosen(String),
}

/// A thought goes on for as long as somebody has this.
pub(super) struct Wanted(pub(super) Stop);

impl Drop for Wanted {
    fn drop(&mut self) {
        self.0.stop();
    }
}

impl Thinking {
    /// For which seat it thinks.
    pub(super) fn seat(&self) -> Seat {
        self.seat
    }

    /// When the table is to look after it.
    pub(super) fn wake_at(&self) -> Instant {
        match self.thought {
            Thought::Chosen(_) => self.act_at,
            Thought::UnderWay { .. } => self.give_up_at,
        }
    }
}

impl Table {
    pub(super) fn let_bots_think(&mut self) {
        let races = self.game.is_race();
        if races && self.here().is_empty() {
            // Nobody races against a table that everybody has left.
            return self.thinking.clear();
        }
        let actors: Vec<Seat> = self.unanswered().iter().collect();
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
        let time = thinking_time(self.game.game(), bot);
        let now = self.now();
        let reaction = self.game.reaction(bot, self.coins(seat)).ok().flatten();
        let pause = match reaction {
            Some(reaction) => reaction,
            // A sealed answer is read when the window closes, however early it came.
            None if self.sealed.is_some() => Duration::ZERO,
            None => self.lobby.settings.pace.bot.max(time),
        };
        let act_at = now + pause;
        let stop = Stop::default();
        let answer = match self.game.pending_move(
            seat,
            bot,
            self.coins(seat),
            Some((max_time(self.game.game(), bot), stop.clone())),
        ) {
            Ok(thinker) => self.lobby.bot_pool.submit(self.chairs.first_guest(), thinker, time),
            Err(error) => {
                // It was known when the table was opened; an older or newer server knew other bots.
                tracing::error!(%error, table = self.record.id.in_log(), "chance plays for a bot");
                oneshot::channel().1
            }
        };
        let give_up_at = act_at + PATIENCE;
        self.thinking.push(Thinking {
            seat,
            thought: Thought::UnderWay { answer, _at_work: self.lobby.settings.clock.at_work() },
            _wanted: Wanted(stop),
            act_at,
            give_up_at,
        });
    }

    /// A bot has chosen, or failed to: then the rules of thumb choose, and chance if they fail too.
    pub(super) fn take_thought(&mut self, n: usize, thought: Option<String>) {
        let Some(seat) = self.thinking.get(n).map(|bot| bot.seat) else { return };
        let chosen = thought.or_else(|| {
            self.lobby.metrics.moves_in_place.inc();
            self.quick_move(seat)
        });
        // What nobody could choose will be refused, and tried again later.
        self.thinking[n].thought = Thought::Chosen(chosen.unwrap_or_default());
    }

    /// What is played at once for a seat whose player or bot took too long.
    pub(super) fn quick_move(&self, seat: Seat) -> Option<String> {
        IN_ITS_PLACE.iter().find_map(|name| {
            let thinker = self.game.pending_move(seat, name, self.coins(seat), None).ok()?;
            catch_unwind(AssertUnwindSafe(thinker)).ok()
        })
    }

    /// Where the coins of this seat fall now: nobody can tell before the match is over, and whoever knows what it was dealt from can play
    /// it again.
    pub(super) fn coins(&self, seat: Seat) -> u64 {
        self.record.key().unwrap_or(self.record.seed).bot_rng_seed(self.game.version(), seat)
    }

    /// Lets those act whose time has come, and waits no longer for those who took too long.
    pub(super) async fn wake_bots(&mut self, now: Instant) {
        while let Some(n) = self.next_due(now) {
            let bot = self.thinking.swap_remove(n);
            if let Thought::Chosen(action) = bot.thought {
                self.act_for_bot(bot.seat, action).await;
            } else {
                tracing::warn!(table = self.record.id.in_log(), "a bot took too long");
                self.lobby.metrics.late_thoughts.inc();
                self.thinking.push(bot);
                self.take_thought(self.thinking.len() - 1, None);
            }
        }
    }

    /// The bot whose time came first, however late it is looked for.
    fn next_due(&self, now: Instant) -> Option<usize> {
        let due = self.thinking.iter().enumerate().filter(|(_, bot)| bot.wake_at() <= now);
        due.min_by_key(|(_, bot)| (bot.wake_at(), bot.seat)).map(|(n, _)| n)
    }

    async fn act_for_bot(&mut self, seat: Seat, action: String) {
        let pending = PendingAction { seat, action, asked: None };
        if self.game.is_race() {
            // Who comes too late looks again.
            if self.enter_race(pending, self.now(), Duration::ZERO).is_ok() {
                self.run_race(self.now()).await;
            }
        } else if !self.accept(pending, true).await {
            tracing::warn!(table = self.record.id.in_log(), seat = %seat, "a bot could not act");
            self.try_again.get_or_insert(self.now() + RETRY);
        }
    }
}

/// About how long a bot thinks. One that this server does not know is replaced by chance, which is quick.
fn thinking_time(game: &str, bot: &str) -> Duration {
    let time = house::find(game).and_then(|game| game.bot_time(bot).ok());
    time.unwrap_or_default().min(max_time(game, bot))
}

/// How long a bot may think at a table: as long as its name says, which was checked when the table was opened; so many
/// worlds, and whoever says nothing, as long as any bot may.
fn max_time(game: &str, bot: &str) -> Duration {
    let spelling = house::find(game).map_or(bot, |game| game.spelling(bot));
    match bots::budget(spelling) {
        Some(Budget::Time(time)) => time.min(LONGEST_THOUGHT),
        Some(Budget::Iterations(_)) | None => LONGEST_THOUGHT,
    }
}

/// The answer of one of the bots at work, and which; never, if there is none or all have answered.
pub(super) async fn answer(thinking: &mut [Thinking]) -> (usize, Option<String>) {
    std::future::poll_fn(|context| {
        for (n, bot) in thinking.iter_mut().enumerate() {
            if let Thought::UnderWay { answer, .. } = &mut bot.thought
                && let Poll::Ready(answer) = Pin::new(answer).poll(context)
            {
                return Poll::Ready((n, answer.ok()));
            }
        }
        Poll::Pending
    })
    .await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bot_is_waited_for_as_long_as_it_may_think_and_the_quick_are_known() {
        let quick = Duration::from_millis(100);
        assert_eq!(thinking_time("bridge", "greedy"), Duration::ZERO);
        assert!(
            (quick..=LONGEST_THOUGHT)
                .contains(&(thinking_time("bridge", "expert") + Duration::from_millis(1)))
        );
        assert_eq!(max_time("bridge", "expert"), LONGEST_THOUGHT);
        assert_eq!(thinking_time("bridge", "expert:300ms"), Duration::from_millis(300));
        assert_eq!(max_time("bridge", "expert:300ms"), Duration::from_millis(300));
        assert_eq!(max_time("bridge", "expert:200"), LONGEST_THOUGHT);
        assert!(thinking_time("scopa", "ismcts:50000") > quick);
        assert_eq!(thinking_time("scopa", "a bot of another year"), Duration::ZERO);
    }

    #[test]
    fn a_thought_that_nobody_waits_for_ends() {
        for (game, bot, seats) in [("scopa", "ismcts:30s", 2), ("bridge", "expert:30s", 4)] {
            let game = house::find(game).unwrap();
            let mut game = game.open(&house::SetupText::first_preset(seats), Seat::new(1)).unwrap();
            game.deal(&game.next_deck(&cards::Seed::from_number(7)), &[]).unwrap();
            // One club and three passes: the first that is thought about is a card.
            let mover = |game: &dyn house::AnyMatch| game.actors().first().unwrap();
            while game.legal(mover(&*game)).iter().any(|call| call == "P") {
                let seat = mover(&*game);
                let call = if game.check(seat, "1C").is_ok() { "1C" } else { "P" };
                game.play(seat, call, &[]).unwrap();
            }
            let stop = Stop::default();
            let limit = Some((Duration::from_secs(30), stop.clone()));
            let thinker = game.pending_move(mover(&*game), bot, 0, limit).unwrap();
            let thinking = std::thread::spawn(thinker);
            std::thread::sleep(Duration::from_millis(100));
            assert!(!thinking.is_finished());
            let begun = Instant::now();
            drop(Wanted(stop));
            let action = thinking.join().unwrap();
            assert!(begun.elapsed() < Duration::from_secs(10), "{:?}", begun.elapsed());
            assert!(game.check(mover(&*game), &action).is_ok());
        }
    }

    #[test]
    fn a_bot_told_to_look_at_a_million_worlds_answers_in_time() {
        let game = house::find("scopa").unwrap();
        let mut game = game.open(&house::SetupText::first_preset(2), Seat::new(1)).unwrap();
        game.deal(&game.next_deck(&cards::Seed::from_number(7)), &[]).unwrap();
        let seat = game.actors().first().unwrap();
        let limit = (Duration::from_millis(50), Stop::default());
        let thinker = game.pending_move(seat, "ismcts:1000000", 0, Some(limit)).unwrap();
        // Without a bound it would take most of a minute.
        let begun = Instant::now();
        let action = thinker();
        assert!(begun.elapsed() < Duration::from_secs(10), "{:?}", begun.elapsed());
        assert_eq!(game.check(seat, &action).map(|checked| checked.action), Ok(action));
    }
}
