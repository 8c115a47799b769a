//! Jobs of a table in the bot pool: choices of bots, and hints.

use super::Connection;
use crate::bot_pool::BotPool;
use crate::clock::{AtWork, Clock};
use crate::request_error::RequestError;
use ::table::{BotJob, HintJob, JobId};
use catalog::HINT_TIME;
use engine::Stop;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;
use tokio::sync::oneshot;
use tokio::task::AbortHandle;

/// Timeout of a hint, including its wait for a thread.
const HINT_TIMEOUT: Duration = Duration::from_secs(10);

/// Stops a job when it is dropped.
struct StopGuard(Stop);

impl Drop for StopGuard {
    fn drop(&mut self) {
        self.0.stop();
    }
}

/// Running jobs of a table's bots.
#[derive(Default)]
pub(super) struct Jobs(Vec<Job>);

struct Job {
    id: JobId,
    answer: oneshot::Receiver<String>,
    _stop: StopGuard,
    _at_work: AtWork,
}

impl Jobs {
    pub(super) fn start(&mut self, job: BotJob, pool: &BotPool, clock: &Clock) {
        let BotJob { id, guest, think, expected, stop, .. } = job;
        let answer = pool.submit(guest, think, expected);
        self.0.push(Job { id, answer, _stop: StopGuard(stop), _at_work: clock.at_work() });
    }

    pub(super) fn stop(&mut self, id: JobId) {
        self.0.retain(|job| job.id != id);
    }

    /// Waits for the next result. Without jobs it never returns.
    pub(super) async fn answer(&mut self) -> (JobId, Option<String>) {
        std::future::poll_fn(|context| {
            let answered = self.0.iter_mut().enumerate().find_map(|(n, job)| {
                match Pin::new(&mut job.answer).poll(context) {
                    Poll::Ready(answer) => Some((n, answer.ok())),
                    Poll::Pending => None,
                }
            });
            match answered {
                Some((n, answer)) => Poll::Ready((self.0.remove(n).id, answer)),
                None => Poll::Pending,
            }
        })
        .await
    }
}

/// Hint that is being computed. Dropping it cancels the computation.
pub(super) struct Hint(AbortHandle);

impl Drop for Hint {
    fn drop(&mut self) {
        self.0.abort();
    }
}

impl Hint {
    /// Starts the computation of a hint, which is sent to the connection.
    pub(super) fn start(job: HintJob, connection: Arc<Connection>, table: String, pool: &BotPool) -> Self {
        let HintJob { guest, id, think, stop, .. } = job;
        let answer = pool.submit(Some(guest), think, HINT_TIME);
        let stop = StopGuard(stop);
        let tell = tokio::spawn(async move {
            let _stop = stop;
            let notice = match tokio::time::timeout(HINT_TIMEOUT, answer).await {
                Ok(Ok(notice)) => notice,
                _ => RequestError::Busy.notice(Some(&table), Some(&id)),
            };
            connection.notify(notice);
        });
        Self(tell.abort_handle())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cards::Seat;
    use std::time::Instant;

    #[test]
    fn a_stopped_bot_returns_at_once() {
        for (game, bot, seats) in [("scopa", "ismcts:30s", 2), ("bridge", "expert:30s", 4)] {
            let game = catalog::find(game).unwrap();
            let mut game = game.open(&catalog::SetupText::first_preset(seats), Seat::new(1)).unwrap();
            game.deal(&game.next_deck(&cards::Seed::from_number(7)), &[]).unwrap();
            // One club and three passes, so that the bot chooses a card.
            let mover = |game: &dyn catalog::AnyMatch| game.actors().first().unwrap();
            while game.legal(mover(&*game)).iter().any(|call| call == "P") {
                let seat = mover(&*game);
                let call = if game.check(seat, "1C").is_ok() { "1C" } else { "P" };
                game.play(seat, call, &[]).unwrap();
            }
            let stop = Stop::default();
            let limit = Some((Duration::from_secs(30), stop.clone()));
            let thinker = game.bot_job(mover(&*game), bot, 0, limit).unwrap();
            let thinking = std::thread::spawn(thinker);
            std::thread::sleep(Duration::from_millis(100));
            assert!(!thinking.is_finished());
            let begun = Instant::now();
            drop(StopGuard(stop));
            let action = thinking.join().unwrap();
            assert!(begun.elapsed() < Duration::from_secs(10), "{:?}", begun.elapsed());
            assert!(game.check(mover(&*game), &action).is_ok());
        }
    }

    #[test]
    fn a_bot_with_a_million_determinizations_answers_in_time() {
        let game = catalog::find("scopa").unwrap();
        let mut game = game.open(&catalog::SetupText::first_preset(2), Seat::new(1)).unwrap();
        game.deal(&game.next_deck(&cards::Seed::from_number(7)), &[]).unwrap();
        let seat = game.actors().first().unwrap();
        let limit = (Duration::from_millis(50), Stop::default());
        let thinker = game.bot_job(seat, "ismcts:1000000", 0, Some(limit)).unwrap();
        // Without the limit it takes most of a minute.
        let begun = Instant::now();
        let action = thinker();
        assert!(begun.elapsed() < Duration::from_secs(10), "{:?}", begun.elapsed());
        assert_eq!(game.check(seat, &action).map(|checked| checked.action), Ok(action));
    }
}
