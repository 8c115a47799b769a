//! Leaving a chair: before the cards are dealt it is open again; afterwards the others choose what becomes of the match, and
//! whoever left may come back.

use super::play::Charge;
use super::{Connection, RETRY, Table};
use crate::refusal::{Refusal, no_such_seat};
use crate::time_control::SeatClock;
use ::table::TableRefusal;
use cards::{Seat, SeatSet};
use protocol::Ended;

/// So many guests who were shown out of their chair are remembered: a guest costs nothing, so more would mean nothing.
const SHOWN_OUT: usize = 16;

impl Table {
    /// Somebody leaves their chair; or whoever opened the table frees the chair of somebody else, before the first deal.
    pub(super) async fn stand(&mut self, connection: &Connection, seat: Seat) -> Result<(), Refusal> {
        let own = self.chairs.seat_of(connection.guest);
        if seat.index() >= usize::from(self.record.seats) {
            return Err(no_such_seat(seat, self.record.seats));
        }
        let guest = self.chairs.guest(seat).ok_or(Refusal::NobodyThere)?;
        if self.is_over() {
            return Err(TableRefusal::Ended.into());
        }
        let is_opened = self.record.opening.is_some() && self.record.key().is_some();
        let has_begun = is_opened || self.game.deals() > 0 || !self.game.voided().is_empty();
        if own == Some(seat) {
            if has_begun {
                let clock = self.clocks.as_ref().map(|clocks| clocks.of_leaver(seat, self.now()));
                self.note_left(seat, clock).await?;
                self.notify_chairs(None);
                return Ok(());
            }
            self.save_chairs(self.chairs.without(seat)).await?;
        } else {
            self.check_may_free(connection, has_begun)?;
            self.save_chairs(self.chairs.without(seat)).await?;
            if self.shown_out.len() == SHOWN_OUT {
                self.shown_out.remove(0);
            }
            self.shown_out.push(guest);
        }
        // What they agreed to, whoever comes next has not; what was revealed is known, and somebody else may come.
        self.ending.remove(seat);
        self.nonces.give_up();
        // Who sat there sees what everybody sees from now on.
        for watcher in self.watchers.iter().filter(|watcher| watcher.guest == guest) {
            watcher.notify(self.table_for(watcher));
        }
        self.notify_chairs(None);
        Ok(())
    }

    /// Whether somebody may free the chairs of others.
    fn check_may_free(&self, connection: &Connection, has_begun: bool) -> Result<(), Refusal> {
        match self.record.founder == Some(connection.guest) {
            false => Err(Refusal::NotFounder),
            true if has_begun => Err(Refusal::Begun),
            true => Ok(()),
        }
    }

    /// Takes the win at a table of two sides, where all the people of the other have left.
    pub(super) async fn claim(&mut self, connection: &Connection) -> Result<(), Refusal> {
        let seat = self.playing_seat(connection)?;
        let gone = self.deserter_against(seat).ok_or(Refusal::NotLeft)?;
        self.end(Ended::Absence { seat: gone }).await
    }

    /// One of those on the only other side, if all people there have left.
    fn deserter_against(&self, seat: Seat) -> Option<Seat> {
        let sides = self.game.sides();
        if sides.iter().any(|(_, side)| side.index() > 1) {
            return None;
        }
        let others: SeatSet =
            self.chairs.people().iter().filter(|other| sides[*other] != sides[seat]).collect();
        others.iter().all(|other| self.chairs.is_deserted(other)).then(|| others.first()).flatten()
    }

    /// Somebody would rather wait for a player who left than have the house decide.
    pub(super) fn wait(&mut self, connection: &Connection, seat: Seat) -> Result<(), Refusal> {
        self.playing_seat(connection)?;
        if self.wait_for(seat) { Ok(()) } else { Err(Refusal::NotLeft) }
    }

    /// The seats of the people who are here and have not left.
    pub(super) fn staying(&self) -> SeatSet {
        self.here().iter().filter(|seat| !self.chairs.has_left(*seat)).collect()
    }

    /// Whether `seat` may say who plays for somebody who left: their partner may, if there is one who stayed.
    pub(super) fn may_replace(&self, seat: Seat, left: Seat) -> bool {
        let sides = self.game.sides();
        let stayed =
            |other: Seat| other != left && sides[other] == sides[left] && !self.chairs.is_deserted(other);
        let partners: SeatSet = self.here().iter().filter(|other| stayed(*other)).collect();
        partners.is_empty() || partners.contains(seat)
    }

    /// The house decides what becomes of a match that somebody has left.
    pub(super) async fn decide_on(&mut self, left: Seat) {
        let stayed = self.staying().iter().find(|seat| *seat != left);
        let done = match stayed {
            Some(seat) if self.record.seats == 2 && self.deserter_against(seat) == Some(left) => {
                self.end(Ended::Absence { seat: left }).await
            }
            _ => self.let_usual_bot_stand_in(left).await,
        };
        if let Err(refusal) = done {
            tracing::warn!(table = self.record.id.in_log(), "nobody plays for somebody who left: {refusal}");
            self.try_again.get_or_insert(self.now() + RETRY);
        }
    }

    /// Somebody was waited for in vain, or ran out of time too often.
    pub(super) async fn let_go(&mut self, seat: Seat, clock: SeatClock) {
        match self.note_left(seat, Some(clock)).await {
            Ok(()) => self.notify_chairs(None),
            Err(refusal) => {
                tracing::warn!(
                    table = self.record.id.in_log(),
                    "that somebody left could not be written: {refusal}"
                );
                self.try_again.get_or_insert(self.now() + RETRY);
            }
        }
    }

    async fn note_left(&mut self, seat: Seat, clock: Option<SeatClock>) -> Result<(), Refusal> {
        self.save_chairs_with(self.chairs.with_left(seat), clock.map(|clock| (seat, clock))).await
    }

    /// Somebody is back at their seat, with this clock.
    pub(super) async fn note_back(&mut self, seat: Seat, clock: Option<SeatClock>) {
        let set = clock.map(|clock| (seat, clock));
        if self.save_chairs_with(self.chairs.with_back(seat), set).await.is_ok() {
            self.thinking.retain(|at_work| at_work.seat() != seat);
            self.notify_chairs(None);
        }
    }

    /// Does one action for somebody whose time is over: what the rules of thumb say, at once.
    pub(super) async fn play_for(&mut self, charge: Charge) {
        let seat = charge.seat;
        let action = self.quick_move(seat).unwrap_or_default();
        let done = match self.game.check(seat, &action) {
            Ok(checked) => self.do_charged(seat, &checked.action, None, Some(charge)).await,
            Err(rejected) => Err(rejected.into()),
        };
        if let Err(refusal) = done {
            tracing::warn!(
                table = self.record.id.in_log(),
                "nothing could be done for somebody silent: {refusal}"
            );
            self.try_again.get_or_insert(self.now() + RETRY);
        }
    }
}
