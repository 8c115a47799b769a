//! Sealed answers: everybody asked may answer until the time is up, unseen by the others; then the answers are read in
//! the order the game reads them. The time is the same whether or not anybody had something to decide.

use super::{Connection, Table};
use crate::refusal::Refusal;
use cards::{Seat, SeatSet};
use protocol::{Notice, notice};
use tokio::time::Instant;

/// Answers that wait for their time.
pub(super) struct Sealed {
    /// The version of the match that asks for them.
    pub(super) version: usize,
    pub(super) closes_at: Instant,
    /// The last answer of each seat counts.
    answers: Vec<(Seat, String)>,
}

impl Sealed {
    fn answer(&self, seat: Seat) -> Option<&String> {
        self.answers.iter().find(|(answered, _)| *answered == seat).map(|(_, action)| action)
    }

    fn answered(&self) -> SeatSet {
        self.answers.iter().map(|(seat, _)| *seat).collect()
    }
}

impl Table {
    /// Opens a window when the match asks for sealed answers, and forgets one that is over.
    pub(super) fn keep_window(&mut self) {
        let version = self.game.version();
        if self.game.window().is_none() {
            self.sealed = None;
        } else if self.sealed.as_ref().is_none_or(|sealed| sealed.version != version) {
            let closes_at = self.now() + self.lobby.settings.pace.window;
            self.sealed = Some(Sealed { version, closes_at, answers: Vec::new() });
        }
    }

    /// The seats that may act and whose answer is not waiting already.
    pub(super) fn unanswered(&self) -> SeatSet {
        self.game.actors() - self.sealed.as_ref().map_or(SeatSet::EMPTY, Sealed::answered)
    }

    /// Keeps a checked answer, if this is the time for one. Only whoever gave it hears that it was kept.
    pub(super) fn seal(&mut self, seat: Seat, action: &str, asked: Option<(&Connection, &str)>) -> bool {
        self.keep_window();
        let Some(sealed) = &mut self.sealed else { return false };
        sealed.answers.retain(|(answered, _)| *answered != seat);
        sealed.answers.push((seat, action.to_owned()));
        if let Some((connection, id)) = asked {
            let (table, action, id) = (self.text.clone(), action.to_owned(), id.to_owned());
            connection.notify(Notice::Sealed(notice::Sealed { table, action, id }).encode());
        }
        true
    }

    /// Reads the answers; whoever has given none has said nothing. What comes after the answer that settles the matter
    /// is never told, nor written down.
    pub(super) async fn close_window(&mut self) -> Result<(), Refusal> {
        let Some(sealed) = self.sealed.take() else { return Ok(()) };
        let read = self.read_answers(&sealed).await;
        if read.is_err() && self.game.window().is_some() {
            // What was not written down was kept all the same, and is read as soon as it can be.
            self.sealed = Some(Sealed { version: self.game.version(), ..sealed });
        }
        read
    }

    async fn read_answers(&mut self, sealed: &Sealed) -> Result<(), Refusal> {
        let Some(window) = self.game.window() else { return Ok(()) };
        let mut left = self.game.actors();
        let mut seat = window.first;
        while !left.is_empty() && self.game.window().is_some() && self.game.actors() == left {
            if left.contains(seat) {
                left.remove(seat);
                let given = sealed.answer(seat).unwrap_or(&window.silent);
                let checked =
                    self.game.check(seat, given).or_else(|_| self.game.check(seat, &window.silent))?;
                self.do_action(seat, &checked.action, None).await?;
            }
            seat = seat.next(self.record.seats);
        }
        Ok(())
    }
}
