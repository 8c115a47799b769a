//! Ways out of a match: by agreement as it stands, or by giving it up; and the match after it, with the same people.

use super::{Connection, RETRY, Table};
use crate::refusal::Refusal;
use ::table::TableRefusal;
use cards::{Seat, SeatSet};
use engine::Phase;
use protocol::{Ended, Notice, notice};
use tokio::sync::mpsc;

impl Table {
    /// Whether nothing more is played here.
    pub(super) fn is_over(&self) -> bool {
        self.ended.is_some() || matches!(self.game.phase(), Phase::Over(_))
    }

    /// Somebody agrees that the match ends as it stands, or no longer does. Who does not agree ends the question.
    pub(super) async fn agree_to_end(&mut self, connection: &Connection, agree: bool) -> Result<(), Refusal> {
        let seat = self.playing_seat(connection)?;
        if agree {
            self.ending.insert(seat);
        } else {
            self.ending = SeatSet::EMPTY;
        }
        self.note_absences();
        let left = self.chairs.people().iter().filter(|seat| self.chairs.has_left(*seat)).collect();
        let asked = self.chairs.people() - self.long_absent() - left;
        if agree && (asked - self.ending).is_empty() {
            return self.end(Ended::Agreement).await;
        }
        self.notify_chairs(None);
        Ok(())
    }

    /// Somebody gives the match up: where there are two sides, and they are alone on theirs or with bots.
    pub(super) async fn resign(&mut self, connection: &Connection) -> Result<(), Refusal> {
        let seat = self.playing_seat(connection)?;
        let sides = self.game.sides();
        let people = self.chairs.people();
        let partner = |other: Seat| other != seat && people.contains(other) && sides[other] == sides[seat];
        let many = sides.iter().any(|(_, side)| side.index() > 1);
        if many || Seat::all(self.record.seats).any(partner) {
            return Err(TableRefusal::NotAlone.into());
        }
        self.end(Ended::Resignation { seat }).await
    }

    /// Whoever runs the server ends the match as it stands; everybody at it is told, as if all had agreed.
    pub(super) async fn close(&mut self, answer: &mpsc::Sender<Result<(), String>>) -> Result<(), Refusal> {
        if self.is_over() {
            return Err(TableRefusal::Ended.into());
        }
        self.end(Ended::Agreement).await?;
        // Whoever asked may not wait any more.
        let _ = answer.try_send(Ok(()));
        Ok(())
    }

    /// Whether all that belongs to a deal of the day has been played.
    pub(super) fn is_day_over(&self) -> bool {
        let game = self.record.day().and_then(|_| self.lobby.settings.catalog.find(self.game.game()));
        game.is_some_and(|game| house::is_day_over(&*self.game, game.info().day.deals))
    }

    /// The house agrees with whoever plays against its bots: no more than the deal of the day is played.
    pub(super) async fn end_day(&mut self) {
        if self.end(Ended::Agreement).await.is_err() {
            self.try_again = Some(self.now() + RETRY);
        }
    }

    pub(super) fn playing_seat(&self, connection: &Connection) -> Result<Seat, Refusal> {
        let seat = self.chairs.seat_of(connection.guest).ok_or(TableRefusal::NoSeat)?;
        match self.lost {
            _ if self.is_over() => Err(TableRefusal::Ended.into()),
            Some(seen) => Err(Refusal::Lost { known: self.game.version(), seen }),
            None => Ok(seat),
        }
    }

    pub(super) async fn end(&mut self, ended: Ended) -> Result<(), Refusal> {
        let saved = self.lobby.store.end(&self.tenure, ended).await;
        self.note_trouble(&saved);
        saved?;
        self.ended = Some(ended);
        self.finished = true;
        self.rest();
        self.notify_table();
        Ok(())
    }

    /// The match is played again by the same people, at a table that is made once; who asks again is told of it again.
    pub(super) async fn rematch(&mut self, connection: &Connection) -> Result<(), Refusal> {
        let seat = self.chairs.seat_of(connection.guest).ok_or(TableRefusal::NoSeat)?;
        if !self.is_over() {
            return Err(TableRefusal::NotOver.into());
        }
        if self.next.is_none() {
            let made = self.lobby.found_again(connection, &self.record, &self.chairs.for_rematch()).await?;
            let saved = self.lobby.store.go_on_at(&self.tenure, made).await;
            self.note_trouble(&saved);
            saved?;
            self.next = Some(made);
        }
        let next = self.next.map(|next| next.to_string()).unwrap_or_default();
        let notice = Notice::Rematch(notice::Rematch { table: self.text.clone(), next, seat }).encode();
        self.watchers.retain(|watcher| watcher.notify(notice.clone()));
        Ok(())
    }
}
